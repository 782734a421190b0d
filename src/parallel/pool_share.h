/*
 * pool_share - how rank 0 shares a job with the other processes.
 *
 * Every process has one chunk of items to work on and the next one waiting; it
 * gets another when it sends the results of one. So nobody waits for a message,
 * and as chunks shrink toward the end of the list, nobody waits long for the
 * slowest.
 */
#ifndef C4E_PARALLEL_POOL_SHARE_H
#define C4E_PARALLEL_POOL_SHARE_H

#include "parallel/pool.h"

/* pool_fill where there are other processes. */
size_t pool_share(struct pool *pool, const struct pool_job *job);

/* What is known when a chunk is cut. */
struct chunk_need {
    size_t left;        /* items that nobody has yet */
    int threads;        /* of the process that gets it */
    int all_threads;    /* of all processes */
    double items_per_s; /* of that process until now; 0: not known */
    size_t last;        /* its last chunk; 0: none */
};

/* How many items: no more than are left, and at least one of those. */
size_t chunk_size(const struct chunk_need *need);

/* A message CLUSTER_JOB starts with this; then comes what the kind has packed. */
struct job_head {
    char kind[16];
    int threads; /* as asked for: 0 for as many as there are processors */
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

/* Appends a chunk of n bodies of that size, to be filled in; n is 0 without memory. */
struct chunk_view chunk_put(struct bytes *bytes, uint32_t n, size_t each);
struct chunk_view chunk_open(unsigned char *data);

#endif
