/*
 * cycles - the part of a crosstable that no rating list can express.
 *
 * For every two players the points of a pairing give an observed lead, in
 * logarithms of odds, with a weight (one over its variance, both taken at the
 * ratings). Those leads that are differences, lead(a, b) = rating(a) - rating(b),
 * are the transitive part, fitted by least squares; what is left is the cyclic
 * part, and the weighted sums of squares add up (HodgeRank, Jiang et al. 2011).
 *
 * By chance, even a purely transitive table has a cyclic part. Compare the share
 * with what chance alone would give, as estimated from the differences among
 * samples of the same pairing. If no pairing has two samples there is no such
 * estimate, and p is never small.
 *
 * A lead is counted after the first-move advantage, for pairings in which the
 * colours were not balanced.
 */
#ifndef C4E_STATS_CYCLES_H
#define C4E_STATS_CYCLES_H

#include <stddef.h>
#include <stdint.h>

#include "stats/crosstable.h"
#include "stats/rating.h"
#include "stats/tally.h"
#include "base/err.h"

/* player[0] beats player[1], who beats player[2], who beats player[0]. */
struct cycle {
    uint32_t player[3];       /* the lowest index first */
    struct interval score[3]; /* of player[k] against the one it beats */
    double z;                 /* of the edge that is least certain */
    double
        p; /* upper bound on the probability that some edge is not a win; one-sided, of that edge */
    double p_adjusted; /* the same, adjusted for having picked it among all cycles */
};

struct cycles {
    double transitive;       /* sum of squares */
    double cyclic;           /* sum of squares */
    double degrees;          /* of freedom of the cyclic part; 0 if no cycle is possible */
    double chance;           /* the cyclic part to expect if the table is transitive */
    double transitive_share; /* the shares sum to 1; without any games the table is transitive */
    double cyclic_share;
    double chance_share; /* the same as a share */
    double p;            /* that chance alone gives a cyclic part as large (F test) */
    uint64_t triples;    /* three players who all played each other */
    uint64_t circular;   /* those with a cycle, certain or not */
    struct cycle *cycle; /* the most certain ones, best first */
    size_t n;
};

/* Splits the table that these ratings were made from, and lists at most limit cycles. */
int cycles_init(struct cycles *cycles, const struct crosstable *table,
                const struct ratings *ratings, size_t limit, struct err *err);
void cycles_release(struct cycles *cycles);

#endif
