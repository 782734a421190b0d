/*
 * csv - fields of comma-separated files.
 */
#ifndef C4E_REPORT_CSV_H
#define C4E_REPORT_CSV_H

#include <stdio.h>

/* Text, in quotes where it has to be. */
void csv_text(FILE *out, const char *text);

#endif
