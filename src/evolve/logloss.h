/*
 * logloss - the losses of all rows of a regression, with slope and curvature.
 *
 * Private to logistic and to what makes its rows. Each pass adds up stripes of rows as a job of a
 * pool, then the stripes in order. Stripes depend only on the number of rows, so the sums are the same
 * bits for any number of threads and processes. Rows are asked for in blocks, again in every pass.
 */
#ifndef C4E_EVOLVE_LOGLOSS_H
#define C4E_EVOLVE_LOGLOSS_H

#include "evolve/logistic.h"

#define LOGLOSS_STRIPES 32
#define LOGLOSS_BLOCK   64 /* rows at a time: they and the Hessian stay in the cache */

enum logloss_mode {
    LOGLOSS_SUM,
    LOGLOSS_CURVED, /* with slope and curvature */
    LOGLOSS_VALUES  /* x beta of every row, and no sums */
};

/* The context of a job. Kinds of jobs whose rows can be sent begin their contexts with it. */
struct logloss_pass {
    struct samples rows;
    enum logloss_mode mode;
    const double *beta;
};

/* Fills the slot of an item; its index is that of a stripe, and it has no data. */
bool logloss_fill(const struct pool_item *item);

/* The number of stripes of n rows; and the rows of one: from *from to *to - 1, both multiples of
 * LOGLOSS_BLOCK but for the end. */
size_t logloss_stripes(size_t n);
void logloss_stripe(size_t n, size_t stripe, size_t *from, size_t *to);

struct logloss {
    double loss;      /* the sum over all rows at the beta of the last pass */
    double weight;    /* of all rows */
    double *gradient; /* after a curved pass: dim */
    double *hessian;  /* after a curved pass: the upper triangle, row by row */

    struct samples rows;
    double *slot; /* of the items of a pass */
};

/* Curved makes room for gradient and Hessian, about 17 dim^2 doubles. */
int logloss_init(struct logloss *l, const struct samples *rows, bool curved, struct err *err);
void logloss_release(struct logloss *l);

/* Sums over all rows; with slope and curvature if curved (and initialised so). An error of the kind
 * ERR_STOPPED says that the rows' stop flag was set, or that another process was lost. */
int logloss_pass(struct logloss *l, const double *beta, bool curved, struct err *err);

/* The sum of x beta of each row, added from the first feature to the last. */
int logloss_values(const struct samples *rows, const double *beta, double *value, struct err *err);

#endif
