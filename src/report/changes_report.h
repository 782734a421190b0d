/*
 * changes_report - how much better than its founder a champion is, and which changes did it.
 */
#ifndef C4E_REPORT_CHANGES_REPORT_H
#define C4E_REPORT_CHANGES_REPORT_H

#include <stdio.h>

#include "evolve/changes.h"

/* Prints nothing if nothing was measured. Fails only if memory runs out. */
int changes_report(FILE *out, const struct changes *changes, struct err *err);

#endif
