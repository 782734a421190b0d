/*
 * logloss - how badly weights predict results, with slope and curvature.
 *
 * A row has features x, a target y (win 1, draw 0.5, loss 0, or anything
 * between) and a weight. It loses -y ln p - (1 - y) ln (1 - p), where
 * p = 1 / (1 + exp(-x beta)). Here these losses are summed over all rows.
 *
 * Rows are asked for in blocks, again in every pass, so that memory does not
 * grow with their number. Each pass adds up stripes of rows, in parallel, and
 * then the stripes in order. The stripes depend on the number of rows only:
 * results are the same bits for any number of threads.
 */
#ifndef C4E_EVOLVE_LOGLOSS_H
#define C4E_EVOLVE_LOGLOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Where rows come from. fill writes rows first to first + count - 1: dim
 * features a row, one row after the other, and their targets and weights. It
 * is called by several threads at once, and gives the same rows every time. */
struct samples {
    size_t n;
    size_t dim;
    void (*fill)(const void *user, size_t first, size_t count, double *x, double *y,
                 double *weight);
    const void *user;
};

/* Rows that simply lie in memory. Borrows its arrays. */
struct samples_dense {
    size_t dim;
    const double *x; /* n * dim */
    const double *y;
    const double *weight; /* NULL if all are 1 */
};

/* The first n rows, borrowed. */
struct samples samples_from_dense(const struct samples_dense *dense, size_t n);

#define LOGLOSS_STRIPES 32

/* What one stripe of rows adds up to, and room for a block of them. */
struct logloss_stripe {
    double loss;
    double weight;
    double *gradient;
    double *hessian;
    double *x, *y, *w;
};

struct logloss {
    double loss;      /* the sum over all rows at the beta of the last pass */
    double weight;    /* of all rows */
    double *gradient; /* after a curved pass: dim */
    double *hessian;  /* after a curved pass: dim * dim, the upper triangle */

    struct samples rows;
    size_t stripes;
    struct logloss_stripe stripe[LOGLOSS_STRIPES];
};

/* Curved makes room for gradient and Hessian, about 33 dim^2 doubles. */
int logloss_init(struct logloss *l, const struct samples *rows, bool curved, struct err *err);
void logloss_release(struct logloss *l);

/* Sums over all rows; if curved (and initialised so), with slope and curvature. */
void logloss_pass(struct logloss *l, const double *beta, bool curved);

#endif
