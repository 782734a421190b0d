/*
 * generation - the games of one generation: a race, its results and standings.
 *
 * Everyone in the population plays every opponent and the latest champions of earlier
 * generations, and everyone else in the population if the config says so. Each
 * opponent has openings of its own, the same for all genomes, new in every
 * generation; every opening is played twice, with colours swapped. Of the pairings
 * within the population no two of one genome share an opening.
 *
 * A race has rounds. After each round but the last only the best part of the genomes
 * goes on, and gets as many games as all had in the round before. The champion always
 * goes on.
 *
 * Pairings that the journal has are not played again. Who goes on depends on results
 * only, so a race that was interrupted continues as it would have.
 */
#ifndef C4E_EVOLVE_GENERATION_H
#define C4E_EVOLVE_GENERATION_H

#include "arena/games.h"
#include "evolve/config.h"
#include "evolve/journal.h"
#include "stats/standing.h"

/* Two players, by index, and their games in the schedule. */
struct generation_pairing {
    uint32_t a, b;
    size_t first_game;
    size_t games;
    size_t first_opening; /* the number of its first opening; the others follow */
};

struct generation {
    const struct run_config *config;
    struct games games; /* the players are the population, opponents and earlier champions */
    const struct journal_genome **who; /* the genome of each player; borrowed */
    size_t n, population;              /* players, and those of them in the population */
    struct generation_pairing *pairing;
    size_t pairings;
    bool *races;     /* by genome of the population: it is still in the race */
    size_t *first;   /* by round and player: the number of the first opening */
    uint32_t *group; /* of each opening: the player it belongs to; 0 within the population */
    size_t openings; /* numbers of openings; the same opening may have several */
    size_t saved;    /* games that generation_play found in the journal */
    const struct standing_prior *prior; /* of the population; borrowed */
    struct standings standings;         /* of the population, by generation_score */
};

/* `rest` are opponents (ORIGIN_OPPONENT), played from opponent_openings, and earlier champions,
 * played from hall_openings. `prior` is what is known of the population. All are borrowed. */
int generation_init(struct generation *gen, const struct run_config *config, uint32_t generation,
                    const struct journal_genome *population, const struct standing_prior *prior,
                    const struct journal_genome *rest, size_t rest_n, struct err *err);
void generation_release(struct generation *gen);

/* Plays what is not in the journal and saves it there, every few seconds.
 * *finished is false when watch->stop came first. */
int generation_play(struct generation *gen, const struct journal *journal, struct pool *pool,
                    const struct watch *watch, bool *finished, struct err *err);

/* Rates the population by all games played so far. */
int generation_score(struct generation *gen, struct err *err);

/* The share of points in a game pair, as the player sees it who moved first in the first game. */
double generation_pair_score(const struct game_result result[2]);

/* What the journal keeps of a genome's standing. */
struct journal_rating generation_rating(uint32_t id, const struct standing *standing);

/* The number of games of a generation with that many opponents and earlier champions. */
size_t generation_games(const struct run_config *config, size_t opponents, size_t hall);

/* A generation in a few numbers. Those in Elo are nan if there are no ratings. */
struct generation_figures {
    struct journal_rating best, champion;
    double mean, spread;             /* of the population's Elo: mean and standard deviation */
    double score_mean, score_spread; /* the same of its score */
    bool new_champion;               /* whether the title changed hands */
};

/* `rating` are those of the population, by slot. */
struct generation_figures generation_figures(const struct journal_generation *g,
                                             const struct journal_rating *rating, size_t n);

/* A player with that genome and the run's search keys. */
int generation_player(struct player *player, const struct run_config *config,
                      const struct journal_genome *who, struct err *err);

/* The same, but for player_ready: the caller does that for many at once. */
int generation_player_init(struct player *player, const struct run_config *config,
                           const struct journal_genome *who, struct err *err);

#endif
