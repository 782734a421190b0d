/*
 * sampler - an evaluation that looks at only a few lines.
 *
 * Instead of all lines of a position it adds up n of them, drawn at random with
 * replacement: on average n/69 of the full sum on the usual board. Shape, map and
 * place genes weigh the lines that are drawn; disc, threat, zugzwang and tempo
 * genes are not about lines and count in full.
 *
 * Which lines count depends only on the draw and the position. With one draw per
 * move, a position has the same value however often and by whatever path a search
 * reaches it, so pruning and hash tables find the move that plain minimax finds.
 */
#ifndef C4E_HEURISTIC_SAMPLER_H
#define C4E_HEURISTIC_SAMPLER_H

#include "base/stream.h"
#include "heuristic/evaluator.h"

struct sampler {
    int n;                         /* lines that count, 1 to LINES */
    uint64_t cells[LINES];         /* of each line */
    int32_t units[2][LINES][5][5]; /* by viewer; discs of the viewer, of the other */
    struct evaluator other_genes;  /* the genome without the value of lines */
};

void sampler_compile(struct sampler *s, const struct genome *genome, int n);

/* Opens the random numbers that name the drawn lines of a position; `first` are the first player's
 * discs. */
static inline void sampler_open(struct rng *rng, uint64_t draw, uint64_t first, uint64_t all)
{
    rng_open(rng, (struct stream){
                      .seed = draw, .purpose = STREAM_SAMPLE, .index = position_key(first, all) });
}

static inline int sampler_next(struct rng *rng)
{
    return (int)rng_below(rng, LINES);
}

/* The sum of the drawn lines for the viewer, in units. */
int32_t sampler_lines(const struct sampler *s, uint64_t draw, uint64_t first, uint64_t all,
                      enum side viewer);

#endif
