/*
 * evolve_budget - how large the parts of 'evolve --from' can be within its time.
 *
 * The speed of the genome is measured by playing a part of the first generation. Where it
 * is slow, as heuristics in C and engines are, there are fewer opponents and openings, the
 * search is shallower, and all of it, with the verdict, still takes about the time given.
 */
#ifndef C4E_CMD_EVOLVE_BUDGET_H
#define C4E_CMD_EVOLVE_BUDGET_H

#include "evolve/config.h"

struct evolve_budget {
    double minutes; /* for the generations; the rest is for the verdict and what belongs to it */
    double games_per_s;
    int depth;                       /* 0: the usual one */
    bool few;                        /* opponents and references instead of all */
    int size;                        /* genomes in a generation */
    int openings;                    /* per opponent in a generation */
    int fit_openings, fit_positions; /* 0: no regression */
    int panel, playoff, playoff_openings, verdict_openings, changes;
};

/* The usual sizes, for a player that is fast. */
void evolve_budget_usual(struct evolve_budget *budget, double minutes);

/* What the config, which has the usual sizes, should have instead. With `any_depth` the depth is to
 * be chosen, too. */
int evolve_budget_find(struct evolve_budget *budget, const struct run_config *config,
                       bool any_depth, int threads, double minutes, struct err *err);

#endif
