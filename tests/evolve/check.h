/*
 * check - what the tests of the operators share: a box, a stream, a test of distribution.
 */
#ifndef C4E_TESTS_EVOLVE_CHECK_H
#define C4E_TESTS_EVOLVE_CHECK_H

#include "test.h"

#include <math.h>

#include <gsl/gsl_sort.h>

#include "base/stream.h"
#include "evolve/space.h"

#define CHECK_DIM 4

/* Sides and scales of different sizes, and zero not in the middle. */
static const double check_low[CHECK_DIM] = { -1, 0, -300, 2 };
static const double check_high[CHECK_DIM] = { 1, 5, 100, 2.5 };
static const double check_scale[CHECK_DIM] = { 0.1, 1, 30, 0.02 };
static const struct space check_space = { CHECK_DIM, check_low, check_high, check_scale, NULL };

static inline void check_open(struct rng *rng, uint64_t index)
{
    rng_open(rng, (struct stream){ .seed = 11, .purpose = STREAM_TEST, .index = index });
}

static inline void check_inside(const struct space *space, const double *value)
{
    for (size_t i = 0; i < space->dim; i++) {
        assert_true(value[i] >= space->low[i]);
        assert_true(value[i] <= space->high[i]);
    }
}

#define check_near(a, b, tolerance)                                                                \
    do {                                                                                           \
        double value_ = (a), wanted_ = (b);                                                        \
        if (!(fabs(value_ - wanted_) <= (tolerance)))                                              \
            fail_msg("%s is %.17g, not %.17g", #a, value_, wanted_);                               \
    } while (0)

/* Kolmogorov-Smirnov: u holds the distribution function at each of n draws,
 * which should be uniform. By chance it fails once in 40,000 such tests. */
static inline void check_uniform(double *u, size_t n)
{
    double distance = 0;

    gsl_sort(u, 1, n);
    for (size_t i = 0; i < n; i++) {
        distance = fmax(distance, fabs(u[i] - (double)i / (double)n));
        distance = fmax(distance, fabs(u[i] - (double)(i + 1) / (double)n));
    }
    if (sqrt((double)n) * distance > 2.38)
        fail_msg("distribution is off by %g in %zu draws", distance, n);
}

#endif
