/*
 * fen - positions and moves as chess programs write them, for the protocol UCI.
 *
 * Connect Four is the variant "cfour" or "connect4" of chess to them: discs are dropped from the
 * hand. The first player is White. A position is the rows from the top, the discs in hand, and
 * the side to move; a move is the cell that it fills:
 *
 *     7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1
 *     P@d1
 */
#ifndef C4E_GAME_FEN_H
#define C4E_GAME_FEN_H

#include "base/err.h"
#include "game/position.h"

#define FEN_SIZE  128
#define DROP_SIZE 5

/* Returns buf. */
const char *fen_format(const struct position *pos, char buf[FEN_SIZE]);

/* Reads rows and side to move; discs in hand and counters follow from them, and may be missing or
 * wrong. Discs that hang in the air, or more of one side than it can have played, are errors. */
int fen_parse(struct position *pos, const char *text, struct err *err);

/* The move in that column, which is open. Returns buf. */
const char *drop_format(const struct position *pos, int column, char buf[DROP_SIZE]);

/* The column of a move that is legal here, or -1. Case does not matter. */
int drop_parse(const struct position *pos, const char *text);

#endif
