/*
 * sample - random positions and genomes for property tests.
 */
#ifndef C4E_TESTS_SAMPLE_H
#define C4E_TESTS_SAMPLE_H

#include "base/stream.h"
#include "game/position.h"
#include "heuristic/genome.h"

/* The number of samples of a property test, smaller under a sanitizer, which is slow. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
#define SAMPLES(n) (((n) + 4) / 5)
#else
#define SAMPLES(n) (n)
#endif

enum sample_genome {
    SAMPLE_FULL,     /* every gene anywhere within its bounds */
    SAMPLE_FAMILIES, /* the same, but some families at their defaults */
    SAMPLE_LINES,    /* only line genes, different for own and opponent's lines */
    SAMPLE_SMALL,    /* whole weights from -2 to 2, so that ties are frequent */
    SAMPLE_THREATS,  /* only threat, zugzwang and tempo genes, small and whole */
    SAMPLE_HUGE,     /* every gene at one of its bounds */
    SAMPLE_NOTHING,  /* only wins count, everything else is equal */
    SAMPLE_KINDS
};

/* Opens the random numbers of one case of one test. */
void sample_rng(struct rng *rng, uint64_t seed, uint64_t index);

/* A position of that many plies, below CELLS, that is not over. Moves are random but never win, so
 * threats pile up. */
void sample_position(struct position *pos, int plies, struct rng *rng);

/* A random genome, which needs no release. */
void sample_genome(struct genome *genome, enum sample_genome kind, struct rng *rng);

/* Random tables, with a user to release; coarse ones make ties frequent. */
struct tables *sample_tables(bool coarse, struct rng *rng);

/* The chi-square statistic of counts that should all be equal. */
double chi_square_uniform(const unsigned long *count, int n);

#endif
