/*
 * custom_use - what an evaluator keeps of users' heuristics (custom.h).
 *
 * A function, so that an exported player, which has the heuristic compiled in,
 * needs nothing else of it.
 */
#ifndef C4E_HEURISTIC_CUSTOM_USE_H
#define C4E_HEURISTIC_CUSTOM_USE_H

#include "game/lines.h"
#include "heuristic/gene.h"
#include "heuristic/strips.h"

#define CUSTOM_MAX   (FAMILY_COUNT - FAMILY_ADDED)
#define CUSTOM_GENES (GENE_COUNT - GENE_ADDED)
#define CUSTOM_LIMIT 100000 /* weights; C4E_LIMIT of heuristic.h */

struct custom_use {
    /* The value for the viewer in units; NULL: none is used. `first` are the first player's discs. */
    int32_t (*value)(const struct custom_use *use, uint64_t first, uint64_t all, enum side viewer);
    double factor[CUSTOM_MAX]; /* by heuristic; 0: not used */
    double gene[CUSTOM_GENES]; /* from GENE_ADDED on */
    uint64_t line[LINES];      /* the cells of each */
};

/* A value in units, to the nearest; no library is needed for it. */
static inline int32_t custom_units(double value)
{
    if (value > CUSTOM_LIMIT || value < -CUSTOM_LIMIT)
        value = value > 0 ? CUSTOM_LIMIT : -CUSTOM_LIMIT;
    return (int32_t)(value * 1000 + (value < 0 ? -0.5 : 0.5));
}

#endif
