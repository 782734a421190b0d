/*
 * verdict_report - does the champion beat the hand-picked genomes?
 */
#ifndef C4E_REPORT_VERDICT_REPORT_H
#define C4E_REPORT_VERDICT_REPORT_H

#include <stdio.h>

#include "stats/tally.h"
#include "evolve/journal.h"
#include "evolve/validate_truth.h"

/* All games of one validation at one depth. */
struct verdict_total {
    struct tally tally;
    unsigned opponents;
    unsigned beaten;  /* opponents against whom the 95% interval lies above 1/2 */
    unsigned lost_to; /* opponents against whom it lies below */
};

struct verdict_total verdict_total(const struct journal_validation *list, size_t n,
                                   uint32_t generation, int depth);

/* One validation, that after `generation` generations: a row for each opponent and a column for
 * each depth, the depth of training first; then a summary in a sentence. */
void verdict_report_games(FILE *out, const struct journal_validation *list, size_t n,
                          uint32_t generation, int depth);

/* The mistakes of the champion and of the hand-picked genomes, fewest first, and a summary in
 * a sentence. */
void verdict_report_mistakes(FILE *out, const struct truth_validation *v);

#endif
