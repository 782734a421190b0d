/*
 * rating - one number per player, in Elo, with honest errors.
 *
 * Bradley-Terry ratings with draws and first-move advantage (davidson.h has the
 * model and the prior). A lead of 400 Elo, first move included, means ten
 * wins for every loss. Errors are half-widths of 95% intervals,
 * with the game pair as the sample.
 *
 * Players that are not linked by any chain of games are in different components.
 * Ratings from different components cannot be compared: they are finite, with
 * each component centred on the same mean, and their errors are large.
 */
#ifndef C4E_STATS_RATING_H
#define C4E_STATS_RATING_H

#include <stddef.h>
#include <stdint.h>

#include "stats/crosstable.h"
#include "stats/davidson.h"
#include "stats/tally.h"
#include "base/err.h"

#define RATING_MEAN SIZE_MAX

/* Where the scale is fixed: a player, or with RATING_MEAN the mean of all, is at elo. */
struct rating_anchor {
    size_t player;
    double elo;
};

struct ratings {
    size_t n;
    double *elo;
    double *error;       /* 0 for the player who is the anchor */
    double *covariance;  /* n x n, in Elo squared, of the anchored ratings */
    uint32_t *component; /* numbered from 0 in the order of their first players */
    size_t components;
    struct interval first_move; /* its advantage, in Elo */
    struct interval nu;         /* Davidson's draw parameter, exp(v) */
    struct interval draw_rate;  /* share of draws between equals: nu / (2 + nu) */
    double pair_correlation;    /* of the first players' scores in the two games of a pair */
    struct davidson fit;        /* the same in natural logarithms, not anchored */
};

/* Rates the players of a table. Fails if memory runs out or the anchor is not a player. */
int ratings_init(struct ratings *ratings, const struct crosstable *table,
                 struct rating_anchor anchor, struct err *err);
void ratings_release(struct ratings *ratings);

/* The Elo of one player over another, with its 95% interval. */
struct interval ratings_difference(const struct ratings *ratings, size_t player, size_t opponent);

/* Win, draw and loss probabilities of a game, and its expected score, as first sees it. */
struct game_model ratings_game(const struct ratings *ratings, size_t first, size_t second);

#endif
