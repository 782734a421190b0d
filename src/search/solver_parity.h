/*
 * solver_parity - bounds on a score from who gets which cells when the board fills up.
 *
 * Let the follower, who is not to move, answer every disc by one on top of it.
 * In a column whose lowest empty cell lies on an odd row this gives him all
 * empty cells on even rows, and the mover those on odd rows. So:
 *
 * - If the mover has no four in his discs and all that he can get, he does not
 *   win. If moreover the follower has a four in what he gets, he wins.
 * - Columns whose lowest empty cell lies on an even row come in pairs: the
 *   follower answers the lowest cell of one by that of the other. The mover
 *   gets one of the two cells, and from there on each column goes as above.
 * - In a column where the follower has a threat (an empty cell that completes
 *   a four) on a row of his, the mover never gets beyond the cell beneath it.
 *   When everything else is full he has to play there, and loses.
 * - The follower may exchange the rows in a column where he has a threat on an
 *   odd row: he takes the odd rows there, up to that threat.
 *
 * Such a strategy exists only if the columns to be paired are even in number.
 * With no rows exchanged, that is when the first player is to move; each
 * exchange reverses it. Up to two exchanges and two pairs are tried.
 *
 * All this needs an even number of rows. On other boards no bound is found.
 */
#ifndef C4E_SEARCH_SOLVER_PARITY_H
#define C4E_SEARCH_SOLVER_PARITY_H

#include <stdint.h>

#include "game/position.h"

#define PARITY_UNKNOWN 99

/*
 * An upper bound on the score of the side to move that is at most `limit`, or
 * PARITY_UNKNOWN; bounds above 0 are not found. The side to move must not be
 * able to win at once. threats are the empty cells that complete a four of its
 * opponent.
 */
int solver_parity_bound(uint64_t own, uint64_t all, uint64_t threats, int plies, int limit);

#endif
