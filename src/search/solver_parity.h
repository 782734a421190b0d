/*
 * solver_parity - bounds on a score from who gets which row when the board fills up.
 *
 * The second player can answer every disc by one on top of it. While all open
 * columns have an even number of empty cells this gives him every empty cell
 * on an even row, whatever the first player does. If the first player has no
 * four in what remains for him, the second does not lose; if moreover
 * the second has a four in his own share, he wins. Two refinements:
 *
 * - Columns with an odd number of empty cells come in pairs: the second player
 *   answers the lowest cell of one by the lowest cell of the other. The first player
 *   gets one of the two cells, and all above is as before.
 * - What lies above a cell where the second player wins is never reached, unless
 *   the first player can fill that cell at once.
 *
 * The first player does the same once a single column is odd and holds a cell
 * on an odd row where he wins: sooner or later the second player has to
 * fill the cell beneath it.
 */
#ifndef C4E_SEARCH_SOLVER_PARITY_H
#define C4E_SEARCH_SOLVER_PARITY_H

#include <stdint.h>

#include "game/position.h"

#define PARITY_UNKNOWN 99

/*
 * An upper bound on the score of the side to move (-2, -1 or 0), or
 * PARITY_UNKNOWN. The side to move must not be able to win at once. threats
 * are the empty cells that complete a four of its opponent.
 */
int parity_upper_bound(uint64_t own, uint64_t all, uint64_t threats, int plies);

#endif
