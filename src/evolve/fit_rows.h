/*
 * fit_rows - positions as rows of a regression: two for each, one as each side sees it.
 *
 * The features of a stripe of rows are found when they are first needed, by whatever thread needs them,
 * and kept. So all threads share that work, and other processes are sent positions instead of
 * features, once.
 */
#ifndef C4E_EVOLVE_FIT_ROWS_H
#define C4E_EVOLVE_FIT_ROWS_H

#include "evolve/logloss.h"
#include "evolve/ties.h"
#include "heuristic/features.h"

/* A position, and its result for the first player: -1, 0 or 1. */
struct fit_sample {
    struct position pos;
    signed char outcome;
};

/* What the rows are made of; all of it is borrowed. */
struct fit_source {
    const struct fit_sample *sample;
    size_t n;
    const struct genome *start;
    const struct gene_ties *ties; /* or NULL */
    const int *gene;              /* of each column */
    size_t dim;
};

struct fit_rows {
    struct fit_source source;
    struct feature_frame frame;
    double *x; /* of the stripes that are filled */
    struct fit_stripe *stripe;
};

int fit_rows_init(struct fit_rows *rows, const struct fit_source *source, struct err *err);
void fit_rows_release(struct fit_rows *rows);

/* The rows for a regression. Other processes help if that is worth the messages. */
struct samples fit_rows_samples(const struct fit_rows *rows, struct pool *pool,
                                const atomic_bool *stop);

/* The results and weights of the rows. */
void fit_rows_results(const struct fit_rows *rows, double *y, double *weight);

/* Begins with a struct logloss_pass. */
extern const struct pool_kind fit_rows_kind;

#endif
