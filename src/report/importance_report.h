/*
 * importance_report - the genes that matter most, as text.
 */
#ifndef C4E_REPORT_IMPORTANCE_REPORT_H
#define C4E_REPORT_IMPORTANCE_REPORT_H

#include <stdio.h>

#include "evolve/importance.h"

/* At most ten of the list, which has the most important first; nothing if it is empty. */
void importance_report(FILE *out, const struct importance *list, size_t n);

#endif
