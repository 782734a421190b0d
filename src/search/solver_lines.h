/*
 * solver_lines - has_four and winning_cells for all four directions at once.
 *
 * The solver spends most of its time in these two functions. Processors that can
 * shift each lane of a vector by its own distance compute one direction per lane,
 * which makes the whole solver about 15% faster. Elsewhere that would be slower
 * than the functions of position.h, so those are used.
 */
#ifndef C4E_SEARCH_SOLVER_LINES_H
#define C4E_SEARCH_SOLVER_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/position.h"

#ifdef __AVX2__

typedef uint64_t lanes __attribute__((vector_size(32)));

static inline bool lines_has_four(uint64_t discs)
{
    const lanes step = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };
    lanes pairs = { discs, discs, discs, discs };

    pairs &= pairs >> step;
    pairs &= pairs >> 2 * step;
    return (pairs[0] | pairs[1] | pairs[2] | pairs[3]) != 0;
}

static inline uint64_t lines_winning_cells(uint64_t discs, uint64_t all)
{
    const lanes step = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };
    lanes each = { discs, discs, discs, discs };
    lanes up = each << step;
    lanes down = each >> step;
    lanes wins = up & each << 2 * step & (each << 3 * step | down);

    wins |= down & each >> 2 * step & (each >> 3 * step | up);
    return (wins[0] | wins[1] | wins[2] | wins[3]) & (BOARD_CELLS ^ all);
}

#else

static inline bool lines_has_four(uint64_t discs)
{
    return has_four(discs);
}

static inline uint64_t lines_winning_cells(uint64_t discs, uint64_t all)
{
    return winning_cells(discs, all);
}

#endif

#endif
