/*
 * worker - the memory of one thread; every search uses what it needs of it.
 */
#ifndef C4E_SEARCH_WORKER_H
#define C4E_SEARCH_WORKER_H

#include <stdatomic.h>

#include "search/hash.h"
#include "search/mcts.h"
#include "search/solver.h"

#define WHY_SIZE 200

/* What a player keeps with a worker from move to move, such as an engine that runs. */
struct guest {
    struct guest *next;
    void (*release)(struct guest *guest);
};

struct worker {
    struct hash hash;
    struct solver solver; /* without a book, which belongs to the player */
    struct mcts mcts;
    struct guest *guests;    /* released with the worker */
    const atomic_bool *stop; /* or NULL; once set, nobody waits for a guest any longer */
    char why[WHY_SIZE];      /* the last choice was NO_MOVE: the reason, for people */
};

int worker_init(struct worker *worker, struct err *err);
void worker_release(struct worker *worker);

#endif
