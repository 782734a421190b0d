/*
 * split - an evaluation as a sum of items, one for each gene.
 *
 * Items are in units and add up exactly to the value. What several genes make
 * together is one item: the value of a line belongs to the gene of what the line
 * holds, with the factors of shape and map genes in it; what a place gene adds to
 * it belongs to the place gene, with the limit of a single line in it. What tables
 * say has items by the parts of the board that it comes from, see split_tables.h.
 * Other parts of an evaluation, which are not sums of genes, are one item each.
 */
#ifndef C4E_HEURISTIC_SPLIT_H
#define C4E_HEURISTIC_SPLIT_H

#include "heuristic/sampler.h"

/* A genome made ready for splitting. */
struct splitter {
    const struct evaluator *ev; /* of the genome, for what is not split; borrowed */
    struct weights weights;
    struct weights plain; /* the same without place genes */
    uint64_t cells[LINES];
    int class[LINES];
};

void splitter_init(struct splitter *splitter, const struct genome *genome,
                   const struct evaluator *ev);

struct split_item {
    const char *name; /* of a gene, or of another part */
    const char *help;
    int32_t units;
};

#define SPLIT_MORE  40 /* items besides genes */
#define SPLIT_ITEMS (GENE_COUNT + SPLIT_MORE)

struct split {
    struct split_item item[SPLIT_ITEMS]; /* only those that are not 0, in the order of the genes */
    int n;
};

/* Which lines count, if they are sampled. */
struct split_sample {
    const struct sampler *sampler;
    uint64_t draw;
};

/* The items of a position's value for the viewer. `sample` is NULL if all lines count. */
void split_evaluation(const struct splitter *splitter, const struct position *pos, enum side viewer,
                      const struct split_sample *sample, struct split *split);

/* Adds an item unless it is 0. */
void split_add(struct split *split, const char *name, const char *help, int32_t units);

int64_t split_sum(const struct split *split);

/* The units of an item; 0 if it is not there. */
int32_t split_find(const struct split *split, const char *name);

#endif
