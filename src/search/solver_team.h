/*
 * solver_team - solvers for many positions at once, one per thread.
 *
 * Solvers share nothing but the book, so the answers are the same for any
 * number of them.
 */
#ifndef C4E_SEARCH_SOLVER_TEAM_H
#define C4E_SEARCH_SOLVER_TEAM_H

#include "search/solver.h"

struct solver_team {
    struct solver *solver;
    int n;
};

/* threads 0: as many as the machine has. Book and stop are those of each solver. */
int solver_team_init(struct solver_team *team, int threads, const struct solver_book *book,
                     const atomic_bool *stop, struct err *err);
void solver_team_release(struct solver_team *team);

/*
 * Calls work(context, solver, i) for every i below n, lowest first but many at
 * a time; what it shares with other calls it has to guard itself. Once *stop is
 * set, no further call is begun.
 */
void solver_team_run(struct solver_team *team, size_t n,
                     void (*work)(void *context, struct solver *solver, size_t i), void *context);

/* Nodes of all solvers since the team was made. */
uint64_t solver_team_nodes(const struct solver_team *team);

#endif
