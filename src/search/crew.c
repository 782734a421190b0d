#include "search/crew.h"

#include <stdlib.h>

#include <omp.h>

#include "base/clock.h"
#include "cluster/cluster.h"
#include "search/crew_share.h"

int crew_init(struct crew *crew, int threads, struct err *err)
{
    *crew = (struct crew){ .threads = threads > 0 ? threads : cluster_threads(cluster_rank()),
                           .asked = threads > 0 ? threads : 0 };
    crew->worker = calloc((size_t)crew->threads, sizeof *crew->worker);
    if (!crew->worker)
        return err_set(err, "out of memory: %d threads", crew->threads);
    for (int i = 0; i < crew->threads; i++) {
        if (worker_init(&crew->worker[i], err)) {
            crew_release(crew);
            return -1;
        }
    }
    return 0;
}

void crew_release(struct crew *crew)
{
    for (int i = 0; crew->worker && i < crew->threads; i++)
        worker_release(&crew->worker[i]);
    free(crew->worker);
    forfeits_release(&crew->forfeits);
    *crew = (struct crew){ 0 };
}

/* The threads of this process only. */
static size_t fill_here(struct crew *crew, const struct crew_job *job)
{
    const struct crew_kind *kind = job->kind;
    int threads = job->in_order ? 1 : crew->threads;
    size_t done = 0;
    bool enough = false;

#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t i = 0; i < job->n; i++) {
        struct hand hand = { &crew->worker[omp_get_thread_num()], job->stop, &crew->forfeits };
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
#pragma omp critical(crew_filled)
        if (!job->filled(job->watcher, i, count)) {
#pragma omp atomic write
            enough = true;
        }
    }
    return done;
}

size_t crew_fill(struct crew *crew, const struct crew_job *job)
{
    double start = clock_s();
    bool alone = cluster_size() == 1 || job->in_order || job->n > UINT32_MAX;
    size_t done = alone ? fill_here(crew, job) : crew_share(crew, job);

    crew->filling_s += clock_s() - start;
    return done;
}
