/*
 * evaluator - a genome compiled into tables.
 *
 * Line, shape, disc, map and place genes: the board has 25 strips (rows, columns and
 * diagonals of at least four cells). For each strip a table gives the summed
 * value of its lines and discs, indexed by the strip's state in base 3: digit 0
 * is an empty cell, 1 a disc of the viewer, 2 a disc of the other side. A move
 * changes at most four strips, so it costs four look-ups and four subtractions
 * whatever the genome holds. A strip and its mirror image share a table. Place
 * genes tell the two players apart, so that a genome with some of them has one
 * set of tables for each viewer.
 *
 * Threat and zugzwang genes are bit operations at the leaf, and are skipped
 * when they are all zero.
 *
 * Values are integers, EVAL_UNITS to a weight of 1, so that play is exact. A
 * single line never counts for more than LINE_LIMIT weights, so that no genome
 * can reach EVAL_LIMIT.
 */
#ifndef C4E_HEURISTIC_EVALUATOR_H
#define C4E_HEURISTIC_EVALUATOR_H

#include "heuristic/genome.h"

#define EVAL_UNITS 1000
#define LINE_LIMIT 10000.0
#define EVAL_LIMIT 1000000000

/* 6 rows of 3^7 states, 4 columns of 3^6, 6 diagonals of 3^4, 3^5 and 3^6, twice. */
#define STRIP_STATES (6 * 2187 + 4 * 729 + 2 * (81 + 243 + 729))

#define THREAT_GENES  (GENE_NOW_OTHER - GENE_ODD1 + 1)
#define ZUGZWANG_ROWS (GENE_ZUG_END - GENE_ZUG + 2) /* the first has no gene and is 0 */

enum side { SIDE_FIRST, SIDE_SECOND };

/* All that evaluation needs of a genome, in units. */
struct weights {
    bool sided; /* lines differ by viewer; else only those of the first are there */
    int32_t line[2][LINE_CLASSES][5][5]; /* by viewer; discs of the viewer, of the other side */
    int32_t disc[COLUMNS][3];            /* of the viewer at 1, of the other side at 2 */
    int32_t threat[THREAT_GENES];
    int32_t zugzwang[ZUGZWANG_ROWS];
    int32_t tempo;
};

/* How often each threat gene counts for the first player, negative for the second's threats. */
struct threat_counts {
    int32_t count[THREAT_GENES]; /* from GENE_ODD1 on */
    int zugzwang;                /* row of the zugzwang table */
};

/* The place of one cell in the strips through it. */
struct cell_strips {
    uint16_t step[2][4]; /* what a disc adds to the index: of the viewer, of the other side */
    uint8_t strip[4];    /* STRIPS where the cell has fewer than four */
};

/* Index into evaluator.value for each strip, and for the one that is always 0. */
struct strip_index {
    uint16_t at[STRIPS + 1];
};

struct evaluator {
    struct cell_strips cell[COLUMNS * COLUMN_BITS]; /* by bit */
    struct strip_index empty_board[2];              /* by viewer */
    int32_t tempo;
    bool has_threats;
    int32_t threat[THREAT_GENES];
    int32_t zugzwang[ZUGZWANG_ROWS];
    /* By viewer; and one entry of value 0 for cells that lie on fewer than four strips. */
    int32_t value[2 * STRIP_STATES + 1];
};

void weights_of(struct weights *weights, const struct genome *genome);

void evaluator_build(struct evaluator *ev, const struct weights *weights);

/* Both of the above. */
void evaluator_compile(struct evaluator *ev, const struct genome *genome);

/* The index of every strip of a position, as that viewer sees it. */
struct strip_index evaluator_index(const struct evaluator *ev, const struct position *pos,
                                   enum side viewer);

/* The sum over all strips: the value of line, shape, disc, map and place genes. */
int32_t evaluator_sum(const struct evaluator *ev, const struct strip_index *index);

/* The gene that weighs a line with so many discs of each side; -1 when it is full of one. */
int line_gene(int own, int opp);

/* The value of a line with so many discs of the viewer and of the other side, in units. */
int32_t line_units(const struct genome *genome, const struct line *line, enum side viewer, int own,
                   int opp);

struct threat_counts threat_counts_of(uint64_t first, uint64_t all);

/* Value of the threat and zugzwang genes for the first player. */
int32_t evaluator_threats(const struct evaluator *ev, uint64_t first, uint64_t all);

/* The whole value of a position for the viewer, in units. */
int32_t evaluate(const struct evaluator *ev, const struct position *pos, enum side viewer);

/* Row of the zugzwang table: 0, or the gene GENE_ZUG + row - 1. `first` and
 * `second` are threat cells that cannot be played yet; the lowest of a column
 * is taken among both. A cell that both threaten counts for the side that
 * parity hands it to: an odd one for the first player, an even one for the second. */
int zugzwang_index(uint64_t first, uint64_t second);

static inline enum side side_to_move(const struct position *pos)
{
    return pos->plies % 2 == 0 ? SIDE_FIRST : SIDE_SECOND;
}

/* What a disc on the cell adds to the sum; who is 0 for the viewer's, 1 for the other's. */
static inline int32_t evaluator_delta(const struct evaluator *ev, const struct strip_index *index,
                                      int bit, int who)
{
    const struct cell_strips *cell = &ev->cell[bit];
    int32_t delta = 0;

    for (int i = 0; i < 4; i++) {
        unsigned at = index->at[cell->strip[i]];

        delta += ev->value[at + cell->step[who][i]] - ev->value[at];
    }
    return delta;
}

static inline void strip_index_add(struct strip_index *index, const struct evaluator *ev, int bit,
                                   int who)
{
    const struct cell_strips *cell = &ev->cell[bit];

    for (int i = 0; i < 4; i++)
        index->at[cell->strip[i]] = (uint16_t)(index->at[cell->strip[i]] + cell->step[who][i]);
}

static inline void strip_index_remove(struct strip_index *index, const struct evaluator *ev,
                                      int bit, int who)
{
    const struct cell_strips *cell = &ev->cell[bit];

    for (int i = 0; i < 4; i++)
        index->at[cell->strip[i]] = (uint16_t)(index->at[cell->strip[i]] - cell->step[who][i]);
}

#endif
