/*
 * topics - help that is not about a single command.
 */
#ifndef C4E_CMD_TOPICS_H
#define C4E_CMD_TOPICS_H

#include <stdio.h>

#include "cmd/cli.h"

/* Prints what the program is for, its commands (ended by one without a name) and the topics. */
void topics_overview(FILE *out, const struct command *commands);

/* Prints one topic, such as "players"; -1 if there is none of that name. */
int topics_print(FILE *out, const char *name);

/* Offers the topics that begin with what was typed. */
void topics_complete(const char *typed);

#endif
