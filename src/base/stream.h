/*
 * stream - random numbers that depend on their place in a run and on nothing else.
 *
 * A stream is named by (seed, generation, purpose, index). Opening one is cheap
 * and leaves no state to save: the numbers are Philox 4x32 outputs at counters
 * made from the name. A struct rng contains a GSL generator, so that all GSL
 * distributions work with it.
 */
#ifndef C4E_BASE_STREAM_H
#define C4E_BASE_STREAM_H

#include <stdint.h>

#include <gsl/gsl_rng.h>

/* Purposes separate streams of the same index. Saved runs depend on the numbers: append, never
 * reorder. */
enum stream_purpose {
    STREAM_TEST,
    STREAM_OPENINGS,
    STREAM_GAME,
    STREAM_MOVE,
    STREAM_FOUNDERS,
    STREAM_SELECT,
    STREAM_CROSSOVER,
    STREAM_MUTATE,
    STREAM_IMMIGRANTS,
    STREAM_FIT,
    STREAM_CMAES,
    STREAM_TRUTH,
    STREAM_SAMPLE,
    STREAM_METRIC,
    STREAM_TRUTH_TEST,
    STREAM_POSITIONS,
    STREAM_TABLES
};

struct stream {
    uint64_t seed;
    uint32_t generation;
    enum stream_purpose purpose;
    uint64_t index; /* below 2^56 */
};

/* Points into itself: never copy or move it after opening. */
struct rng {
    gsl_rng gsl;
    uint32_t counter[4];
    uint32_t key[2];
    uint32_t word[4];
    int left; /* words not used yet */
};

void rng_open(struct rng *rng, struct stream name);

/* A number from 0 to n - 1; n > 0. */
static inline unsigned long rng_below(struct rng *rng, unsigned long n)
{
    return gsl_rng_uniform_int(&rng->gsl, n);
}

/* 64 random bits. */
static inline uint64_t rng_bits(struct rng *rng)
{
    uint64_t high = gsl_rng_get(&rng->gsl);

    return high << 32 | gsl_rng_get(&rng->gsl);
}

#endif
