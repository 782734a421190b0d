/*
 * trial - one generation in the arena: who meets whom, the games, the ratings.
 *
 * Everybody meets everybody in the population, every opponent, and the latest
 * champions of earlier generations, all from the same openings, with colours
 * swapped. What the journal has of it is not played again.
 */
#ifndef C4E_EVOLVE_TRIAL_H
#define C4E_EVOLVE_TRIAL_H

#include "arena/play.h"
#include "arena/rating.h"
#include "evolve/config.h"
#include "evolve/journal.h"

/* Two players, by index, and the place of their games in the schedule. */
struct trial_pairing {
    uint32_t a, b;
    size_t first_game;
    size_t games;
};

struct trial {
    const struct run_config *config;
    uint32_t generation;
    const struct individual_record **who; /* population, opponents, hall; borrowed */
    size_t n, population;
    struct player *player; /* of each */
    struct openings openings;
    struct schedule schedule;
    struct trial_pairing *pairing;
    size_t pairings;
    struct game_result *result;
    double *fitness; /* Elo of each, by trial_score */
    double *error;
    struct ratings ratings;
};

/* `rest` are opponents and earlier champions; the one with ORIGIN_OPPONENT is met
 * from opponent_openings, all others from hall_openings. Records are borrowed. */
int trial_init(struct trial *trial, const struct run_config *config, uint32_t generation,
               const struct individual_record *population, const struct individual_record *rest,
               size_t rest_n, struct err *err);
void trial_release(struct trial *trial);

/* Plays what is not in the journal and keeps it there, every few seconds.
 * *finished is false when watch->stop came first. */
int trial_play(struct trial *trial, const struct journal *journal, struct crew *crew,
               const struct play_watch *watch, bool *finished, struct err *err);

/* Rates everybody. The mean of the opponents is 0, or of the population when
 * there are none, so that ratings of different generations can be compared. */
int trial_score(struct trial *trial, struct err *err);

/* A player of that genome with the run's search keys. */
int trial_player(struct player *player, const struct run_config *config,
                 const struct individual_record *who, struct err *err);

#endif
