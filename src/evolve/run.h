/*
 * run - one evolution from its founders to its verdict.
 *
 *     [ schedule -> play -> score -> keep -> select -> vary | fit ] x generations -> verdict
 *
 * A run has no state except its journal: it asks the journal how far it is, and
 * continues from there. So a run that was killed and resumed any number of times
 * keeps the same data as one that was not.
 */
#ifndef C4E_EVOLVE_RUN_H
#define C4E_EVOLVE_RUN_H

#include "evolve/verdict.h"

/* Names the rules of play and learning. It changes whenever a journal that was begun before would
 * be continued with other games than it was begun with. */
#define RUN_RULES_NOW "steps within bounds"

/* A generation that was just closed. */
struct run_generation {
    struct generation_figures figures;
    enum origin champion_origin;
    double panel;             /* the champion's score on the panel, or nan */
    size_t games;             /* of the generation */
    struct journal_time time; /* the games that were played now, and how long it took */
};

/* How the caller follows a run. Callbacks get watch.context, and may be NULL. */
struct run_watch {
    struct watch watch;
    void (*closed)(void *context, const struct run_generation *generation);
    void (*validated)(void *context, const struct journal_validation *list, size_t n);
};

enum run_end {
    RUN_FINISHED,     /* all generations are played, or patience has run out */
    RUN_OUT_OF_GAMES, /* the budget of games is used up */
    RUN_OUT_OF_TIME,  /* the time budget is used up */
    RUN_INTERRUPTED   /* watch.stop was set: there is no verdict */
};

/* Keeps the founders, opponents and references in an empty journal. */
int run_begin(const struct run_config *config, const struct journal *journal, struct err *err);

/* Plays all generations that the journal does not have, and reaches the verdict, which the caller
 * releases. */
int run_play(const struct run_config *config, const struct journal *journal, struct pool *pool,
             const struct run_watch *watch, struct verdict *verdict, enum run_end *end,
             struct err *err);

/* Whether no generation is left to be played: only play-off and verdict may be missing. */
int run_is_complete(const struct run_config *config, const struct journal *journal, bool *complete,
                    struct err *err);

/* The number of games after the last generation, at most: play-off, verdict and changes. */
size_t run_games_at_end(const struct run_config *config);

/* The number of games of all generations that the config allows, without validations. */
size_t run_games_in_all(const struct run_config *config);

#endif
