/*
 * standing - what scores from shared openings say about the strength of many genomes.
 *
 * Every genome of a generation plays the same opponents from the same openings. The score of
 * genome i from opening k is modelled as
 *
 *     score = strength_i + luck_k + noise
 *
 * Luck is shared by all who met the opening, so the opening is the unit of evidence. Compared
 * with its siblings a genome is known up to its own noise: its standing. Compared with genomes
 * of other generations, who met other openings, the luck of these openings counts too: its
 * score. Both have variances of their own.
 *
 * What was known before is a prior, so evidence adds up over generations, and the best of many
 * is not overrated for having been lucky (Efron and Morris 1975): what nothing is known about
 * is shrunk toward the mean of its kind, by as much as the spread of the kind asks for. The
 * spread is not known either; all plausible ones count, by how well they explain the scores.
 *
 * After a race, those who went on have met openings that the others have not. The luck of each
 * round is estimated along with the strengths, so a lucky round is not taken for strength.
 */
#ifndef C4E_STATS_STANDING_H
#define C4E_STATS_STANDING_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* One genome's result from one opening: the mean of a game pair, from 0 to 1. */
struct standing_sample {
    uint32_t genome;
    uint32_t opening;
    double score;
};

enum standing_kind {
    STANDING_NEW,   /* one of many that are alike: shrunk toward their mean */
    STANDING_ALONE, /* nothing is known, and nothing is like it */
    STANDING_KNOWN  /* something is known: its standing, with a variance */
};

/* A number that is not known exactly: its mean and variance. Those of two standings are taken as
 * independent: what the errors of all have in common is not part of their variances. */
struct belief {
    double mean, variance;
};

/* What is known of a genome before its games. */
struct standing_prior {
    enum standing_kind kind;
    struct belief standing; /* known */
    struct belief score;    /* known; an infinite variance if only the standing is */
};

struct standing {
    struct belief standing; /* on the scale of earlier standings */
    struct belief score;
    struct belief now; /* by these samples alone, compared with siblings */
};

struct standing_input {
    size_t genomes, openings;
    const uint32_t *group; /* of each opening: those against one opponent. Scores are those against
                              the opponents of the last opening and its like: see scoresheet.h */
    const struct standing_sample *sample;
    size_t samples;
    const struct standing_prior *prior; /* one per genome */
};

struct standings {
    struct standing *of;   /* one per genome */
    double noise_variance; /* of one sample */
    double luck_variance;  /* of one opening */
};

/* Fails only if memory runs out. A genome without samples keeps what was known before. */
int standings_init(struct standings *s, const struct standing_input *in, struct err *err);
void standings_release(struct standings *s);

/* Two independent beliefs about the same number as one. */
struct belief belief_merge(struct belief a, struct belief b);

/* The probability that the number behind a is larger than that behind b. */
double belief_superiority(struct belief a, struct belief b);

#endif
