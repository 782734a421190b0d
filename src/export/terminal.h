/*
 * terminal - a game against a person in plain text, line by line.
 */
#ifndef C4E_EXPORT_TERMINAL_H
#define C4E_EXPORT_TERMINAL_H

#include "export/engine.h"

/* Plays until the person has enough or the input ends. */
void terminal_play(struct engine *engine, FILE *in, FILE *out, bool colour);

#endif
