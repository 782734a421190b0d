/*
 * pool_share - how rank 0 shares a job with the other processes.
 *
 * Every process has one chunk of items to work on and the next one waiting; it
 * gets another chunk when it sends the results of one. So no process waits for a
 * message, and as chunks shrink toward the end of the list, none waits long for
 * the slowest.
 *
 * Private to src/parallel.
 */
#ifndef C4E_PARALLEL_POOL_SHARE_H
#define C4E_PARALLEL_POOL_SHARE_H

#include "parallel/pool.h"

/* pool_fill where there are other processes. */
size_t pool_share(struct pool *pool, const struct pool_job *job);

/* Fills slot i of a job with the memory of that thread; returns what the kind's fill returns. */
bool pool_fill_slot(struct pool *pool, const struct pool_job *job, size_t i, int thread);

size_t pool_slot_size(const struct pool_job *job);

/* Gives all workers of this process the flag that stops them; NULL: none. */
void pool_set_stop(struct pool *pool, const atomic_bool *stop);

/* What is known when a chunk is cut. */
struct chunk_need {
    size_t left;        /* items that no process has yet */
    int threads;        /* of the process that gets the chunk */
    int all_threads;    /* of all processes */
    double items_per_s; /* of that process so far; 0: not known */
    size_t last;        /* items in its last chunk; 0: it had none */
};

/* The number of items in the chunk: at least one if any are left. */
size_t chunk_size(const struct chunk_need *need);

/* A message CLUSTER_JOB starts with this; the packed context follows, or only its part if the job
 * continues the series of the one before. */
struct job_head {
    char kind[16];
    int threads; /* of each process; 0: as many as it has processors */
    bool continues;
    size_t slot_size;
};

/*
 * Messages CLUSTER_CHUNK and CLUSTER_RESULT: the number n of items, their n
 * indices, n flags that say whether the slot is filled, and n items or slots.
 * All parts begin at multiples of 8 bytes.
 */
struct chunk_view {
    uint32_t n;
    uint32_t *index;
    unsigned char *flag;
    unsigned char *body;
};

/* Appends a chunk with room for n items or slots of `each` bytes. If there is no memory, n is 0. */
struct chunk_view chunk_put(struct bytes *bytes, uint32_t n, size_t each);

/* Opens a message. Fails if it is not exactly a chunk with items or slots of `each` bytes. */
int chunk_open(unsigned char *data, size_t size, size_t each, struct chunk_view *view);

#endif
