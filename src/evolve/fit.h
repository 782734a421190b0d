/*
 * fit - weights by regression on results.
 *
 * Positions of finished games, seen by both sides, with the result of the game,
 * or with that of perfect play from there on: a logistic regression finds the
 * weights whose evaluation predicts it best.
 * Shape and map genes stay as they are, since the evaluation is not linear in
 * them. The scale stays that of the starting genome: first a single factor is
 * fitted that turns its evaluation into odds, then the weights around it, with
 * a ridge toward the start that is chosen on held-out openings.
 */
#ifndef C4E_EVOLVE_FIT_H
#define C4E_EVOLVE_FIT_H

#include "arena/schedule.h"
#include "truth/truth.h"
#include "base/stream.h"
#include "heuristic/genome.h"

/* Whose results count: those of the games, or those of perfect play. Solving
 * positions takes time, all the more the earlier they are, so that with
 * FIT_TRUTH only those from FIT_TRUTH_PLIES on are used. */
enum fit_target { FIT_GAMES, FIT_TRUTH, FIT_TARGETS };

#define FIT_TRUTH_PLIES 12

extern const char *const fit_target_name[FIT_TARGETS];

/* The target of that name; or -1, and the message lists the names. */
int fit_target_find(const char *name, struct err *err);

/* A finished game. Games of one start share its number, so that all of them
 * are either fitted to or held out. */
struct fit_game {
    const struct moves *moves;
    signed char outcome; /* enum game_outcome */
    unsigned char opening_plies;
    uint32_t start;
};

struct fit_input {
    const struct fit_game *game;
    size_t games;
    const struct genome *start;
    const bool *fitted;       /* by gene; others stay as they are */
    const double *low, *high; /* bounds by gene */
    size_t positions;         /* at the most */
    struct stream stream;     /* chooses the positions */
    enum fit_target target;
    struct truth_work work; /* how to solve positions for FIT_TRUTH; its cache is not used */
};

struct fit_result {
    double gene[GENE_COUNT];
    double error[GENE_COUNT]; /* standard errors; 0 for genes that were not fitted */
    double loss_before;       /* on held-out positions, per position: of the start... */
    double loss_after;        /* ...and of the result */
    double ridge;
    size_t positions, held_out;
};

/* Every so many starts, one is held out: those whose number it divides. With FIT_TRUTH it is
 * every so many positions, by a number of the position. */
#define FIT_HELD_OUT 5

/* Are so many positions enough to fit so many weights? */
bool fit_possible(size_t weights, size_t positions, size_t held_out);

/* Fails when there are too few games to fit anything. */
int fit_weights(struct fit_result *result, const struct fit_input *in, struct err *err);

#endif
