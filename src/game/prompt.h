/*
 * prompt - asks a person for a line of text, such as a column.
 */
#ifndef C4E_GAME_PROMPT_H
#define C4E_GAME_PROMPT_H

#include <stdbool.h>
#include <stdio.h>

#include "game/position.h"

struct prompt {
    FILE *in, *out;
    bool echo;  /* prints the answers too, for input that does not come from a terminal */
    char *line; /* the last answer, trimmed; owned */
    size_t size;
    int error; /* why no answer could be read, an errno; 0 at the end of the input */
};

/* Asks, and reads the answer into line. False, with error set, if there is none. */
bool prompt_ask(struct prompt *prompt, const char *question);

#define PROMPT_NO_COLUMN   (-1)
#define PROMPT_FULL_COLUMN (-2)

/* The open column in the answer, 0 to COLUMNS - 1, or why it is not one. */
int prompt_column(const struct prompt *prompt, const struct position *pos);

void prompt_release(struct prompt *prompt);

#endif
