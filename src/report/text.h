/*
 * text - words and names in columns of a terminal.
 *
 * A character is taken to be one column wide. What is no printable character
 * is shown as a question mark.
 */
#ifndef C4E_REPORT_TEXT_H
#define C4E_REPORT_TEXT_H

#include <stdio.h>

/* The columns that a text takes. */
int text_width(const char *text);

/* A text in exactly so many columns: filled up with spaces, or cut and marked with ~. */
void text_column(FILE *out, const char *text, int width);

/* Sentences, in lines of at most `width` columns where words allow it; all but the first
 * begin with `indent` spaces. Ends the line. */
__attribute__((format(printf, 4, 5))) void text_wrap(FILE *out, int width, int indent,
                                                     const char *fmt, ...);

#endif
