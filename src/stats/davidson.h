/*
 * davidson - Bradley and Terry's model of games, with draws and a first move.
 *
 * The odds of a game between players of strengths s (who moves first) and t are
 *
 *     win : draw : loss  =  exp(d / 2) : exp(v) : exp(-d / 2),   d = s - t + f
 *
 * with f the advantage of moving first and v the tendency to draw, both the
 * same for all games (Davidson 1970). All are natural logarithms of odds.
 *
 * The fit is the most probable one given the games and a weak prior: normal
 * distributions of the strengths, of f and of v. It exists and is unique for
 * any table, as the posterior is strictly log-concave.
 */
#ifndef C4E_STATS_DAVIDSON_H
#define C4E_STATS_DAVIDSON_H

#include <stddef.h>

#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>

#include "stats/crosstable.h"
#include "base/err.h"

/*
 * The prior, as standard deviations in the units above. That of a strength is
 * 500 Elo, which weighs as much as half a game between equals; that of the
 * first move is 200 Elo. A draw between equals has a probability of 16%, and
 * with one standard deviation less or more, 2% or 58%.
 */
#define DAVIDSON_STRENGTH_SD 2.878
#define DAVIDSON_FIRST_SD    1.151
#define DAVIDSON_DRAW_MEAN   (-1.0)
#define DAVIDSON_DRAW_SD     2.0

/* What the model says about one game, as the first player sees it. */
struct game_model {
    double win, draw, loss; /* probabilities */
    double score;           /* expected */
    double score_variance;  /* also the slope of the expected score against d */
    double covariance;      /* of the score and of being drawn */
    double draw_variance;
};

struct game_model davidson_model(double d, double v);

struct davidson {
    size_t n;
    gsl_vector *beta;       /* n strengths, then f, then v; the mean strength is 0 */
    gsl_matrix *covariance; /* of beta */
    double correlation[2];  /* between the two games of a pair, as the first player of each sees it:
                               of their scores, and of their draws apart from the scores */
};

/* Fits the model. */
int davidson_init(struct davidson *fit, const struct crosstable *table, struct err *err);
void davidson_release(struct davidson *fit);

/* A game between two of the players. */
struct game_model davidson_game(const struct davidson *fit, size_t first, size_t second);

#endif
