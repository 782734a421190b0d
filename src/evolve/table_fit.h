/*
 * table_fit - tables by regression on solved positions.
 *
 * Minimises the log loss of the results of perfect play plus a ridge, by Adam (Kingma and Ba
 * 2015) on batches of positions; the step size rises at first and then falls along a cosine. The
 * gradient of a batch is the sum over fixed blocks of it, added in their order, so the result is
 * the same with any number of threads. After each epoch the loss is measured on positions that
 * are held out, and the best weights seen are kept. At the end they are rounded to integers.
 *
 * With a state file, the work can be interrupted after any epoch and continued.
 */
#ifndef C4E_EVOLVE_TABLE_FIT_H
#define C4E_EVOLVE_TABLE_FIT_H

#include "heuristic/genome.h"
#include "parallel/pool.h"
#include "parallel/watch.h"

struct table_fit_input {
    const struct position *pos;
    const signed char *result; /* for the first player: 1, 0 or -1 */
    size_t n;
    const struct genome *start; /* its genes count too; its tables are continued, if it has any */
    uint64_t seed;
    int epochs;
    double rate;       /* largest step */
    double ridge;      /* how fast weights shrink, relative to the step */
    const char *state; /* path of the file to continue from; NULL: none */
    struct pool *pool;
    const struct watch *watch;
};

struct table_fit_result {
    struct tables *tables;
    size_t positions, held_out;
    int epoch;                  /* the one that was best, counted from 1 */
    double loss, held_out_loss; /* after it, per position */
    double rounded_loss;        /* on held-out positions, of the integers */
};

/* One position in this many is held out, by a hash of the position. */
#define TABLE_HELD_OUT 32

/* Fewer positions are refused. */
#define TABLE_FIT_LEAST 1000

/* *finished is false, and there is no result, if watch->stop came first. The caller releases
 * result->tables. */
int table_fit(struct table_fit_result *result, const struct table_fit_input *in, bool *finished,
              struct err *err);

#endif
