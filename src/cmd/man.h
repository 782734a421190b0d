/*
 * man - manual pages, made of the same tables and texts as the help.
 *
 * Help is plain text with a few habits: paragraphs, rows of a name and its meaning, indented
 * examples, and headings in brackets. man_text knows these habits and writes them for man(7).
 */
#ifndef C4E_CMD_MAN_H
#define C4E_CMD_MAN_H

#include <stdio.h>

#include "cmd/cli.h"

/* Printed instead of the help when a command gets this option with its summary after it. */
#define MAN_OPTION "--man"

/* The head of a page, up to the synopsis: name "c4evolve-move", section 1. */
void man_head(FILE *out, const char *name, int section, const char *summary);

/* A plain text as part of a page. */
void man_text(FILE *out, const char *text);

/* Text with a meaning to man kept as it is. */
void man_escaped(FILE *out, const char *text);

/* A text whose lines stay as they are. */
void man_verbatim(FILE *out, const char *text);

/* What a printer of plain text prints, as part of a page. */
int man_printed(FILE *out, void (*print)(FILE *out), struct err *err);

/* The page of a command. Returns an exit code. */
int man_command(const struct cli *cli, const char *summary);

#endif
