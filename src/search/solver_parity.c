#include "search/solver_parity.h"

#include "search/solver_lines.h"

struct sides {
    uint64_t own; /* discs of the mover */
    uint64_t all;
    uint64_t threats; /* of the follower */
    uint64_t playable;
};

static uint64_t lowest_bit(uint64_t bits)
{
    return bits & -bits;
}

/*
 * Whether the follower can pair the cells so that the mover, who gets one cell of
 * each pair, has no four. Of four cells, two that complete a four together have to
 * be a pair.
 */
static bool can_pair(uint64_t mover, uint64_t cells)
{
    uint64_t a = lowest_bit(cells);
    uint64_t b = lowest_bit(cells ^ a);
    uint64_t c = lowest_bit(cells ^ a ^ b);
    uint64_t d = cells ^ a ^ b ^ c;

    switch (bit_count(cells)) {
    case 0:
        return !lines_has_four(mover);
    case 2:
        return !lines_has_four(mover | a) && !lines_has_four(mover | b);
    case 4:
        if (lines_has_four(mover))
            return false;
        return (lines_has_four(mover | a | b) || lines_has_four(mover | c | d)) +
                   (lines_has_four(mover | a | c) || lines_has_four(mover | b | d)) +
                   (lines_has_four(mover | a | d) || lines_has_four(mover | b | c)) <=
               1;
    default:
        return false;
    }
}

/* The bound if rows are exchanged in these columns, if it is not above limit. */
static int bound_with(const struct sides *sides, uint64_t exchanged, int limit)
{
    uint64_t empty = BOARD_CELLS ^ sides->all;
    uint64_t rows = EVEN_ROWS ^ exchanged; /* the follower's */
    uint64_t to_pair = sides->playable & rows;
    uint64_t wins = sides->threats & rows & ~to_pair;
    uint64_t closed = lines_from_lowest(wins);
    int bound = -1;

    if (wins) /* at worst the game ends when all but the closed cells are full, less two */
        bound = -(bit_count(closed | closed >> 1) / 2);
    if (bound > limit || !can_pair(sides->own | (empty & ~rows & ~closed), to_pair))
        return PARITY_UNKNOWN;
    if (!wins && !lines_has_four((sides->own ^ sides->all) | (empty & rows & ~to_pair)))
        bound = 0;
    return bound <= limit ? bound : PARITY_UNKNOWN;
}

/* The bound with rows exchanged in `exchanged` and one of the columns of these cells. */
static int bound_with_one_more(const struct sides *sides, uint64_t cells, uint64_t exchanged,
                               int limit)
{
    int bound = PARITY_UNKNOWN;

    while (cells && bound == PARITY_UNKNOWN) {
        uint64_t column = column_cells(bit_column(cells));

        bound = bound_with(sides, exchanged | column, limit);
        cells &= ~column;
    }
    return bound;
}

int solver_parity_bound(uint64_t own, uint64_t all, uint64_t threats, int plies, int limit)
{
    struct sides sides = { own, all, threats, playable_cells(all) };
    uint64_t odd_wins = threats & ODD_ROWS & ~sides.playable;
    int bound;

    if (ROWS % 2 == 1)
        return PARITY_UNKNOWN;
    if (plies % 2 == 1)
        return bound_with_one_more(&sides, odd_wins, 0, limit);
    bound = bound_with(&sides, 0, limit);
    while (odd_wins && bound == PARITY_UNKNOWN) {
        uint64_t column = column_cells(bit_column(odd_wins));

        odd_wins &= ~column;
        bound = bound_with_one_more(&sides, odd_wins, column, limit);
    }
    return bound;
}
