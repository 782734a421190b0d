/*
 * quote - lists in text whose items may contain the separator, and words of a shell.
 *
 * Quotation marks, ' or ", protect what is between them; in "..." a backslash protects a mark or
 * a backslash. A mark without a second one is an ordinary character.
 */
#ifndef C4E_BASE_QUOTE_H
#define C4E_BASE_QUOTE_H

#include <stddef.h>
#include <stdio.h>

/* The length of the quoted part that starts here, including its marks; 0 if none does. */
size_t quote_span(const char *text);

/* Cuts the next item off *rest, up to one of the separators, and removes its marks; NULL if only
 * separators are left. Otherwise works like strtok_r. */
char *quote_next(char **rest, const char *separators);

/* Prints text as one word of a shell command, in quotation marks if it needs them. */
void quote_shell(FILE *out, const char *text);

#endif
