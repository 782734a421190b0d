/*
 * playoff_report - the play-off at the end of a run, as text.
 */
#ifndef C4E_REPORT_PLAYOFF_REPORT_H
#define C4E_REPORT_PLAYOFF_REPORT_H

#include <stdio.h>

#include "evolve/journal.h"

/* The play-off after that many closed generations, the winner first; nothing if there was none. */
int playoff_report(FILE *out, const struct journal *journal, uint32_t generation, struct err *err);

#endif
