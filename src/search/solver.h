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

#define SOLVER_STOPPED   100  /* no answer: *stop was set */
#define SOLVER_UNKNOWN   101  /* a book's answer for a position that it does not hold */
#define SOLVER_NO_MOVE   -100 /* in place of a score: the column is full */
#define SOLVER_MEGABYTES 64   /* a good size: the empty board needs 16 */

/*
 * Results known beforehand for positions of one number of plies. result answers
 * with the truth for the side to move, a score or only its sign, -1, 0 or 1; or
 * with SOLVER_UNKNOWN. It is never asked about a game that has ended.
 */
struct solver_book {
    int plies;
    bool scores;     /* answers with scores */
    int early_plies; /* it also has the scores of these positions; 0 for none */
    const void *data;
    int (*result)(const void *data, const struct position *pos);
};

struct solver {
    const struct solver_book *book; /* set by the caller; NULL for none */
    const atomic_bool *stop;        /* set by the caller; NULL for none */
    uint64_t nodes;                 /* positions visited since the caller last cleared it */

    struct solver_table table;
    bool stopped;
    bool mirrors; /* mirror images can come up in what is being solved */
};

/* The table takes at most so many megabytes (less while less is enough), 0 for the smallest. */
int solver_init(struct solver *s, size_t megabytes, struct err *err);
void solver_release(struct solver *s);

/* The score of a position, or SOLVER_STOPPED. */
int solver_score(struct solver *s, const struct position *pos);

/* The score if it lies between low and high; else one of which it is known only that it is at
 * most low, or at least high, as the true one. Takes less time. Or SOLVER_STOPPED. */
int solver_bounded(struct solver *s, const struct position *pos, int low, int high);

/* Its sign only, -1, 0 or 1, which takes less time; or SOLVER_STOPPED. */
int solver_wdl(struct solver *s, const struct position *pos);

/*
 * The score that the side to move gets by each column, or SOLVER_NO_MOVE. The
 * game must not be over. Returns 0, or -1 when stopped, with scores undefined.
 */
int solver_moves(struct solver *s, const struct position *pos, int score[COLUMNS]);

/* The plies after which a game ends that is won or lost with this score after so many plies. */
static inline int score_end_plies(int score, int plies)
{
    int winner_plies = score > 0 ? plies : plies + 1; /* with the winner to move */
    int before = (winner_plies + CELLS) % 2;

    return CELLS + 1 - 2 * (score > 0 ? score : -score) + before;
}

#endif
