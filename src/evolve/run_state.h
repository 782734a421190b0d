/*
 * run_state - where a run is: what the generation loop knows between two steps.
 *
 * Private to src/evolve. All of it comes from the journal, and can be read from
 * there again at any time.
 */
#ifndef C4E_EVOLVE_RUN_STATE_H
#define C4E_EVOLVE_RUN_STATE_H

#include "evolve/breed.h"
#include "evolve/run.h"

struct run {
    const struct run_config *config;
    const struct journal *journal;
    struct pool *pool;
    const struct run_watch *watch;
    struct gene_space gs;
    struct journal_genome *opponent, *reference;
    size_t opponents, references;
    struct cmaes cmaes;
    bool cmaes_ready;
    uint32_t generation; /* the one to be played */
    struct journal_genome *population;
    struct journal_genome *rest; /* whom it meets besides: opponents, earlier champions */
    size_t rest_n;
    int idle; /* generations since the title changed hands */
};

/* Asks the journal how far the run is. Fill in config, journal, pool and watch before. */
int run_state_load(struct run *r, struct err *err);
void run_state_release(struct run *r);

/* Reads the population of the generation to be played, and whom it meets. */
int run_state_next(struct run *r, struct err *err);

/* CMA-ES: starts the distribution around a champion, and tells it how a population fared. */
int run_state_start_cmaes(struct run *r, const struct journal_genome *champion, struct err *err);
int run_state_tell_cmaes(struct run *r, const struct journal_genome *population,
                         const double *fitness, struct err *err);

/* Scores a gen that was played, decides the title, breeds, and closes the generation. */
int run_conclude(struct run *r, struct generation *t, struct err *err);

#endif
