/*
 * gauntlet - some genomes against all opponents, outside of training.
 *
 * Every opponent has openings of its own, the same for all genomes and for all
 * gauntlets of that set, draw and number of openings, each played twice with colours
 * swapped. Nothing is kept: the caller keeps what it needs.
 */
#ifndef C4E_EVOLVE_GAUNTLET_H
#define C4E_EVOLVE_GAUNTLET_H

#include "evolve/generation.h"

struct gauntlet {
    const struct run_config *config;
    const struct journal_genome *const *who;
    size_t n;
    const struct journal_genome *opponent;
    size_t opponents;
    enum opening_set set;
    uint32_t draw;    /* openings of different draws are different, as far as there are enough */
    int plies;        /* of the openings */
    size_t openings;  /* per opponent */
    const char *what; /* its games are called in progress messages */
    enum game_detail detail; /* of what gauntlet_games plays */
};

/* Plays all games; the caller releases them. *finished is false if watch->stop came first. */
int gauntlet_games(const struct gauntlet *g, struct pool *pool, const struct watch *watch,
                   struct games *games, bool *finished, struct err *err);

/* Fills in a sample per genome, opponent and opening, in that order; the caller frees the list.
 * Sample i is from opening i mod (opponents x openings). *finished is false, and the list NULL, if
 * watch->stop came first. */
int gauntlet_play(const struct gauntlet *g, struct pool *pool, const struct watch *watch,
                  struct standing_sample **sample, bool *finished, struct err *err);

/* The mean of n samples, with the variance of its error. */
struct belief gauntlet_mean(const struct standing_sample *sample, size_t n);

/*
 * The panel: the champion of each generation on the same validation openings, so that
 * champions of all generations can be compared. Fills in the score and half of its 95%
 * interval, which the luck of these openings is part of: differences between champions
 * are known better.
 */
int panel_measure(const struct run_config *config, const struct journal_genome *champion,
                  const struct journal_genome *opponent, size_t opponents, struct pool *pool,
                  const struct watch *watch, double *score, double *error, bool *finished,
                  struct err *err);

#endif
