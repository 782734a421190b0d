/*
 * pool - fills a list with all threads of this process, and with those of the
 * other processes where mpirun or srun started several.
 *
 * A job is a list of n items and n slots, all plain data. Filling a slot reads
 * its item, its index and a context that all items share, and writes nothing
 * else, so slots can be filled in any order by any thread. A kind of job knows
 * how to turn its context into bytes and back, so that other processes can help.
 *
 * The pool knows nothing about the work. Each thread, a worker, has its own
 * memory, which is kept from one job to the next; its content is up to the
 * creator of the pool.
 */
#ifndef C4E_PARALLEL_POOL_H
#define C4E_PARALLEL_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"

/* A signal handler sets the flag that stops a job. */
_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "the stop flag must be lock-free");

/* How the memory of a worker is created. */
struct pool_memory {
    size_t size;
    int (*init)(void *worker, struct err *err);
    void (*release)(void *worker);

    /* Called before a job with the flag that stops it, and after the job with NULL. */
    void (*set_stop)(void *worker, const atomic_bool *stop);
};

/* A remark on an item, for the caller of the job. */
#define POOL_NOTE_SIZE 200

struct pool_note {
    size_t index;
    uint32_t number; /* the kind of job defines what index and number mean */
    char text[POOL_NOTE_SIZE];
};

struct pool {
    const struct pool_memory *memory;
    void **worker;          /* one per thread of this process */
    int threads;            /* of this process */
    int asked;              /* threads of each process; 0: as many as it has processors */
    struct pool_note *note; /* of all jobs since pool_forget_notes, in any order */
    size_t notes;
    atomic_bool gave_up; /* the last job, and why */
    char why[POOL_NOTE_SIZE];
    uint64_t made_series;   /* number of the last one */
    uint64_t shared_series; /* of the last job that was shared with other processes */
    double filling_s;       /* time spent in pool_fill */
};

/* With threads 0 the pool has as many as the machine has processors. Parallel loops of this process
 * outside of jobs then have as many, too. */
int pool_init(struct pool *pool, int threads, const struct pool_memory *memory, struct err *err);
void pool_release(struct pool *pool);

void pool_forget_notes(struct pool *pool);

/* What a worker is asked to do. */
struct pool_item {
    const void *context; /* of the job */
    size_t index;
    const void *data; /* the item itself */
    void *slot;
    void *worker; /* the memory of this thread */
    struct pool *pool;
};

/* Adds a note to the pool; any thread may call it while it fills a slot. If memory runs out, the
 * note is lost. Notes are not sent: items that may need them must stay in rank 0. */
void pool_add_note(const struct pool_item *item, size_t index, uint32_t number, const char *text);

/* Gives up the whole job because this machine falls short of something, such as memory, which is
 * not the fault of the item. Any thread may call it while it fills a slot. Returns false, which is
 * what the filling must return then. */
bool pool_give_up(const struct pool_item *item, const char *why);

struct pool_kind {
    const char *name;
    size_t item_size, slot_size;

    /* Fills a slot. Returns false if the worker was told to stop, or gave up the job. */
    bool (*fill)(const struct pool_item *item);

    /* Whether only rank 0 can work on this item. NULL: any process can work on all. */
    bool (*stays)(const void *context, const void *item);

    void (*pack)(const void *context, struct bytes *out);
    int (*unpack)(void **context, struct bytes_reader *in, struct err *err);
    void (*release)(void *context); /* one that unpack made */

    /* The part of the context that differs between the jobs of a series; NULL if there is none. It is
     * sent with every job, the rest only with the first one. */
    void (*pack_part)(const void *context, struct bytes *out);
    int (*take_part)(void *context, struct bytes_reader *in, struct err *err);
};

struct pool_job {
    const struct pool_kind *kind;
    const void *context;
    const void *item;
    void *slot;
    size_t n;
    const atomic_bool *stop; /* no slot is started once this is set; may be NULL */

    /* Called by one thread at a time for each filled slot, with the number of slots filled so
     * far. Once it returns false no slot is started. May be NULL. */
    bool (*filled)(void *watcher, size_t index, size_t done);
    void *watcher;
    size_t slot_size; /* 0: that of the kind */
    uint64_t series;  /* see pool_series; 0: none */
    bool in_order;    /* one slot after the other, by one thread of this process */
    bool here;        /* only by threads of this process: slots may then hold pointers */
};

/* A number for jobs of one kind whose contexts differ only in a small part. Other processes keep the
 * rest from one of them to the next, unless a job that is not of the series comes between. */
uint64_t pool_series(struct pool *pool);

/* Returns the number of slots filled: fewer than n when stopped or given up, or when another
 * process was lost (see cluster_lost). */
size_t pool_fill(struct pool *pool, const struct pool_job *job);

/* Fails if the last job was given up in this process. */
int pool_check(const struct pool *pool, struct err *err);

/* What the processes other than rank 0 do: help with jobs of these kinds, a list that ends with
 * NULL, until rank 0 tells them that the program is over. */
void pool_serve(const struct pool_kind *const *kinds, const struct pool_memory *memory);

#endif
