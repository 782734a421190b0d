#include "search/solver_team.h"

#include <stdlib.h>

#include <omp.h>

int solver_team_init(struct solver_team *team, int threads, const struct solver_book *book,
                     const atomic_bool *stop, struct err *err)
{
    if (threads <= 0)
        threads = omp_get_num_procs();
    *team = (struct solver_team){ .solver = calloc((size_t)threads, sizeof *team->solver) };
    if (!team->solver)
        return err_set(err, "out of memory: %d solvers", threads);
    for (; team->n < threads; team->n++) {
        if (solver_init(&team->solver[team->n], SOLVER_MEGABYTES, err)) {
            solver_team_release(team);
            return -1;
        }
        team->solver[team->n].book = book;
        team->solver[team->n].stop = stop;
    }
    return 0;
}

void solver_team_release(struct solver_team *team)
{
    for (int i = 0; i < team->n; i++)
        solver_release(&team->solver[i]);
    free(team->solver);
    *team = (struct solver_team){ 0 };
}

void solver_team_run(struct solver_team *team, size_t n,
                     void (*work)(void *context, struct solver *solver, size_t i), void *context)
{
    const atomic_bool *stop = team->solver[0].stop;

#pragma omp parallel for schedule(dynamic) num_threads(team->n)
    for (size_t i = 0; i < n; i++)
        if (!stop || !*stop)
            work(context, &team->solver[omp_get_thread_num()], i);
}

uint64_t solver_team_nodes(const struct solver_team *team)
{
    uint64_t nodes = 0;

    for (int i = 0; i < team->n; i++)
        nodes += team->solver[i].nodes;
    return nodes;
}
