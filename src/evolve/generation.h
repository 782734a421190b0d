/*
 * generation - one generation in the arena: who meets whom, the games, the ratings.
 *
 * Everybody meets everybody in the population, every opponent, and the latest
 * champions of earlier generations, all from the same openings, with colours
 * swapped. What the journal has of it is not played again.
 */
#ifndef C4E_EVOLVE_GENERATION_H
#define C4E_EVOLVE_GENERATION_H

#include "arena/play.h"
#include "stats/rating.h"
#include "evolve/config.h"
#include "evolve/journal.h"

/* Two players, by index, and the place of their games in the schedule. */
struct generation_pairing {
    uint32_t a, b;
    size_t first_game;
    size_t games;
};

struct generation {
    const struct run_config *config;
    uint32_t generation;
    const struct journal_genome **who; /* population, opponents, hall; borrowed */
    size_t n, population;
    struct player *player; /* of each */
    struct openings openings;
    struct schedule schedule;
    struct generation_pairing *pairing;
    size_t pairings;
    struct game_result *result;
    double *fitness; /* Elo of each, by generation_score */
    double *error;
    struct ratings ratings;
};

/* `rest` are opponents and earlier champions; the one with ORIGIN_OPPONENT is met
 * from opponent_openings, all others from hall_openings. Records are borrowed. */
int generation_init(struct generation *gen, const struct run_config *config, uint32_t generation,
                    const struct journal_genome *population, const struct journal_genome *rest,
                    size_t rest_n, struct err *err);
void generation_release(struct generation *gen);

/* Plays what is not in the journal and keeps it there, every few seconds.
 * *finished is false when watch->stop came first. */
int generation_play(struct generation *gen, const struct journal *journal, struct pool *pool,
                    const struct play_watch *watch, bool *finished, struct err *err);

/* Rates everybody. The mean of the opponents is 0, or of the population when
 * there are none, so that ratings of different generations can be compared. */
int generation_score(struct generation *gen, struct err *err);

/* A player of that genome with the run's search keys. */
int generation_player(struct player *player, const struct run_config *config,
                      const struct journal_genome *who, struct err *err);

#endif
