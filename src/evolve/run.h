/*
 * run - the generation loop.
 *
 *     [ schedule -> play -> score -> keep -> select -> vary | fit ] x generations -> verdict
 *
 * The loop has no state but what the journal holds: it begins by asking how
 * far the run is, and goes on from there. So a run that was killed and resumed,
 * any number of times, keeps the same records as one that was not.
 */
#ifndef C4E_EVOLVE_RUN_H
#define C4E_EVOLVE_RUN_H

#include "evolve/generation.h"

/* The figures of a generation that was just closed. */
struct generation_summary {
    uint32_t generation;
    size_t games;
    double best, best_error; /* Elo; 0 is the mean of the opponents */
    double mean, spread;     /* of the population: mean and standard deviation */
    double champion_elo;
    uint32_t champion;
    bool new_champion;
    enum origin champion_origin;
    double fit_before, fit_after; /* held-out losses, or nan */
};

/* How the caller follows a run; all but context may be zero. */
struct run_watch {
    const atomic_bool *stop;
    void (*progress)(void *context, const char *what, size_t done, size_t games);
    void (*closed)(void *context, const struct generation_summary *summary);
    void (*validated)(void *context, const struct journal_validation *list, size_t n);
    bool (*out_of_time)(void *context);
    void *context;
};

enum run_end {
    RUN_FINISHED,    /* all generations are played, or patience has run out; the verdict is kept */
    RUN_INTERRUPTED, /* watch->stop */
    RUN_OUT_OF_TIME  /* the budget is used up; the verdict is kept */
};

/* Keeps the births of generation 0, opponents and references in an empty journal. */
int run_begin(const struct run_config *config, const struct journal *journal, struct err *err);

/* Goes on until an end is reached. */
int run_continue(const struct run_config *config, const struct journal *journal, struct pool *pool,
                 const struct run_watch *watch, enum run_end *end, struct err *err);

/* Games of one generation with that many opponents and earlier champions. */
size_t run_games_per_generation(const struct run_config *config, size_t opponents, size_t hall);

#endif
