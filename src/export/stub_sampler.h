/*
 * stub_sampler - heuristic/sampler.h in an exported player, which always counts all lines.
 */
#ifndef C4E_EXPORT_STUB_SAMPLER_H
#define C4E_EXPORT_STUB_SAMPLER_H

#include "heuristic/evaluator.h"

/* Pointers to a sampler are NULL. */
struct sampler {
    struct evaluator other_genes;
};

static inline int32_t sampler_lines(const struct sampler *s, uint64_t draw, uint64_t first,
                                    uint64_t all, enum side viewer)
{
    (void)s;
    (void)draw;
    (void)first;
    (void)all;
    (void)viewer;
    return 0;
}

#endif
