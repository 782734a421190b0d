/*
 * run_state - what a run knows while it is played, as read from its journal.
 *
 * Private to the files of run. Nothing in it is lost when the program ends: all of it
 * can be read from the journal again.
 */
#ifndef C4E_EVOLVE_RUN_STATE_H
#define C4E_EVOLVE_RUN_STATE_H

#include "evolve/learning.h"
#include "evolve/run.h"
#include "evolve/truth_test.h"

struct run {
    const struct run_config *config;
    const struct journal *journal;
    struct pool *pool;
    const struct run_watch *watch;
    struct learning learning;
    struct journal_genome *opponent, *reference;
    size_t opponents, references;
    uint32_t generation; /* the one to be played */
    struct journal_genome *population;
    struct learning_priors known; /* of it */
    struct truth_test truth;
    struct journal_genome *rest; /* what it plays against: opponents, earlier champions */
    size_t rest_n;
    struct journal_genome measured; /* the champion that the panel measured last; id 0: none */
    double panel, panel_error;
    int idle;       /* generations since the title changed hands */
    uint64_t games; /* of closed generations; only counted if they are limited */
    uint32_t played;
    double start_s;
};

/* Reads what all generations share, and how far the run is. Starts the clock of its time budget. */
int run_load(struct run *r, struct err *err);
void run_release(struct run *r);

/* Reads the generation that is to be played: the population, what it plays against, and what is
 * known of it. */
int run_read_generation(struct run *r, struct err *err);

/* Counts closed generations, those since the title changed hands, and their games. */
int run_count_progress(struct run *r, struct err *err);

/* Adds the games of a closed generation, as the journal has them, if games are limited. */
int run_count_games(struct run *r, uint32_t generation, struct err *err);

#endif
