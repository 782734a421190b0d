/*
 * logistic - weights that predict results: ridge logistic regression.
 *
 * Finds beta that minimises
 *
 *     sum over rows of weight * loss  +  ridge * sum over j of ((beta_j - prior_j) / scale_j)^2
 *
 * A row has features x, a target y (win 1, draw 0.5, loss 0, or anything between)
 * and a weight; its loss is -y ln p - (1 - y) ln (1 - p) with
 * p = 1 / (1 + exp(-x beta)). The ridge is a normal prior: it expects beta_j
 * within scale_j / sqrt(2 ridge) of prior_j. There is no constant term unless a
 * feature is always 1.
 *
 * The method is Newton's with step halving, so that it ends at finite weights
 * even if the rows can be separated and the ridge is 0. Results are the same
 * bits for any number of threads and processes. If the rows' stop flag is set, the error
 * is of the kind ERR_STOPPED.
 *
 * Standard errors are those of independent rows. Positions of one game are far
 * from independent: let the weights of a game's rows sum to 1 and the errors
 * count games.
 */
#ifndef C4E_EVOLVE_LOGISTIC_H
#define C4E_EVOLVE_LOGISTIC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "parallel/pool.h"

/* Where rows come from. fill writes rows first to first + count - 1: dim
 * features a row, one row after the other, and their targets and weights. It
 * is called by several threads at once, and gives the same rows every time. */
struct samples {
    size_t n;
    size_t dim;
    void (*fill)(const void *user, size_t first, size_t count, double *x, double *y,
                 double *weight);
    const void *user;

    struct pool *pool;       /* works through the rows */
    const atomic_bool *stop; /* or NULL */
    const struct pool_kind
        *kind;       /* of its jobs, if the rows can be sent, see logloss.h; else NULL */
    uint64_t series; /* of its jobs */
};

/* Rows in memory. Borrows its arrays. */
struct samples_dense {
    size_t dim;
    const double *x; /* n * dim */
    const double *y;
    const double *weight; /* NULL if all are 1 */
};

/* The first n rows, borrowed. */
struct samples samples_from_dense(const struct samples_dense *dense, size_t n, struct pool *pool);

/* Arrays of dim doubles, borrowed; NULL stands for zeros, and for scales of 1.
 * A scale of infinity frees a coefficient from the ridge. */
struct logistic_options {
    const double *start;
    const double *prior;
    const double *scale;
    double ridge;
};

struct logistic {
    size_t dim;
    double *beta;
    double *error;      /* standard errors; infinite where neither rows nor ridge say anything */
    double ridge;       /* the one that was used */
    double weight;      /* of all rows */
    double loss_before; /* mean loss of the rows at the start, without the ridge */
    double loss_after;
    int steps;      /* Newton steps taken */
    bool converged; /* or the steps ran out */
};

int logistic_fit(struct logistic *fit, const struct samples *rows,
                 const struct logistic_options *opt, struct err *err);
void logistic_release(struct logistic *fit);

/* The mean loss of beta on other rows. */
int logistic_loss(const struct samples *rows, const double *beta, double *loss, struct err *err);

/* Fits with each of n ridges (opt->ridge is not used) and keeps the fit that
 * loses least on the held-out rows; the first of equals. Fills in held[n]
 * with the held-out losses. List ridges from strong to weak: each fit starts
 * from the one before. */
int logistic_choose(struct logistic *fit, const struct samples *rows,
                    const struct samples *held_out, const struct logistic_options *opt,
                    const double *ridge, size_t n, double *held, struct err *err);

#endif
