/*
 * gains - what a disc in each column would add to the sum of the strips.
 *
 * A move changes what others add only where they share a line with it, so the gains of both
 * sides are carried from node to node: a few look-ups take the place of four for each move.
 * The best leaf below a node is then the largest of its gains.
 *
 * Private to src/search, like tree.h.
 */
#ifndef C4E_SEARCH_GAINS_H
#define C4E_SEARCH_GAINS_H

#include "heuristic/evaluator.h"

#define NO_GAIN (-EVAL_LIMIT) /* of a full column */

/* Vectors of gcc and clang with a lane for each column. */
typedef int32_t column_vector __attribute__((vector_size(COLUMN_LANES * sizeof(int32_t))));
typedef int32_t half_vector __attribute__((vector_size(COLUMN_LANES / 2 * sizeof(int32_t))));
typedef int32_t quarter_vector __attribute__((vector_size(COLUMN_LANES / 4 * sizeof(int32_t))));
typedef uint8_t row_vector __attribute__((vector_size(COLUMN_LANES)));

/* By column: the cell that can be played. */
struct gains {
    int32_t of[2][COLUMN_LANES]; /* for the side that would play */
    uint8_t bit[COLUMN_LANES];
    uint8_t row[COLUMN_LANES]; /* bit r for row r; ROWS if the column is full */
};

/* The gains of one cell, from its four strips. */
static inline void gains_set(struct gains *gains, const struct strip_map *map, const int32_t *value,
                             const struct strip_index *index, int bit)
{
    const struct cell_strips *cell = &map->cell[bit];
    int32_t now = 0, first = 0, second = 0;
    int column = bit / COLUMN_BITS;

    for (int i = 0; i < 4; i++) {
        const int32_t *at = &value[index->at[cell->strip[i]]];

        now += at[0];
        first += at[cell->step[SIDE_FIRST][i]];
        second += at[cell->step[SIDE_SECOND][i]];
    }
    gains->of[SIDE_FIRST][column] = first - now;
    gains->of[SIDE_SECOND][column] = now - second;
}

/* From the position alone. */
static inline void gains_begin(struct gains *gains, const struct strip_map *map,
                               const int32_t *value, const struct strip_index *index, uint64_t all)
{
    for (int i = 0; i < COLUMN_LANES; i++) {
        int row = bit_count(all & (i < COLUMNS ? column_cells(i) : 0));

        gains->of[SIDE_FIRST][i] = gains->of[SIDE_SECOND][i] = NO_GAIN;
        gains->bit[i] = (uint8_t)(i < COLUMNS ? i * COLUMN_BITS + row : 0);
        gains->row[i] = (uint8_t)(1u << row);
    }
    for (uint64_t rest = playable_cells(all); rest; rest &= rest - 1)
        gains_set(gains, map, value, index, bit_index(rest));
}

/* Both sides' gains after a move: those before it, with the indexes before and after it. `all` are
 * the discs before it. */
static inline void gains_follow(struct gains *gains, const struct strip_map *map,
                                const int32_t *value, const struct strip_index *before,
                                const struct strip_index *after, uint64_t all, int bit)
{
    const struct cell_strips *cell = &map->cell[bit];
    int column = bit / COLUMN_BITS;

    for (uint64_t rest = map->near[bit] & playable_cells(all); rest; rest &= rest - 1) {
        int x = bit_index(rest), c = x / COLUMN_BITS;
        int slot = map->shared[bit][x];
        const int32_t *old = &value[before->at[cell->strip[slot]]];
        const int32_t *new = &value[after->at[cell->strip[slot]]];
        unsigned step = map->cell[x].step[SIDE_FIRST][slot];
        int32_t change = old[0] - new[0];

        gains->of[SIDE_FIRST][c] += new[step] - old[step] + change;
        gains->of[SIDE_SECOND][c] -= new[2 * step] - old[2 * step] + change;
    }
    gains->bit[column]++;
    gains->row[column] = (uint8_t)(gains->row[column] << 1);
    if (UINT64_C(2) << bit & BOARD_CELLS)
        gains_set(gains, map, value, after, bit + 1);
    else
        gains->of[SIDE_FIRST][column] = gains->of[SIDE_SECOND][column] = NO_GAIN;
}

/* The larger of each pair of lanes; compilers know this loop as one instruction. */
#define KEEP_LARGER(most, other)                                                                   \
    for (size_t lane = 0; lane < sizeof(most) / sizeof(most)[0]; lane++)                           \
    (most)[lane] = (most)[lane] > (other)[lane] ? (most)[lane] : (other)[lane]

/* The largest of all lanes. */
static inline int32_t lanes_most(const column_vector *v)
{
    half_vector low, high;
    quarter_vector left, right;
    int32_t most;

    memcpy(&low, v, sizeof low);
    memcpy(&high, (const int32_t *)v + COLUMN_LANES / 2, sizeof high);
    KEEP_LARGER(low, high);
    memcpy(&left, &low, sizeof left);
    memcpy(&right, (const int32_t *)&low + COLUMN_LANES / 4, sizeof right);
    KEEP_LARGER(left, right);
    most = left[0];
    for (int i = 1; i < COLUMN_LANES / 4; i++)
        most = left[i] > most ? left[i] : most;
    return most;
}

/* For each column: the largest of these gains of replies if that column is played first, but for
 * replies that the move touches. */
static inline void gains_untouched(column_vector *most, const int32_t reply[COLUMN_LANES],
                                   const struct gains *gains, const struct strip_map *map)
{
    column_vector largest = (column_vector){ 0 } + NO_GAIN;
    row_vector row, touched;

    memcpy(&row, gains->row, sizeof row);
    for (int c = 0; c < COLUMNS; c++) {
        column_vector keep, more;

        memcpy(&touched, map->touched[gains->bit[c]], sizeof touched);
        keep = __builtin_convertvector(touched & row, column_vector) == 0;
        more = (keep & reply[c]) | (~keep & NO_GAIN);
        KEEP_LARGER(largest, more);
    }
    *most = largest;
}

#endif
