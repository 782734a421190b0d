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

/* The four directions of strips, and where a cell keeps the strip of each. */
enum slot { SLOT_ROW, SLOT_COLUMN, SLOT_RISING, SLOT_FALLING };

/* The place of one cell in the strips through it, by slot. */
struct cell_strips {
    uint16_t step[2][4]; /* what a disc adds to the index, by side */
    uint8_t strip[4];    /* STRIPS where no line of that direction goes through the cell */
};

/* Index into a set of tables for each strip, and for the dummy strip that is always 0. */
struct strip_index {
    strip_place at[STRIPS + 1];
};

#define BOARD_BITS   (COLUMNS * COLUMN_BITS)
#define COLUMN_LANES (COLUMNS <= 8 ? 8 : 16) /* columns in a vector: some are always full */

struct strip_map {
    struct cell_strips cell[BOARD_BITS];    /* by bit */
    uint64_t near[BOARD_BITS];              /* cells of other columns that share a line with it */
    uint8_t shared[BOARD_BITS][BOARD_BITS]; /* the slot of the line that such cells share */
    /* The same cells by column, bit r for row r; and all of its own column. */
    uint8_t touched[BOARD_BITS][COLUMN_LANES];
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
