#include "search/solver_parity.h"

/* The cells above the given ones, each in its column. */
static uint64_t cells_above(uint64_t cells)
{
    uint64_t above = 0;

    for (int i = 1; i < ROWS; i++) {
        cells = cells << 1 & BOARD_CELLS;
        above |= cells;
    }
    return above;
}

static uint64_t lowest_bit(uint64_t bits)
{
    return bits & -bits;
}

/*
 * Can `own` be kept from a four when it gets one of each pair of these four
 * cells, the pairs being of the opponent's choice? Two cells that complete a
 * four together have to make a pair.
 */
static bool can_pair_four(uint64_t own, uint64_t cells)
{
    uint64_t a = lowest_bit(cells);
    uint64_t b = lowest_bit(cells ^ a);
    uint64_t c = lowest_bit(cells ^ a ^ b);
    uint64_t d = cells ^ a ^ b ^ c;
    bool ab = has_four(own | a | b) || has_four(own | c | d);
    bool ac = has_four(own | a | c) || has_four(own | b | d);
    bool ad = has_four(own | a | d) || has_four(own | b | c);

    return ab + ac + ad <= 1;
}

/* The first player is to move; `second` are the other's discs. */
static int first_player_bound(uint64_t own, uint64_t all, uint64_t threats)
{
    uint64_t empty = BOARD_CELLS ^ all;
    uint64_t uneven = playable_cells(all) & EVEN_ROWS; /* lowest cells of the odd columns */
    uint64_t share = empty & ODD_ROWS & ~cells_above(threats & EVEN_ROWS & ~uneven);

    share = (own | share) & ~uneven;
    switch (bit_count(uneven)) {
    case 0:
        if (has_four(share))
            return PARITY_UNKNOWN;
        return has_four((own ^ all) | (empty & EVEN_ROWS)) ? -1 : 0;
    case 2:
        return has_four(share | lowest_bit(uneven)) || has_four(share | (uneven & (uneven - 1)))
                   ? PARITY_UNKNOWN
                   : 0;
    case 4:
        return can_pair_four(share, uneven) ? 0 : PARITY_UNKNOWN;
    default:
        return PARITY_UNKNOWN;
    }
}

/* The second player is to move. */
static int second_player_bound(uint64_t own, uint64_t all, uint64_t threats)
{
    uint64_t uneven = playable_cells(all) & EVEN_ROWS;
    uint64_t empty = BOARD_CELLS ^ all;
    uint64_t column, win, share;

    if (uneven & (uneven - 1))
        return PARITY_UNKNOWN;
    column = empty & column_cells(bit_column(uneven));
    win = lowest_bit(threats & column & ODD_ROWS);
    if (!win)
        return PARITY_UNKNOWN;
    share = empty & ODD_ROWS & ~column & ~cells_above(threats & EVEN_ROWS & ~column);
    share |= column & EVEN_ROWS & (win - 1);
    if (has_four(own | share))
        return PARITY_UNKNOWN;
    /* At worst only the cells above the winning one stay empty: one or three. */
    return win & BOTTOM_ROW << 4 ? -1 : -2;
}

int parity_upper_bound(uint64_t own, uint64_t all, uint64_t threats, int plies)
{
    return plies % 2 == 0 ? first_player_bound(own, all, threats)
                          : second_player_bound(own, all, threats);
}
