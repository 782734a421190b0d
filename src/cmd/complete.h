/*
 * complete - the words that a shell offers when Tab is pressed.
 *
 * No word is listed here. The usage line and the option table of a command name the kind of each
 * argument (PLAYER, FORM, FILE, or first|second), and the tables of the program know the words of
 * a kind. 'c4evolve --complete WORDS...' is how cmd/completion.bash asks for them: it completes
 * the last word, and prints one possible word per line. A line with a slash means files as well.
 */
#ifndef C4E_CMD_COMPLETE_H
#define C4E_CMD_COMPLETE_H

#include <stdbool.h>

#include "cmd/cli.h"

#define COMPLETE_OPTION "--complete"

/* Prints `word` if it begins with what was typed; returns whether it does. */
bool complete_offer(const char *typed, const char *word);

/* Says that the word may be the name of a file. */
void complete_offer_files(void);

/* Completes the last of the n words that follow the name of a command. */
void complete_arguments(const struct cli *cli, int n, char **words);

#endif
