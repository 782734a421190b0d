#include "parallel/pool.h"

#include <stdlib.h>

#include <omp.h>

#include "base/clock.h"
#include "parallel/cluster.h"
#include "parallel/pool_share.h"

int pool_init(struct pool *pool, int threads, struct err *err)
{
    *pool = (struct pool){ .threads = threads > 0 ? threads : cluster_threads(cluster_rank()),
                           .asked = threads > 0 ? threads : 0 };
    pool->worker = calloc((size_t)pool->threads, sizeof *pool->worker);
    if (!pool->worker)
        return err_set(err, "out of memory: %d threads", pool->threads);
    for (int i = 0; i < pool->threads; i++) {
        if (worker_init(&pool->worker[i], err)) {
            pool_release(pool);
            return -1;
        }
    }
    return 0;
}

void pool_release(struct pool *pool)
{
    for (int i = 0; pool->worker && i < pool->threads; i++)
        worker_release(&pool->worker[i]);
    free(pool->worker);
    forfeits_release(&pool->forfeits);
    *pool = (struct pool){ 0 };
}

/* The threads of this process only. */
static size_t fill_here(struct pool *pool, const struct pool_job *job)
{
    const struct pool_kind *kind = job->kind;
    int threads = job->in_order ? 1 : pool->threads;
    size_t done = 0;
    bool enough = false;

#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t i = 0; i < job->n; i++) {
        struct hand hand = { &pool->worker[omp_get_thread_num()], job->stop, &pool->forfeits };
        const char *item = job->item;
        char *slot = job->slot;
        size_t count;
        bool skip;

#pragma omp atomic read
        skip = enough;
        if (skip || (job->stop && *job->stop) ||
            !kind->fill(job->context, &hand, i, item + i * kind->item_size,
                        slot + i * kind->slot_size))
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
    return done;
}

size_t pool_fill(struct pool *pool, const struct pool_job *job)
{
    double start = clock_s();
    bool alone = cluster_size() == 1 || job->in_order || job->n > UINT32_MAX;
    size_t done = alone ? fill_here(pool, job) : pool_share(pool, job);

    pool->filling_s += clock_s() - start;
    return done;
}
