/*
 * strips - how positions index the tables of strips.
 *
 * A strip (see lines.h) has a state in base 3. Digit 0 is an empty cell, 1 a disc
 * of the first player, 2 a disc of the second. The tables of all strips lie one
 * after the other in a set; a strip and its mirror image share one.
 */
#ifndef C4E_HEURISTIC_STRIPS_H
#define C4E_HEURISTIC_STRIPS_H

#include "game/lines.h"

enum side { SIDE_FIRST, SIDE_SECOND };

#define POWER_OF_3(n) (((n)&1 ? 3 : 1) * ((n)&2 ? 9 : 1) * ((n)&4 ? 81 : 1) * ((n)&8 ? 6561 : 1))

/* The states of all rows, the columns of the left half, and the rising diagonals. There are two
 * diagonals of each length shorter than the longest. */
#define LONGEST_DIAGONAL (COLUMNS < ROWS ? COLUMNS : ROWS)
#define DIAGONAL_STATES                                                                            \
    ((STRIP_MAX - LONGEST_DIAGONAL + 2) * POWER_OF_3(LONGEST_DIAGONAL) - POWER_OF_3(4))
#define STRIP_STATES                                                                               \
    (ROWS * POWER_OF_3(COLUMNS) + (COLUMNS + 1) / 2 * POWER_OF_3(ROWS) + DIAGONAL_STATES)

/* An index into a set of tables: as small as the board allows, for speed. */
#if STRIP_STATES <= UINT16_MAX
typedef uint16_t strip_place;
#else
typedef uint32_t strip_place;
#endif

/* The place of one cell in the strips through it. */
struct cell_strips {
    uint16_t step[2][4]; /* what a disc adds to the index, by side */
    uint8_t strip[4];    /* STRIPS where the cell has fewer than four */
};

/* Index into a set of tables for each strip, and for the dummy strip that is always 0. */
struct strip_index {
    strip_place at[STRIPS + 1];
};

struct strip_map {
    struct cell_strips cell[COLUMNS * COLUMN_BITS]; /* by bit */
    struct strip_index empty_board;
};

void strip_map_init(struct strip_map *map);

/* The index of every strip of a position. */
struct strip_index strip_map_index(const struct strip_map *map, uint64_t first, uint64_t all);

/* Changes the index by a disc of that side on the cell. */
static inline void strip_index_add(struct strip_index *index, const struct strip_map *map, int bit,
                                   enum side side)
{
    const struct cell_strips *cell = &map->cell[bit];

    for (int i = 0; i < 4; i++)
        index->at[cell->strip[i]] = (strip_place)(index->at[cell->strip[i]] + cell->step[side][i]);
}

static inline void strip_index_remove(struct strip_index *index, const struct strip_map *map,
                                      int bit, enum side side)
{
    const struct cell_strips *cell = &map->cell[bit];

    for (int i = 0; i < 4; i++)
        index->at[cell->strip[i]] = (strip_place)(index->at[cell->strip[i]] - cell->step[side][i]);
}

#endif
