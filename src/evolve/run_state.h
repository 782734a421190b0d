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
    struct crew *crew;
    const struct run_watch *watch;
    struct gene_space gs;
    struct individual_record *fixed; /* opponents, then yardsticks */
    size_t opponents, yardsticks;
    struct cmaes cmaes;
    bool cmaes_ready;
    uint32_t generation; /* the one to be played */
    struct individual_record *population;
    struct individual_record *rest; /* whom it meets besides: opponents, earlier champions */
    size_t rest_n;
    int idle; /* generations since the title changed hands */
};

/* Asks the journal how far the run is. Fill in config, journal, crew and watch before. */
int run_state_load(struct run *r, struct err *err);
void run_state_release(struct run *r);

/* Reads the population of the generation to be played, and whom it meets. */
int run_state_next(struct run *r, struct err *err);

/* CMA-ES: starts the distribution around a champion, and tells it how a population fared. */
int run_state_start_cmaes(struct run *r, const struct individual_record *champion, struct err *err);
int run_state_tell_cmaes(struct run *r, const struct individual_record *population,
                         const double *fitness, struct err *err);

/* Scores a trial that was played, decides the title, breeds, and closes the generation. */
int run_conclude(struct run *r, struct trial *t, struct err *err);

#endif
