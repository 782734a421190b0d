/*
 * measured - a tiny config with a metric of its genes, from random positions.
 */
#ifndef C4E_TESTS_EVOLVE_MEASURED_H
#define C4E_TESTS_EVOLVE_MEASURED_H

#include "evolve/tiny_config.h"

#include <stdlib.h>

#include "evolve/metric.h"
#include "sample.h"

#define MEASURED_POSITIONS 2000

/* Positions of 8 to 31 plies; the caller frees them. */
static inline struct position *measured_positions(size_t n, uint64_t seed)
{
    struct position *pos = calloc(n, sizeof *pos);
    struct rng rng;

    assert_non_null(pos);
    sample_rng(&rng, seed, 0);
    for (size_t i = 0; i < n; i++)
        sample_position(&pos[i], 8 + (int)(i % 24), &rng);
    return pos;
}

/* Takes a metric at the genes of a file. */
static inline void measured_metric(struct metric *metric, const struct breed_space *gs,
                                   const char *path)
{
    struct position *pos = measured_positions(MEASURED_POSITIONS, 12);
    struct genome genome;
    struct err err;

    assert_int_equal(genome_read(&genome, path, &err), 0);
    assert_int_equal(metric_init(metric, gs, genome.gene, NULL, pos, MEASURED_POSITIONS, &err), 0);
    genome_release(&genome);
    free(pos);
}

#endif
