/*
 * logloss - the losses of all rows of a regression, with slope and curvature.
 *
 * Private to logistic. Each pass adds up stripes of rows in parallel, then the stripes in
 * order. Stripes depend only on the number of rows, so the sums are the same bits for any
 * number of threads. Rows are asked for in blocks, again in every pass, so that memory
 * does not grow with their number.
 */
#ifndef C4E_EVOLVE_LOGLOSS_H
#define C4E_EVOLVE_LOGLOSS_H

#include "evolve/logistic.h"

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

/* Sums over all rows; with slope and curvature if curved (and initialised so). */
void logloss_pass(struct logloss *l, const double *beta, bool curved);

#endif
