/*
 * fen - positions and moves as chess programs write them, for the UCI protocol.
 *
 * Chess programs know Connect Four as the variant "cfour" or "connect4", in which
 * discs are dropped from the hand. The first player is White. A position lists the
 * rows from the top, the discs in hand and the side to move; a move is the cell
 * that it fills:
 *
 *     7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1
 *     P@d1
 */
#ifndef C4E_GAME_FEN_H
#define C4E_GAME_FEN_H

#include "base/err.h"
#include "game/position.h"

#define FEN_SIZE  (2 * CELLS + ROWS + 32)
#define DROP_SIZE 5

/* Returns buf. */
const char *fen_format(const struct position *pos, char buf[FEN_SIZE]);

/* Reads the rows and the side to move. Discs in hand and counters follow from those and are
 * ignored. Floating discs and impossible disc counts are errors. */
int fen_parse(struct position *pos, const char *text, struct err *err);

/* The move in that column, which must be open. Returns buf. */
const char *fen_drop_format(const struct position *pos, int column, char buf[DROP_SIZE]);

/* The column of a move, or -1 if the move is not legal. Case does not matter. */
int fen_drop_parse(const struct position *pos, const char *text);

#endif
