/*
 * evaluator - a genome compiled into tables.
 *
 * Line, shape, disc, map and place genes: for each strip of the board (see
 * lines.h) a table gives the summed value of its lines and discs, indexed by the
 * state of the strip in base 3. Digit 0 is an empty cell, 1 a disc of the first
 * player, 2 a disc of the second. A move changes at most four strips, so it
 * costs four look-ups and four subtractions for any genome. A strip and its
 * mirror image share a table. There is a set of tables for each viewer; both
 * give values for the first player.
 *
 * Threat and zugzwang genes are bit operations at the leaf, and are skipped when
 * all of them are zero.
 *
 * Values are in units; see weights.h.
 */
#ifndef C4E_HEURISTIC_EVALUATOR_H
#define C4E_HEURISTIC_EVALUATOR_H

#include "heuristic/weights.h"

#define POWER_OF_3(n) (((n)&1 ? 3 : 1) * ((n)&2 ? 9 : 1) * ((n)&4 ? 81 : 1) * ((n)&8 ? 6561 : 1))

/* The states of all rows, the columns of the left half, and the rising diagonals. There are two
 * diagonals of each length shorter than the longest. */
#define LONGEST_DIAGONAL (COLUMNS < ROWS ? COLUMNS : ROWS)
#define DIAGONAL_STATES                                                                            \
    ((STRIP_MAX - LONGEST_DIAGONAL + 2) * POWER_OF_3(LONGEST_DIAGONAL) - POWER_OF_3(4))
#define STRIP_STATES                                                                               \
    (ROWS * POWER_OF_3(COLUMNS) + (COLUMNS + 1) / 2 * POWER_OF_3(ROWS) + DIAGONAL_STATES)

/* How often each threat gene counts for the first player; negative for threats of the second. */
struct threat_counts {
    int32_t count[THREAT_GENES]; /* from GENE_ODD1 on */
    int zugzwang;                /* row of the zugzwang table */
};

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

struct evaluator {
    struct cell_strips cell[COLUMNS * COLUMN_BITS]; /* by bit */
    struct strip_index empty_board;
    int32_t tempo;
    bool has_threats;
    int32_t threat[THREAT_GENES];
    int32_t zugzwang[ZUGZWANG_ROWS];
    /* By viewer; the last entry is 0, for cells that lie on fewer than four strips. */
    int32_t value[2][STRIP_STATES + 1];
};

void evaluator_build(struct evaluator *ev, const struct weights *weights);

/* Compiles a genome. */
static inline void evaluator_compile(struct evaluator *ev, const struct genome *genome)
{
    struct weights weights;

    weights_of(&weights, genome);
    evaluator_build(ev, &weights);
}

/* The index of every strip of a position. */
struct strip_index evaluator_index(const struct evaluator *ev, const struct position *pos);

/* The sum over all strips: the value of line, shape, disc, map and place genes for the first
 * player, as the viewer sees it. */
int32_t evaluator_sum(const struct evaluator *ev, const struct strip_index *index,
                      enum side viewer);

struct threat_counts threat_counts_of(uint64_t first, uint64_t all);

/* Value of the threat and zugzwang genes for the first player. */
int32_t evaluator_threats(const struct evaluator *ev, uint64_t first, uint64_t all);

/* The value of a position for the viewer, in units. */
int32_t evaluate(const struct evaluator *ev, const struct position *pos, enum side viewer);

/* Row of the zugzwang table: 0, or the gene GENE_ZUG + row - 1. `first` and `second` are the
 * threats that cannot be played yet; of each column only the lowest counts. A cell that both
 * threaten counts for the side that parity favours: the first player in odd rows, the second in
 * even ones. */
int zugzwang_index(uint64_t first, uint64_t second);

static inline enum side side_to_move(const struct position *pos)
{
    return pos->plies % 2 == 0 ? SIDE_FIRST : SIDE_SECOND;
}

/* What a disc of that side on the cell adds to the viewer's sum. */
static inline int32_t evaluator_delta(const struct evaluator *ev, const struct strip_index *index,
                                      enum side viewer, int bit, enum side side)
{
    const struct cell_strips *cell = &ev->cell[bit];
    const int32_t *value = ev->value[viewer];
    int32_t delta = 0;

    for (int i = 0; i < 4; i++) {
        unsigned at = index->at[cell->strip[i]];

        delta += value[at + cell->step[side][i]] - value[at];
    }
    return delta;
}

static inline void strip_index_add(struct strip_index *index, const struct evaluator *ev, int bit,
                                   enum side side)
{
    const struct cell_strips *cell = &ev->cell[bit];

    for (int i = 0; i < 4; i++)
        index->at[cell->strip[i]] = (strip_place)(index->at[cell->strip[i]] + cell->step[side][i]);
}

static inline void strip_index_remove(struct strip_index *index, const struct evaluator *ev,
                                      int bit, enum side side)
{
    const struct cell_strips *cell = &ev->cell[bit];

    for (int i = 0; i < 4; i++)
        index->at[cell->strip[i]] = (strip_place)(index->at[cell->strip[i]] - cell->step[side][i]);
}

#endif
