/*
 * table_fit - tables by regression on solved positions.
 *
 * Minimises the log loss of the results of perfect play plus a ridge, by Adam (Kingma and Ba
 * 2015) on batches of positions; the step size rises at first and then falls along a cosine. The
 * gradient of a batch is the sum over fixed blocks of it, added in their order, so the result is
 * the same with any number of threads. At the end the weights are rounded to integers.
 *
 * How strong the ridge is and when to stop is chosen on positions that are held out: there is a
 * trial with each ridge, the loss on these positions is measured after each of its epochs, and the
 * best weights of all are kept. A choice flatters the loss that it was made by, so the loss to
 * report is that of other positions, which nothing else uses.
 *
 * With a state file, the work can be interrupted after any epoch and continued.
 */
#ifndef C4E_EVOLVE_TABLE_FIT_H
#define C4E_EVOLVE_TABLE_FIT_H

#include "heuristic/genome.h"
#include "parallel/pool.h"
#include "parallel/watch.h"

#define TABLE_TRIALS 8

struct table_fit_input {
    const struct position *pos;
    const signed char *result; /* for the first player: 1, 0 or -1 */
    size_t n;
    size_t held_out;            /* the last ones are held out; 0: some of all, see TABLE_HELD_OUT */
    bool genes;                 /* keeps some away from tables, see SHARE_GENES */
    const struct genome *start; /* its genes count too; its tables are continued, if it has any */
    uint64_t seed;
    int epochs;
    double rate;                /* largest step */
    double ridge[TABLE_TRIALS]; /* how fast weights shrink toward 0, or toward those that are
                                   continued, relative to the step: each is tried */
    int ridges;
    int lanes;         /* that may be used; 0: all */
    bool no_threats;   /* strips alone */
    const char *state; /* path of the file to continue from; NULL: none */
    struct pool *pool;
    const struct watch *watch;
};

struct table_fit_result {
    struct tables *tables;
    size_t positions;           /* that it was fitted to */
    size_t choosing, held_out;  /* that chose, and that are reported */
    double trial[TABLE_TRIALS]; /* the least loss of each ridge on positions that choose */
    double ridge;               /* the one that was chosen */
    int epoch;                  /* the one that was best, counted from 1 */
    double loss, held_out_loss; /* after it, per position */
    double rounded_loss;        /* on held-out positions, of the integers */
};

/* What a position is for, by a hash of it. */
enum table_share {
    SHARE_TABLES, /* to fit tables to */
    SHARE_CHOOSE, /* to choose by: 1 in TABLE_HELD_OUT, or half of those that are held out */
    SHARE_REPORT, /* to report the loss of: the same */
    SHARE_GENES,  /* for a regression of genes afterwards: 2 in TABLE_HELD_OUT, if there is one */
};

#define TABLE_HELD_OUT 32

enum table_share table_fit_share(const struct table_fit_input *in, size_t i);

/* Fewer positions are refused. */
#define TABLE_FIT_LEAST 1000

/* *finished is false, and there is no result, if watch->stop came first. The caller releases
 * result->tables. They are for a genome whose factors of lanes are 1, with the start's other genes. */
int table_fit(struct table_fit_result *result, const struct table_fit_input *in, bool *finished,
              struct err *err);

#endif
