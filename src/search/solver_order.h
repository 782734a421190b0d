/*
 * solver_order - how promising a move is, for the order in which a solver tries them.
 *
 * In order of weight:
 *
 * - the threats that its side then has: empty cells that complete a four. Those that
 *   cannot be played yet and are on its own rows (odd for the first player, even
 *   for the second) count once more; those above a threat of the other side, where
 *   the game seldom gets, once less.
 * - its lines with two or three discs and none of the other side. Late in the game
 *   that takes more time than it saves.
 * - the replies that are left to the other side: the fewer the better.
 * - the lines through the cell, and how central it is.
 *
 * The weights are those that took the fewest nodes in some hundred positions.
 */
#ifndef C4E_SEARCH_SOLVER_ORDER_H
#define C4E_SEARCH_SOLVER_ORDER_H

#include <stdint.h>

#include "game/position.h"
#include "search/solver_lines.h"

#define ORDER_THREAT     28
#define ORDER_PAIR       6
#define ORDER_REPLY      4
#define ORDER_LINE       2
#define ORDER_CENTRE     2
#define ORDER_PAIR_PLIES (CELLS - 14) /* up to so many, pairs count */
#define ORDER_LEAST      1000         /* added, so that no promise is negative */

#define ORDER_MIN(a, b) ((a) < (b) ? (a) : (b))

/* The lines in one direction through a cell with so many cells before and after it. */
#define ORDER_LINES(before, after)                                                                 \
    (ORDER_MIN(before, 3) + ORDER_MIN(after, 3) < 3                                                \
         ? 0                                                                                       \
         : ORDER_MIN(before, 3) + ORDER_MIN(after, 3) - 2)

#define ORDER_COLUMN(bit) ((bit) / COLUMN_BITS)
#define ORDER_ROW(bit)    ((bit) % COLUMN_BITS)
#define ORDER_LEFT(bit)   ORDER_COLUMN(bit)
#define ORDER_RIGHT(bit)  (COLUMNS - 1 - ORDER_COLUMN(bit))
#define ORDER_BELOW(bit)  ORDER_ROW(bit)
#define ORDER_ABOVE(bit)  (ROWS - 1 - ORDER_ROW(bit))

/* What a cell is worth in itself. Bits that are not cells have some number. */
#define ORDER_CELL(bit)                                                                            \
    (ORDER_LINE * (ORDER_LINES(ORDER_LEFT(bit), ORDER_RIGHT(bit)) +                                \
                   ORDER_LINES(ORDER_BELOW(bit), ORDER_ABOVE(bit)) +                               \
                   ORDER_LINES(ORDER_MIN(ORDER_LEFT(bit), ORDER_BELOW(bit)),                       \
                               ORDER_MIN(ORDER_RIGHT(bit), ORDER_ABOVE(bit))) +                    \
                   ORDER_LINES(ORDER_MIN(ORDER_LEFT(bit), ORDER_ABOVE(bit)),                       \
                               ORDER_MIN(ORDER_RIGHT(bit), ORDER_BELOW(bit)))) +                   \
     ORDER_CENTRE * (COLUMNS - 1 - CENTRAL_PLACE(ORDER_COLUMN(bit))))

/* A move, and the position after it. */
struct order_move {
    uint64_t bit;
    uint64_t own; /* discs of the side that makes it */
    uint64_t all;
    uint64_t threats; /* of that side */
    uint64_t replies; /* the moves of the other side that do not lose at once */
    uint64_t behind;  /* the cells above threats of the other side */
    int plies;
};

/* The promise of a move, 0 or more. */
static inline int solver_order(const struct order_move *m)
{
    static const signed char cell[] = BIT_TABLE(ORDER_CELL);
    uint64_t waiting =
        m->threats & ~playable_cells(m->all) & (m->plies % 2 == 1 ? ODD_ROWS : EVEN_ROWS);
    int threats = bit_count(m->threats) + bit_count(waiting) - bit_count(m->threats & m->behind);
    int order = ORDER_LEAST + ORDER_THREAT * threats - ORDER_REPLY * bit_count(m->replies) +
                cell[bit_index(m->bit)];

    if (m->plies <= ORDER_PAIR_PLIES)
        order += ORDER_PAIR * lines_with_pairs(m->own, m->own | (BOARD_CELLS ^ m->all));
    return order;
}

#endif
