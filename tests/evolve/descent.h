/*
 * descent - a CMA-ES in a test: functions to minimise, and one generation after another.
 */
#ifndef C4E_TESTS_EVOLVE_DESCENT_H
#define C4E_TESTS_EVOLVE_DESCENT_H

#include "test.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "check.h"
#include "evolve/cmaes.h"

#define MAX_DIM    20
#define MAX_LAMBDA 512

typedef double function(const double *x, size_t dim);

static inline double sphere(const double *x, size_t dim)
{
    double sum = 0;

    for (size_t i = 0; i < dim; i++)
        sum += x[i] * x[i];
    return sum;
}

static inline double rastrigin(const double *x, size_t dim)
{
    double sum = 0;

    for (size_t i = 0; i < dim; i++)
        sum += x[i] * x[i] + 10 - 10 * cos(2 * 3.14159265358979323846 * x[i]);
    return sum;
}

struct setup {
    double low[MAX_DIM], high[MAX_DIM], scale[MAX_DIM], start[MAX_DIM];
    struct space space;
    struct cmaes_options opt;
    struct cmaes c;
    double *x, *fitness;
    struct rng noise;
    double sigma; /* of the noise */
};

static inline void setup(struct setup *s, size_t dim, double low, double high, double scale,
                         double start)
{
    for (size_t i = 0; i < dim; i++) {
        s->low[i] = low;
        s->high[i] = high;
        s->scale[i] = scale;
        s->start[i] = start;
    }
    s->space = (struct space){ dim, s->low, s->high, s->scale, NULL };
    s->opt = (struct cmaes_options){ .seed = 5, .start = s->start };
    method_presets(&cmaes_method, s->opt.param);
    s->opt.param[CMAES_SIGMA] = s->opt.param[CMAES_SPREAD] = 1;
    s->opt.param[CMAES_TINY] = s->opt.param[CMAES_WIDEST] = 0;
    s->x = calloc(MAX_LAMBDA * dim, sizeof *s->x);
    s->fitness = calloc(MAX_LAMBDA, sizeof *s->fitness);
    s->sigma = 0;
    check_open(&s->noise, 1);
}

static inline void start(struct setup *s)
{
    struct err err;

    assert_int_equal(cmaes_init(&s->c, &s->space, &s->opt, &err), 0);
}

static inline void teardown(struct setup *s)
{
    cmaes_release(&s->c);
    free(s->x);
    free(s->fitness);
}

/* One generation; returns the best true value of its candidates. */
static inline double generation(struct setup *s, function *f)
{
    size_t dim = s->space.dim, n = s->c.lambda;
    double best = INFINITY;
    struct err err;

    assert_true(n <= MAX_LAMBDA);
    for (size_t i = 0; i < n; i++) {
        double value;

        cmaes_ask(&s->c, i, s->x + i * dim);
        check_inside(&s->space, s->x + i * dim);
        value = f(s->x + i * dim, dim);
        best = fmin(best, value);
        s->fitness[i] = -value + gsl_ran_gaussian(&s->noise.gsl, s->sigma);
    }
    assert_int_equal(cmaes_tell(&s->c, s->x, s->fitness, n, &err), 0);
    return best;
}

/* Evaluations until a value is reached; fails beyond the limit. */
static inline size_t evaluations(struct setup *s, function *f, double target, size_t limit)
{
    double best = INFINITY;
    size_t used = 0;

    while (used < limit) {
        used += s->c.lambda;
        best = fmin(best, generation(s, f));
        if (best <= target)
            return used;
    }
    fail_msg("%g after %zu evaluations, %u restarts", best, used, s->c.restarts);
    return used;
}

static inline double mean_value(const struct setup *s, function *f)
{
    double mean[MAX_DIM];

    cmaes_mean(&s->c, mean);
    return f(mean, s->space.dim);
}

#endif
