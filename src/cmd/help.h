/*
 * help - the overview of all commands, topics that are not about a single command, and the
 * completion of both.
 *
 * `commands` is the table in main.c, ended by a row without a name.
 */
#ifndef C4E_CMD_HELP_H
#define C4E_CMD_HELP_H

#include <stdio.h>

#include "cmd/cli.h"

/* The command of that name, or NULL. */
const struct command *help_find_command(const struct command *commands, const char *name);

/* Prints what the program is for, its commands and the topics. */
void help_overview(FILE *out, const struct command *commands);

/* Prints the help of a command or topic, such as "players". Returns an exit code. */
int help_print(const struct command *commands, char *name);

/* Reports that there is no such command, or command or topic, and which one may have been meant.
 * Returns an exit code. */
int help_unknown(const struct command *commands, const char *what, const char *name);

/* Runs 'c4evolve --man', which lists the files of all manual pages and what they are about, or
 * 'c4evolve --man ABOUT', which prints a page. Returns an exit code. */
int help_man(const struct command *commands, int argc, char **argv);

/* Runs 'c4evolve --complete WORDS...', see cmd/complete.h. Returns an exit code. */
int help_complete(const struct command *commands, int argc, char **argv);

#endif
