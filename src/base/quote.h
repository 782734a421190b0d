/*
 * quote - lists in text whose items may hold the separator.
 *
 * Quotation marks, ' or ", protect what stands between them; in "..." a backslash protects a mark
 * or a backslash. A mark without a second one is a letter like any other.
 */
#ifndef C4E_BASE_QUOTE_H
#define C4E_BASE_QUOTE_H

#include <stddef.h>
#include <stdio.h>

/* The length of the quoted part that begins here, with its marks; 0 when none does. */
size_t quote_span(const char *text);

/* Cuts the next item off *rest, up to one of the separators, and takes its marks away; NULL when
 * nothing but separators is left. Works as strtok_r does otherwise. */
char *quote_next(char **rest, const char *separators);

/* Prints text as one word of a shell command, in quotation marks if it needs them. */
void quote_shell(FILE *out, const char *text);

#endif
