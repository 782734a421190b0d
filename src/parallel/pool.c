#include "parallel/pool.h"

#include <stdio.h>
#include <stdlib.h>

#include <omp.h>

#include "base/clock.h"
#include "parallel/cluster.h"
#include "parallel/pool_share.h"

int pool_init(struct pool *pool, int threads, const struct pool_memory *memory, struct err *err)
{
    int wanted = threads > 0 ? threads : cluster_threads(cluster_rank());

    *pool = (struct pool){ .memory = memory, .asked = threads > 0 ? threads : 0 };
    omp_set_num_threads(wanted);
    pool->worker = calloc((size_t)wanted, sizeof *pool->worker);
    if (!pool->worker)
        return err_shortage(err, "out of memory: %d threads", wanted);
    for (; pool->threads < wanted; pool->threads++) {
        void *worker = calloc(1, memory->size);

        if (!worker)
            err_shortage(err, "out of memory: %d threads", wanted);
        if (!worker || memory->init(worker, err)) {
            free(worker);
            pool_release(pool);
            return -1;
        }
        pool->worker[pool->threads] = worker;
    }
    return 0;
}

void pool_release(struct pool *pool)
{
    for (int i = 0; i < pool->threads; i++) {
        pool->memory->release(pool->worker[i]);
        free(pool->worker[i]);
    }
    free(pool->worker);
    free(pool->note);
    *pool = (struct pool){ 0 };
}

void pool_forget_notes(struct pool *pool)
{
    free(pool->note);
    pool->note = NULL;
    pool->notes = 0;
}

/* There is room for the next power of 2, so it doubles whenever their number is one. */
static struct pool_note *next_note(struct pool *pool)
{
    size_t n = pool->notes;

    if ((n & (n - 1)) == 0) {
        struct pool_note *more = realloc(pool->note, (n ? 2 * n : 1) * sizeof *more);

        if (!more)
            return NULL;
        pool->note = more;
    }
    return &pool->note[pool->notes++];
}

void pool_add_note(const struct pool_item *item, size_t index, uint32_t number, const char *text)
{
#pragma omp critical(pool_notes)
    {
        struct pool_note *note = next_note(item->pool);

        if (note) {
            *note = (struct pool_note){ .index = index, .number = number };
            snprintf(note->text, sizeof note->text, "%s", text);
        }
    }
}

bool pool_give_up(const struct pool_item *item, const char *why)
{
    struct pool *pool = item->pool;

#pragma omp critical(pool_notes)
    {
        if (!pool->gave_up)
            snprintf(pool->why, sizeof pool->why, "%s", why);
        pool->gave_up = true;
    }
    return false;
}

int pool_check(const struct pool *pool, struct err *err)
{
    return pool->gave_up ? err_shortage(err, "%s", pool->why) : 0;
}

uint64_t pool_series(struct pool *pool)
{
    return ++pool->made_series;
}

size_t pool_slot_size(const struct pool_job *job)
{
    return job->slot_size ? job->slot_size : job->kind->slot_size;
}

void pool_set_stop(struct pool *pool, const atomic_bool *stop)
{
    for (int i = 0; i < pool->threads; i++)
        pool->memory->set_stop(pool->worker[i], stop);
}

bool pool_fill_slot(struct pool *pool, const struct pool_job *job, size_t i, int thread)
{
    const struct pool_item item = { .context = job->context,
                                    .index = i,
                                    .data = (const char *)job->item + i * job->kind->item_size,
                                    .slot = (char *)job->slot + i * pool_slot_size(job),
                                    .worker = pool->worker[thread],
                                    .pool = pool };

    return job->kind->fill(&item);
}

/* With the threads of this process only. */
static size_t fill_here(struct pool *pool, const struct pool_job *job)
{
    int threads = job->in_order ? 1 : pool->threads;
    size_t done = 0;
    bool enough = false;

    pool_set_stop(pool, job->stop);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t i = 0; i < job->n; i++) {
        size_t count;
        bool skip;

#pragma omp atomic read
        skip = enough;
        if (skip || pool->gave_up || (job->stop && *job->stop) ||
            !pool_fill_slot(pool, job, i, omp_get_thread_num()))
            continue;
#pragma omp atomic capture
        count = ++done;
        if (!job->filled)
            continue;
#pragma omp critical(pool_filled)
        if (!job->filled(job->watcher, i, count)) {
#pragma omp atomic write
            enough = true;
        }
    }
    pool_set_stop(pool, NULL);
    return done;
}

size_t pool_fill(struct pool *pool, const struct pool_job *job)
{
    double start = clock_s();
    bool here = cluster_size() == 1 || job->in_order || job->here || job->n > UINT32_MAX;
    size_t done;

    pool->gave_up = false;
    done = here ? fill_here(pool, job) : pool_share(pool, job);
    pool->filling_s += clock_s() - start;
    return done;
}
