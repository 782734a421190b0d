/*
 * stub_worker - search/worker.h in an exported player: its searches need no memory
 * but a hash table.
 */
#ifndef C4E_EXPORT_STUB_WORKER_H
#define C4E_EXPORT_STUB_WORKER_H

#include "search/hash.h"
#include "search/search.h"

struct worker {
    struct hash hash;
    const atomic_bool *stop; /* or NULL */
};

static inline void worker_set_stop(struct worker *worker, const atomic_bool *stop)
{
    worker->stop = stop;
}

static inline int worker_init(struct worker *worker, struct err *err)
{
    return hash_init(&worker->hash, 20, err); /* 16 megabytes, as in c4evolve */
}

static inline void worker_release(struct worker *worker)
{
    hash_release(&worker->hash);
}

#endif
