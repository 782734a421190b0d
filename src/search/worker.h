/*
 * worker - the memory of one thread, which searches keep from move to move.
 */
#ifndef C4E_SEARCH_WORKER_H
#define C4E_SEARCH_WORKER_H

#include <stdatomic.h>

#include "parallel/pool.h"
#include "search/hash.h"
#include "search/mcts.h"
#include "search/solver.h"

#define WHY_SIZE 200

/* Something that a player keeps with a worker from move to move, such as a running engine. */
struct guest {
    struct guest *next;
    void (*release)(struct guest *guest);
};

struct prover; /* see rules/proof.h */

struct worker {
    struct hash hash;
    struct solver solver; /* without a book, which belongs to the player */
    struct mcts mcts;
    struct prover *prover;
    struct guest *guests;    /* released with the worker */
    unsigned long calls;     /* of guests, for those who count them */
    const atomic_bool *stop; /* see worker_set_stop */
    char why[WHY_SIZE];      /* the reason, for people, if the last choice was NO_MOVE */
    bool shortage;           /* ...which ends the job: out of memory, or an engine that changed */
};

int worker_init(struct worker *worker, struct err *err);
void worker_release(struct worker *worker);

/* Once this flag is set, a choice returns soon and is meaningless; NULL: no flag. */
void worker_set_stop(struct worker *worker, const atomic_bool *stop);

/* For pools whose threads search: their memory is a struct worker. */
extern const struct pool_memory worker_memory;

static inline bool worker_stopped(const struct worker *worker)
{
    return worker->stop && atomic_load(worker->stop);
}

#endif
