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
 * Threat, zugzwang and rules genes are bit operations at the leaf, and are skipped
 * when all of them are zero; so are the rules genes alone, which take the most time. Tables (tables.h), if the genome has any, are looked up by the
 * same index.
 *
 * Values are in units; see weights.h.
 */
#ifndef C4E_HEURISTIC_EVALUATOR_H
#define C4E_HEURISTIC_EVALUATOR_H

#include <string.h>

#include "heuristic/custom.h"
#include "heuristic/strips.h"
#include "heuristic/tables.h"
#include "heuristic/weights.h"

/* How often each threat gene counts for the first player; negative for threats of the second. */
struct threat_counts {
    int32_t count[THREAT_GENES]; /* from GENE_ODD1 on */
    int zugzwang;                /* row of the zugzwang table */
};

struct evaluator {
    struct strip_map map;
    int32_t tempo;
    bool has_strips;  /* some table of a strip is not 0 */
    bool has_threats; /* or rules */
    bool has_rules;
    int32_t threat[THREAT_GENES];
    int32_t zugzwang[ZUGZWANG_ROWS];
    int32_t rules[RULE_GENES];
    uint64_t line[LINES];        /* the cells of each, for the rules */
    const struct tables *tables; /* those of the genome, which must live on; or NULL */
    int32_t out[2][TABLE_LANES]; /* what each lane of the tables counts, by side to move */
    int32_t sure;                /* what they give to a sure win */
    struct custom_use custom;    /* heuristics of users, without which custom.value is NULL */
    /* By viewer; the last entry is 0, for cells that lie on fewer than four strips. */
    int32_t value[2][STRIP_STATES + 1];
};

/* Without tables and users' heuristics: those are the caller's to set. */
void evaluator_build(struct evaluator *ev, const struct weights *weights);

/* Looks up these tables, which may be NULL, from now on. */
void evaluator_use_tables(struct evaluator *ev, const struct tables *tables,
                          const struct weights *weights);

/* Compiles a genome. */
static inline void evaluator_compile(struct evaluator *ev, const struct genome *genome)
{
    struct weights weights;

    weights_of(&weights, genome);
    evaluator_build(ev, &weights);
    evaluator_use_tables(ev, genome->tables, &weights);
    custom_use_of(&ev->custom, genome->gene);
}

/* The index of every strip of a position. */
struct strip_index evaluator_index(const struct evaluator *ev, const struct position *pos);

/* The sum over all strips: the value of line, shape, disc, map and place genes for the first
 * player, as the viewer sees it. */
int32_t evaluator_sum(const struct evaluator *ev, const struct strip_index *index,
                      enum side viewer);

struct threat_counts threat_counts_of(uint64_t first, uint64_t all);

/* How often each rules gene counts for the first player. `line` are the cells of all lines. */
struct rule_counts {
    int32_t count[RULE_GENES]; /* from GENE_CLAIMED1 on */
};

struct rule_counts rule_counts_of(const uint64_t line[LINES], uint64_t first, uint64_t all);

/* Value of the threat and zugzwang genes for the first player. The threats are the cells where the
 * first and the second player would win. */
int32_t evaluator_threat_cells(const struct evaluator *ev, uint64_t threat1, uint64_t threat2,
                               uint64_t playable, enum side mover);

/* Value of the threat, zugzwang and rules genes for the first player. */
int32_t evaluator_threats(const struct evaluator *ev, uint64_t first, uint64_t all);

/* What users' heuristics say, for the first player; only to be called if there are any. */
static inline int32_t evaluator_custom(const struct evaluator *ev, uint64_t first, uint64_t all,
                                       enum side viewer)
{
    int32_t value = ev->custom.value(&ev->custom, first, all, viewer);

    return viewer == SIDE_FIRST ? value : -value;
}

/* What the tables say, for the first player; only to be called if there are any. */
int32_t evaluator_tables(const struct evaluator *ev, uint64_t first, uint64_t all);

/* The last step of it: the value of the sums of all lanes. */
static inline int32_t evaluator_weigh_lanes(const struct evaluator *ev, enum side mover,
                                            const struct lanes *sum)
{
    const lane_vector kept = (sum->all > 0) | (lane_vector){ -1 }; /* the first is not clipped */
    wide_vector weighed; /* loaded by memcpy: evaluators need not be aligned for it */
    int32_t value = 0;

    memcpy(&weighed, ev->out[mover], sizeof weighed);
    weighed *= __builtin_convertvector(sum->all & kept, wide_vector);
    for (int l = 0; l < TABLE_LANES; l++)
        value += weighed[l];
    return value / TABLE_DIVISOR;
}

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
    const struct cell_strips *cell = &ev->map.cell[bit];
    const int32_t *value = ev->value[viewer];
    int32_t delta = 0;

    for (int i = 0; i < 4; i++) {
        unsigned at = index->at[cell->strip[i]];

        delta += value[at + cell->step[side][i]] - value[at];
    }
    return delta;
}

#endif
