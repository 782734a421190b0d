/*
 * solver - the exact result of any position under perfect play.
 *
 * Scores are those of the public solvers, seen from the side to move: 1 if it
 * wins with its last (21st) disc, 2 with the one before, and so on; negative
 * alike if it loses; 0 for a draw. A board on which the opponent has already
 * made four has the score that the game ended with, and a full board is 0.
 *
 * A solver belongs to one thread. What it remembers from earlier positions
 * makes it faster and changes the number of nodes, but never an answer.
 */
#ifndef C4E_SEARCH_SOLVER_H
#define C4E_SEARCH_SOLVER_H

#include <signal.h>
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
 * Results known beforehand for positions of one number of plies. wdl answers
 * -1, 0 or 1 for the side to move, the truth or SOLVER_UNKNOWN; it is never
 * asked about a game that has ended.
 */
struct solver_book {
    int plies;
    const void *data;
    int (*wdl)(const void *data, const struct position *pos);
};

struct solver {
    const struct solver_book *book;    /* set by the caller; NULL for none */
    const volatile sig_atomic_t *stop; /* set by the caller; NULL for none */
    uint64_t nodes;                    /* positions visited since the caller last cleared it */

    struct solver_table table;
    bool stopped;
    bool mirrors; /* mirror images can come up in what is being solved */
};

/* The table takes at most so many megabytes (less while less is enough), 0 for the smallest. */
int solver_init(struct solver *s, size_t megabytes, struct err *err);
void solver_release(struct solver *s);

/* The score of a position, or SOLVER_STOPPED. */
int solver_score(struct solver *s, const struct position *pos);

/* Its sign only, -1, 0 or 1, which takes less time; or SOLVER_STOPPED. */
int solver_wdl(struct solver *s, const struct position *pos);

/*
 * The score that the side to move gets by each column, or SOLVER_NO_MOVE. The
 * game must not be over. Returns 0, or -1 when stopped, with scores undefined.
 */
int solver_moves(struct solver *s, const struct position *pos, int score[COLUMNS]);

#endif
