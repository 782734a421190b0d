/*
 * solver_lines - has_four, winning_cells and the like for all four directions at once.
 *
 * The solver spends most of its time in the first two. Processors that can
 * shift each lane of a vector by its own distance compute one direction per lane,
 * which makes the whole solver about 15% faster. Elsewhere that would be slower
 * than the functions of position.h, so those are used.
 */
#ifndef C4E_SEARCH_SOLVER_LINES_H
#define C4E_SEARCH_SOLVER_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/position.h"

/* The lowest of these cells in each column and all above it. */
static inline uint64_t lines_from_lowest(uint64_t cells)
{
    const uint64_t beyond = BOTTOM_ROW << ROWS; /* the topmost bits, which are no cells */

    return ((cells + BOARD_CELLS) & beyond) - lowest_cells(cells);
}

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

/* The number of lines with two discs or more whose other cells are free. `free` holds the discs, too. */
static inline int lines_with_pairs(uint64_t discs, uint64_t free)
{
    const lanes step = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };
    lanes a = { discs, discs, discs, discs }, open = { free, free, free, free };
    lanes b = a >> step, c = a >> 2 * step, d = a >> 3 * step;

    open &= open >> step;
    open &= open >> 2 * step;
    open &= (a & b) | ((a | b) & (c | d)) | (c & d);
    return bit_count(open[0]) + bit_count(open[1]) + bit_count(open[2]) + bit_count(open[3]);
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

static inline int lines_with_pairs(uint64_t discs, uint64_t free)
{
    static const int steps[] = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };
    int count = 0;

    for (int i = 0; i < 4; i++) {
        int step = steps[i];
        uint64_t a = discs, b = a >> step, c = a >> 2 * step, d = a >> 3 * step;
        uint64_t open = free & free >> step & free >> 2 * step & free >> 3 * step;

        count += bit_count(open & ((a & b) | ((a | b) & (c | d)) | (c & d)));
    }
    return count;
}

#endif

#endif
