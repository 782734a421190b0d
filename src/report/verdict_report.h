/*
 * verdict_report - the verdict of a run as text.
 *
 * A row for each reference and a column for each depth, that of training first, with the
 * scores against the references that the run trained against, against the others, and
 * against all; then the mistakes of all players, fewest first; with the answers in sentences.
 */
#ifndef C4E_REPORT_VERDICT_REPORT_H
#define C4E_REPORT_VERDICT_REPORT_H

#include <stdio.h>

#include "evolve/verdict.h"

/* Fails only if memory runs out; the owner of `out` checks it for write errors. */
int verdict_report(FILE *out, const struct verdict *verdict, struct err *err);

#endif
