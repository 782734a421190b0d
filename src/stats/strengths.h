/*
 * strengths - what a scoresheet and priors say about strengths, if the spread of new genomes is
 * known.
 *
 * Given the luck of each batch and the mean of the new ones, strengths are independent:
 *
 *     strength_i = base_i + slope_i . common + an error of variance 1 / precision_i
 *
 * So only what is common to all has to be solved for. It has a coordinate per batch, and one for
 * the mean of new genomes.
 */
#ifndef C4E_STATS_STRENGTHS_H
#define C4E_STATS_STRENGTHS_H

#include <gsl/gsl_matrix.h>

#include "stats/scoresheet.h"

struct strengths {
    size_t genomes, dim;
    double *mean, *variance; /* of each genome; an infinite variance: nothing is known */
    const double *luck;      /* of each batch: scores less strengths */
    double evidence;         /* logarithm of how well this explains the scores, up to a constant */

    /* Private. */
    double *base, *precision;
    double *slope; /* genomes x dim */
    double *image; /* the covariance times each slope */
    gsl_matrix *covariance;
    gsl_vector *common;
};

/* Without priors (NULL), and if nobody of whom something is known has played, strengths are
 * scores. `spread` is the standard deviation of new genomes. */
int strengths_init(struct strengths *s, const struct scoresheet *sheet,
                   const struct standing_prior *prior, double spread, struct err *err);
void strengths_release(struct strengths *s);

/* The variance of the difference between two genomes: common errors cancel as far as their slopes
 * are equal. */
double strengths_difference(const struct strengths *s, size_t i, size_t k);

#endif
