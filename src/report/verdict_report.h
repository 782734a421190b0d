/*
 * verdict_report - the verdict of a run as text.
 *
 * A row for each reference and a column for each depth, that of training first;
 * then the mistakes of all players, fewest first; with the answers in a sentence.
 */
#ifndef C4E_REPORT_VERDICT_REPORT_H
#define C4E_REPORT_VERDICT_REPORT_H

#include <stdio.h>

#include "evolve/verdict.h"

void verdict_report(FILE *out, const struct verdict *verdict);

#endif
