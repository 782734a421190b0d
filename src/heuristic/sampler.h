/*
 * sampler - an evaluation that looks at a few lines only.
 *
 * Instead of all 69 lines of a position it adds up n of them, drawn at random
 * with replacement: on average n/69 of the full sum. Shape, map and place genes
 * weigh the lines that are drawn; disc, threat, zugzwang and tempo genes are not lines
 * and count in full.
 *
 * Which lines count depends on nothing but the draw and the position. So with
 * one draw per move a position has the same value however often and by whatever
 * way a search meets it, and pruning and hash tables find the move that plain
 * minimax finds.
 */
#ifndef C4E_HEURISTIC_SAMPLER_H
#define C4E_HEURISTIC_SAMPLER_H

#include "heuristic/evaluator.h"

struct sampler {
    int n;                         /* lines that count, 1 to LINES */
    uint64_t cells[LINES];         /* of each line */
    int32_t units[2][LINES][5][5]; /* by viewer and the discs that he and the other have in it */
    struct evaluator other_genes;  /* the genome with all lines worth nothing */
};

void sampler_compile(struct sampler *s, const struct genome *genome, int n);

/* The sum of the lines drawn, for the viewer, in units. `first` are the first player's discs. */
int32_t sampler_lines(const struct sampler *s, uint64_t draw, uint64_t first, uint64_t all,
                      enum side viewer);

#endif
