/*
 * last_two - what last_two.c and last_threats.c share: the last two plies of alpha-beta at once.
 *
 * A reply adds what it would have added before the move that it answers, unless it shares a line
 * with it. So the gains that a node has (gains.h) bound the value of every move from above, in a
 * few vector operations for all of them. Most moves need no more, in nodes that fail low all of
 * them. For the others the replies that share a line are looked up, most promising move first.
 *
 * Private to src/search, like tree.h.
 */
#ifndef C4E_SEARCH_LAST_TWO_H
#define C4E_SEARCH_LAST_TWO_H

#include "search/tree.h"

/* A bound and its column as one number that sorts: the column takes the lowest bits. */
#define KEY_BITS (COLUMN_LANES - 1)
#define NO_KEY   (-INFINITE)

static inline int key_column(int32_t key)
{
    return KEY_BITS & ~key;
}

/* Keys of all lanes with bounds above alpha, and of those that are set in `more`. */
static inline void make_keys(column_vector *key, const column_vector *bound, int32_t alpha,
                             const column_vector *more)
{
    static const column_vector lane = {
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7
#if COLUMN_LANES > 8
        ,
        8,
        9,
        10,
        11,
        12,
        13,
        14,
        15
#endif
    };
    const column_vector kept = (*bound > alpha) | *more;

    *key = (((*bound | KEY_BITS) - lane) & kept) | (~kept & NO_KEY);
}

/* As many columns as 32 bits hold are shifted together. */
#define COLUMN_GROUP (32 / COLUMN_BITS)
#define GROUP_OF(cells, c)                                                                         \
    ((c) < COLUMNS                                                                                 \
         ? (int32_t)((cells) >>                                                                    \
                     ((c) < COLUMNS ? (c) / COLUMN_GROUP * COLUMN_GROUP * COLUMN_BITS : 0))        \
         : 0)
#define CELLS_IN_GROUP(c)                                                                          \
    ((c) < COLUMNS ? (int32_t)((uint32_t)COLUMN_CELLS << ((c) % COLUMN_GROUP * COLUMN_BITS)) : 0)

/* All lanes of columns that hold one of the cells. */
static inline void spread_columns(column_vector *lanes, uint64_t cells)
{
    const column_vector group = {
        GROUP_OF(cells, 0),
        GROUP_OF(cells, 1),
        GROUP_OF(cells, 2),
        GROUP_OF(cells, 3),
        GROUP_OF(cells, 4),
        GROUP_OF(cells, 5),
        GROUP_OF(cells, 6),
        GROUP_OF(cells, 7)
#if COLUMN_LANES > 8
            ,
        GROUP_OF(cells, 8)
#endif
    };
    static const column_vector column = {
        CELLS_IN_GROUP(0),
        CELLS_IN_GROUP(1),
        CELLS_IN_GROUP(2),
        CELLS_IN_GROUP(3),
        CELLS_IN_GROUP(4),
        CELLS_IN_GROUP(5),
        CELLS_IN_GROUP(6),
        CELLS_IN_GROUP(7)
#if COLUMN_LANES > 8
            ,
        CELLS_IN_GROUP(8)
#endif
    };

    *lanes = (group & column) != 0;
}

/* The gain of a reply in another column that shares a line with the move. */
static inline int32_t touched_gain(const struct tree *tree, const struct ply *p, int bit, int reply)
{
    const struct strip_map *map = &tree->ev->map;
    enum slot slot = map->shared[bit][reply];
    const struct cell_strips *cell = &map->cell[bit];
    const int32_t *old = &tree->ev->value[tree->viewer][p->index.at[cell->strip[slot]]];
    const int32_t *new = old + cell->step[p->mover][slot];
    unsigned step = map->cell[reply].step[!p->mover][slot];
    int32_t change = new[step] - new[0] - old[step] + old[0];

    return p->gains.of[!p->mover][reply / COLUMN_BITS] +
           (p->mover == SIDE_SECOND ? change : -change);
}

/* That of the cell above the move. */
static inline int32_t above_gain(const struct tree *tree, const struct ply *p, int bit)
{
    const struct strip_map *map = &tree->ev->map;
    const struct cell_strips *cell = &map->cell[bit + 1];
    int32_t gain = 0;

    for (int i = 0; i < 4; i++) {
        const int32_t *at = &tree->ev->value[tree->viewer][p->index.at[cell->strip[i]]];

        if (i == SLOT_COLUMN)
            at += map->cell[bit].step[p->mover][i];
        gain += at[cell->step[!p->mover][i]] - at[0];
    }
    return p->mover == SIDE_SECOND ? gain : -gain;
}

/* The gains of the side to move, NO_GAIN for moves that lose at once. */
static inline void safe_gains(column_vector *mine, const struct ply *p, uint64_t moves)
{
    column_vector known;

    memcpy(mine, p->gains.of[p->mover], sizeof *mine);
    spread_columns(&known, moves);
    *mine = (*mine & known) | (~known & NO_GAIN);
}

#endif
