/*
 * fit - weights by regression on results.
 *
 * Takes positions of finished games, as both sides see them, with the result of
 * the game or that of perfect play from there on. A logistic regression finds the
 * weights whose evaluation predicts the results best. Shape and map genes are left
 * as they are, since the evaluation is not linear in them.
 *
 * The scale is that of the starting genome: first a single factor is fitted that
 * turns its evaluation into log odds, then the weights, with a ridge toward the
 * start that is chosen on held-out openings.
 */
#ifndef C4E_EVOLVE_FIT_H
#define C4E_EVOLVE_FIT_H

#include "arena/schedule.h"
#include "truth/solved.h"
#include "base/stream.h"
#include "evolve/ties.h"
#include "heuristic/genome.h"

/* The results to fit to: those of the games, or those of perfect play. Early positions take
 * long to solve, so FIT_TRUTH uses only those of FIT_TRUTH_PLIES or more. */
enum fit_target { FIT_GAMES, FIT_TRUTH, FIT_TARGETS };

#define FIT_TRUTH_PLIES 12

extern const char *const fit_target_name[FIT_TARGETS];

/* The target of that name; or -1, and the message lists the names. */
int fit_target_find(const char *name, struct err *err);

/* A finished game. Games from one opening have the same number, so that all of them
 * are either fitted to or held out. */
struct fit_game {
    const struct moves *moves;
    signed char outcome; /* enum game_outcome */
    unsigned char opening_plies;
    uint32_t opening;
};

struct fit_input {
    const struct fit_game *game;
    size_t games;
    const struct position *solved; /* positions to use instead of those of games, with the */
    const signed char *result;     /* results of perfect play: 1, 0 or -1 for the first player */
    size_t solved_n;
    const struct genome *start;
    const bool *fitted;           /* by gene; others stay as they are */
    const struct gene_ties *ties; /* that the start keeps, too; NULL: none */
    const double *low, *high;     /* bounds by gene */
    size_t positions;             /* at most */
    struct stream stream;         /* chooses the positions */
    enum fit_target target;
    struct pool *pool;
    const struct watch *watch;
};

struct fit_result {
    double gene[GENE_COUNT];
    double error[GENE_COUNT]; /* standard errors; 0 for genes that were not fitted */
    double loss_before;       /* on held-out positions, per position: of the start... */
    double loss_after;        /* ...and of the result */
    double ridge;
    size_t positions, held_out;
};

/* One opening in this many is held out: those whose number it divides. With FIT_TRUTH and few
 * openings it is one position in this many, by a hash of the position. */
#define FIT_HELD_OUT 5

/* Whether there are enough positions to fit this number of weights. */
bool fit_possible(size_t weights, size_t positions, size_t held_out);

/* Fails if there are too few positions. *finished is false, and there is no result, if
 * watch->stop came first. */
int fit_weights(struct fit_result *result, const struct fit_input *in, bool *finished,
                struct err *err);

#endif
