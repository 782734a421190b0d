/*
 * solver_job - solves a list of positions with a pool.
 *
 * The items are positions (struct position), the slots struct solver_answer. All
 * answers are for the side to move, and the same for any number of threads and
 * processes; only the numbers of nodes differ, as solvers remember what they
 * solved before.
 */
#ifndef C4E_SEARCH_SOLVER_JOB_H
#define C4E_SEARCH_SOLVER_JOB_H

#include "parallel/pool.h"
#include "search/book.h"

/* The context of a job. */
struct solver_job {
    bool wdl;                /* only win, draw or loss: 1, 0 or -1 instead of scores */
    bool moves;              /* also the answer for each column, unless the game is over */
    const struct book *book; /* or NULL */
};

struct solver_answer {
    signed char score;
    signed char column[COLUMNS]; /* SOLVER_NO_MOVE if it is full or was not asked for */
    uint64_t nodes;
};

extern const struct pool_kind solver_job_kind;

#endif
