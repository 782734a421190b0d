#include "evolve/crossover.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>

enum { RATE, SHAPE };

static void mix_uniform(const double *param, const struct space *space, const struct point *a,
                        const struct point *b, struct point *child, gsl_rng *rng)
{
    for (size_t i = 0; i < space->dim; i++) {
        const struct point *from = gsl_rng_uniform(rng) < param[SHAPE] ? b : a;

        child->value[i] = from->value[i];
        child->step[i] = from->step[i];
    }
}

static void mix_blend(const double *param, const struct space *space, const struct point *a,
                      const struct point *b, struct point *child, gsl_rng *rng)
{
    for (size_t i = 0; i < space->dim; i++) {
        double at = gsl_ran_flat(rng, -param[SHAPE], 1 + param[SHAPE]);
        double value = a->value[i] + at * (b->value[i] - a->value[i]);

        child->value[i] = space_reflect(space, i, value);
        child->step[i] = sqrt(a->step[i] * b->step[i]);
    }
}

static void mix_arithmetic(const double *param, const struct space *space, const struct point *a,
                           const struct point *b, struct point *child, gsl_rng *rng)
{
    double at = gsl_rng_uniform(rng);

    (void)param;
    for (size_t i = 0; i < space->dim; i++) {
        double value = a->value[i] + at * (b->value[i] - a->value[i]);

        child->value[i] = space_reflect(space, i, value);
        child->step[i] = a->step[i] * pow(b->step[i] / a->step[i], at);
    }
}

#define RATE_PARAM                                                                                 \
    {                                                                                              \
        "rate", 0.7, 0, 1, false, "probability that a child has two parents"                       \
    }

static const struct crossover crossovers[] = {
    { { "uniform",
        "each gene from either parent",
        { RATE_PARAM, { "mix", 0.5, 0, 1, false, "probability of the second parent's gene" } } },
      mix_uniform },
    { { "blend",
        "each gene anywhere between the parents and a little beyond (BLX)",
        { RATE_PARAM,
          { "alpha", 0.3, 0, 2, false, "how far beyond, as a fraction of their distance" } } },
      mix_blend },
    { { "arithmetic", "a random point on the line between the parents", { RATE_PARAM } },
      mix_arithmetic },
    { { "none", "a copy of one parent", { { 0 } } }, NULL },
};

const struct method *crossover_method(size_t i)
{
    return i < sizeof crossovers / sizeof *crossovers ? &crossovers[i].method : NULL;
}

const struct crossover *crossover_find(const char *name, struct err *err)
{
    return (const struct crossover *)method_find(crossover_method, "crossover", name, err);
}

void crossover_apply(const struct crossover *c, const double param[METHOD_PARAMS],
                     const struct space *space, const struct point *a, const struct point *b,
                     struct point *child, gsl_rng *rng)
{
    if (c->mix && gsl_rng_uniform(rng) < param[RATE]) {
        c->mix(param, space, a, b, child, rng);
        return;
    }
    memcpy(child->value, a->value, space->dim * sizeof *child->value);
    memcpy(child->step, a->step, space->dim * sizeof *child->step);
}
