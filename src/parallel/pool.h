/*
 * pool - the hands that fill a list: all threads of this process, and those of
 * the other processes where mpirun or srun started several.
 *
 * A job is a list of n items and n slots, all plain data. Filling a slot reads
 * its item, its index and a context that all share, and writes nothing else,
 * so slots can be filled in any order, by anybody. A kind of job knows how
 * its context becomes bytes and a context again, so that others can help.
 */
#ifndef C4E_PARALLEL_POOL_H
#define C4E_PARALLEL_POOL_H

#include <stdatomic.h>

#include "base/bytes.h"
#include "search/forfeit.h"
#include "search/search.h"

/* One worker's memory per thread, kept from one job to the next. */
struct pool {
    struct worker *worker;
    int threads;              /* of this process */
    int asked;                /* threads of each process; 0: as many as it has processors */
    struct forfeits forfeits; /* of all games played so far, by the index that names them */
    double filling_s;         /* time spent in pool_fill */
};

/* threads 0: as many as the machine has. */
int pool_init(struct pool *pool, int threads, struct err *err);
void pool_release(struct pool *pool);

/* What one thread works with. */
struct hand {
    struct worker *worker;
    const atomic_bool *stop;   /* or NULL */
    struct forfeits *forfeits; /* those of the pool, for one thread at a time */
};

struct pool_kind {
    const char *name;
    size_t item_size, slot_size;

    /* Fills a slot. False if it was given up because of hand->stop. */
    bool (*fill)(const void *context, const struct hand *hand, size_t index, const void *item,
                 void *slot);

    /* Is it an item that only the process of rank 0 can work on? NULL: there are none. */
    bool (*stays)(const void *context, const void *item);

    void (*pack)(const void *context, struct bytes *out);
    int (*unpack)(void **context, struct bytes_reader *in, struct err *err);
    void (*release)(void *context); /* one that unpack made */
};

struct pool_job {
    const struct pool_kind *kind;
    const void *context;
    const void *item;
    void *slot;
    size_t n;
    const atomic_bool *stop; /* no slot is begun once this is set; may be NULL */

    /* Told of each slot that is filled and of their number until now, by one thread at a time.
     * Once it returns false no slot is begun. May be NULL. */
    bool (*filled)(void *watcher, size_t index, size_t done);
    void *watcher;
    bool in_order; /* one slot after the other, by one thread of this process */
};

/* Returns the number of slots filled: fewer than n when stopped, or when another process was
 * lost (see cluster_lost). */
size_t pool_fill(struct pool *pool, const struct pool_job *job);

/* What the processes other than rank 0 do: help with jobs of these kinds, whose list ends with
 * NULL, until rank 0 sends them home. */
void pool_serve(const struct pool_kind *const *kinds);

#endif
