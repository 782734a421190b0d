/*
 * scoresheet - mean scores from openings, and how much of a score is chance.
 *
 * Openings that the same genomes met are a batch: a race has one per round, and all that a batch
 * says about strengths is in the mean score of each genome. Batches against the same opponents are
 * of one kind, and differ by the luck of their openings only.
 */
#ifndef C4E_STATS_SCORESHEET_H
#define C4E_STATS_SCORESHEET_H

#include "stats/standing.h"

struct scoresheet {
    size_t genomes, batches;
    size_t *played; /* samples of each genome */
    double *mean;   /* genomes x batches: the mean score; nan for those who were not there */
    size_t *size;   /* openings of each batch */
    size_t *kind;   /* of each batch: the first batch of its kind */
    size_t level;   /* the kind of the last opening that was played: scores are those against its
                       opponents */
    double noise_variance; /* of one sample */
    double luck_variance;  /* of one opening */
};

int scoresheet_init(struct scoresheet *s, const struct standing_input *in, struct err *err);
void scoresheet_release(struct scoresheet *s);

#endif
