/*
 * ending - how a game ends if both sides play their best from a position on, and why
 * it ends that way.
 *
 * The winner goes for the quickest win, the loser for the longest defence, and both
 * prefer central columns. Everything that is said about an ending holds on this line
 * of play: it is one of the best for both.
 */
#ifndef C4E_TRUTH_ENDING_H
#define C4E_TRUTH_ENDING_H

#include "game/notation.h"
#include "search/book.h"
#include "search/worker.h"

enum ending_kind {
    ENDING_DRAW,
    ENDING_AT_ONCE,  /* the side to move wins with its next disc */
    ENDING_TWO,      /* the loser can stop only one of two threats */
    ENDING_STACK,    /* the loser stops a threat, and the cell on top of it wins */
    ENDING_ZUGZWANG, /* the loser has to play below a threat */
};

struct ending {
    enum ending_kind kind;
    int winner;      /* 0 for the first player, 1 for the second, -1 for a draw */
    int plies;       /* of the whole game */
    uint64_t cell;   /* where the winner completes the four */
    uint64_t other;  /* of two threats, the one that was stopped or could be */
    bool waiting;    /* the cell is a threat of the winner in the position already */
    struct moves pv; /* from the position on */
};

/* The ending from a position that is not over. The book may be NULL. Returns -1 if the worker was
 * told to stop. */
int ending_find(const struct position *pos, const struct book *book, struct worker *worker,
                struct ending *ending);

#endif
