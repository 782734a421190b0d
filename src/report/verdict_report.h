/*
 * verdict - does the champion beat what people picked by hand?
 */
#ifndef C4E_REPORT_VERDICT_REPORT_H
#define C4E_REPORT_VERDICT_REPORT_H

#include <stdio.h>

#include "stats/tally.h"
#include "evolve/journal.h"
#include "evolve/validate_truth.h"

/* All games of one moment at one depth as one tally. */
struct verdict_total {
    struct tally tally;
    unsigned opponents, beaten; /* surely: the interval lies above 1/2 */
    const char *not_beaten;     /* one of the others, or NULL */
};

struct verdict_total verdict_total(const struct journal_validation *list, size_t n,
                                   uint32_t generation, int depth);

/* The validations of one moment: a row for each opponent, a column for each
 * depth, the depth of training first; then the answer in a sentence. Records
 * of other generations are not looked at. */
void verdict_report_games(FILE *out, const struct journal_validation *list, size_t n,
                          uint32_t generation, int depth);

/* The mistakes of the champion and of the hand-picked genomes, fewest first, and
 * the answer in a sentence. */
void verdict_report_mistakes(FILE *out, const struct truth_validation *v);

#endif
