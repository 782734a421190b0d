/*
 * solver - the exact result of any position under perfect play.
 *
 * Scores are those of the public solvers, seen from the side to move: 1 if it
 * wins with its last disc, 2 with the one before, and so on; likewise negative
 * if it loses; 0 for a draw. A board on which the opponent has already
 * made four has the score that the game ended with, and a full board is 0.
 *
 * A solver belongs to one thread. What it remembers from earlier positions
 * makes it faster and changes the number of nodes, but never an answer.
 */
#ifndef C4E_SEARCH_SOLVER_H
#define C4E_SEARCH_SOLVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/position.h"
#include "search/solver_table.h"

#define SOLVER_STOPPED   100  /* no answer: *stop was set, or a limit was reached */
#define SOLVER_UNKNOWN   101  /* a book's answer for a position that it does not hold */
#define SOLVER_NO_MOVE   -100 /* in place of a score: the column is full */
#define SOLVER_MEGABYTES 64   /* a good size: the empty board needs 16 */
#define SOLVER_STEP      1024 /* nodes between two looks at the limits; a power of two */

/*
 * Known results of positions of one number of plies. `result` returns the result
 * for the side to move, a score or only its sign, -1, 0 or 1; or SOLVER_UNKNOWN.
 * It is never called for a game that has ended.
 */
struct solver_book {
    int plies;
    bool scores;     /* result returns scores */
    int early_plies; /* it also knows the scores of positions of this number; 0: of none */
    const void *data;
    int (*result)(const void *data, const struct position *pos);
};

struct prover; /* see rules/proof.h */

struct solver {
    const struct solver_book *book; /* set by the caller; or NULL */
    struct prover *prover;          /* set by the caller; or NULL: no rules are tried */
    int prover_plies;               /* rules are tried in positions of at most so many plies */
    const atomic_bool *stop;        /* set by the caller; or NULL */
    uint64_t nodes;                 /* positions visited since the caller last cleared it */
    uint64_t node_limit;            /* stops at this number of them, in steps of SOLVER_STEP */
    double deadline_s;              /* stops at this time of clock_s; 0, for both: no limit */

    struct solver_table table;
    struct solver_table late; /* of late positions, most of all: small, so that it is quick */
    bool stopped;
    bool mirrors; /* positions and their mirror images can both come up */
};

/* The tables take about so many megabytes, less while less is enough; 0: the least possible. */
int solver_init(struct solver *s, size_t megabytes, struct err *err);
void solver_release(struct solver *s);

/* Forgets all positions, so that the nodes of what follows are those of a new solver. */
void solver_forget(struct solver *s);

/* The score of a position, or SOLVER_STOPPED. */
int solver_score(struct solver *s, const struct position *pos);

/* The score if it lies between low and high, which takes less time. Otherwise a number that is at
 * most low, or at least high, like the score. Or SOLVER_STOPPED. */
int solver_bounded(struct solver *s, const struct position *pos, int low, int high);

/* Only the sign of the score, -1, 0 or 1, which is faster; or SOLVER_STOPPED. */
int solver_wdl(struct solver *s, const struct position *pos);

/*
 * The score that the side to move gets by each column, or SOLVER_NO_MOVE. The
 * game must not be over. Returns 0, or -1 when stopped, with scores undefined.
 */
int solver_moves(struct solver *s, const struct position *pos, int score[COLUMNS]);

/* The plies of the whole game if the position after `plies` has this score, which is not 0. */
static inline int score_end_plies(int score, int plies)
{
    int winner_plies = score > 0 ? plies : plies + 1; /* with the winner to move */
    int before = (winner_plies + CELLS) % 2;

    return CELLS + 1 - 2 * (score > 0 ? score : -score) + before;
}

#endif
