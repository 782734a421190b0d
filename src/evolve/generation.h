/*
 * generation - the games of one generation: pairings, results and ratings.
 *
 * Everyone in the population plays everyone else in it, every opponent, and the
 * latest champions of earlier generations, all from the same openings, with
 * colours swapped. Pairings that the journal has are not played again.
 */
#ifndef C4E_EVOLVE_GENERATION_H
#define C4E_EVOLVE_GENERATION_H

#include "arena/games.h"
#include "stats/rating.h"
#include "evolve/config.h"
#include "evolve/journal.h"

/* Two players, by index, and their games in the schedule. */
struct generation_pairing {
    uint32_t a, b;
    size_t first_game;
    size_t games;
};

struct generation {
    const struct run_config *config;
    struct games games; /* the players are the population, opponents and earlier champions */
    const struct journal_genome **who; /* the genome of each player; borrowed */
    size_t n, population;              /* players, and those of them in the population */
    struct generation_pairing *pairing;
    size_t pairings;
    size_t saved;    /* games that generation_play found in the journal */
    double *fitness; /* Elo of each player, by generation_score */
    double *error;
    struct ratings ratings;
};

/* `rest` are opponents (ORIGIN_OPPONENT), played from opponent_openings, and earlier champions,
 * played from hall_openings. Genomes are borrowed. */
int generation_init(struct generation *gen, const struct run_config *config, uint32_t generation,
                    const struct journal_genome *population, const struct journal_genome *rest,
                    size_t rest_n, struct err *err);
void generation_release(struct generation *gen);

/* Plays what is not in the journal and saves it there, every few seconds.
 * *finished is false when watch->stop came first. */
int generation_play(struct generation *gen, const struct journal *journal, struct pool *pool,
                    const struct watch *watch, bool *finished, struct err *err);

/* Rates all players. The mean of the opponents is 0, or that of the population if
 * there are none, so that ratings of different generations can be compared. */
int generation_score(struct generation *gen, struct err *err);

/* A generation in a few numbers. Those in Elo are nan if there are no ratings. */
struct generation_figures {
    struct journal_rating best, champion;
    double mean, spread; /* of the population: mean and standard deviation */
    bool new_champion;   /* whether the title changed hands */
};

/* `rating` are those of the population, by slot. */
struct generation_figures generation_figures(const struct journal_generation *g,
                                             const struct journal_rating *rating, size_t n);

/* A player with that genome and the run's search keys. */
int generation_player(struct player *player, const struct run_config *config,
                      const struct journal_genome *who, struct err *err);

#endif
