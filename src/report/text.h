/*
 * text - text in the columns of a terminal, and in CSV files.
 *
 * Every character is taken to be one column wide. Characters that cannot be printed
 * are shown as question marks.
 */
#ifndef C4E_REPORT_TEXT_H
#define C4E_REPORT_TEXT_H

#include <stdio.h>

/* The number of columns that a text takes. */
int text_width(const char *text);

/* A text in exactly `width` columns: padded with spaces, or cut and marked with ~. */
void text_column(FILE *out, const char *text, int width);

/* Sentences, in lines of at most `width` columns where words allow it; all lines but the first
 * are indented by `indent` spaces. Ends the line. */
__attribute__((format(printf, 4, 5))) void text_wrap(FILE *out, int width, int indent,
                                                     const char *fmt, ...);

/* A text as it is, but for characters that cannot be printed. */
void text_put(FILE *out, const char *text);

/* A field of a CSV file, quoted where necessary. A spreadsheet does not take it for a formula. */
void text_csv(FILE *out, const char *text);

#endif
