/*
 * loaded - the heuristics and engines of the user that are loaded, as options of a command.
 */
#ifndef C4E_CMD_LOADED_H
#define C4E_CMD_LOADED_H

#include <stdio.h>

/* Prints " --heuristic FILE" and " --engine uci:COMMAND" for each, to be pasted into a shell in this
 * folder. */
void loaded_print(FILE *out);

#endif
