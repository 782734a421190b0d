#include "evolve/mutation.h"

#include <math.h>

#include <gsl/gsl_randist.h>

enum {
    RATE,
    STRENGTH,
    LEARNING = 1, /* self-adaptive has this instead of a strength */
    FLOOR
};

static double draw_gaussian(const double *param, double step, gsl_rng *rng)
{
    (void)step;
    return gsl_ran_gaussian(rng, param[STRENGTH]);
}

static double draw_cauchy(const double *param, double step, gsl_rng *rng)
{
    (void)step;
    return gsl_ran_cauchy(rng, param[STRENGTH]);
}

static double draw_adaptive(const double *param, double step, gsl_rng *rng)
{
    (void)param;
    return gsl_ran_gaussian(rng, step);
}

#define RATE_HELP "probability that a gene changes"

static const struct mutation mutations[] = {
    { { "gaussian",
        "normally distributed steps of one size",
        { { "rate", 0.3, 0, 1, false, RATE_HELP },
          { "strength", 0.5, 1e-6, 1000, false, "standard deviation, in each gene's scale" } } },
      false,
      false,
      draw_gaussian },
    { { "cauchy",
        "mostly small steps, and occasionally a very large one",
        { { "rate", 0.3, 0, 1, false, RATE_HELP },
          { "strength", 0.25, 1e-6, 1000, false, "median of the steps, in each gene's scale" } } },
      false,
      false,
      draw_cauchy },
    { { "self-adaptive",
        "gaussian steps whose sizes are inherited and evolve too",
        { { "rate", 1, 0, 1, false, RATE_HELP },
          { "learning", 1, 0, 10, false, "how fast step sizes change; 1 is usual" },
          { "floor", 0.02, 1e-9, 1000, false, "smallest step size, in each gene's scale" } } },
      true,
      false,
      draw_adaptive },
    { { "metric",
        "steps of one size in what a genome says about positions",
        { { "rate", 1, 0, 1, false, "probability that an axis is used" },
          { "strength", 0.2, 1e-6, 1000, false, "standard deviation, in steps of the metric" } } },
      false,
      true,
      draw_gaussian },
};

const struct method *mutation_method(size_t i)
{
    return i < sizeof mutations / sizeof *mutations ? &mutations[i].method : NULL;
}

const struct mutation *mutation_find(const char *name, struct err *err)
{
    return (const struct mutation *)method_find(mutation_method, "mutation", name, err);
}

static void adapt(const double *param, const struct space *space, double *step, gsl_rng *rng)
{
    double n = (double)space->dim;
    double common = gsl_ran_gaussian(rng, param[LEARNING] / sqrt(2 * n));

    for (size_t i = 0; i < space->dim; i++) {
        double width = (space->high[i] - space->low[i]) / space->scale[i];
        double own = gsl_ran_gaussian(rng, param[LEARNING] / sqrt(2 * sqrt(n)));

        step[i] = fmin(fmax(step[i] * exp(common + own), param[FLOOR]), width);
    }
}

static void change(const struct mutation *m, const double *param, const struct space *space,
                   struct point *who, size_t i, gsl_rng *rng)
{
    double step = m->draw(param, who->step[i], rng);

    who->value[i] += space->scale[i] * step;
}

static void change_along(const struct mutation *m, const double *param, const struct space *space,
                         struct point *who, size_t axis, gsl_rng *rng)
{
    double step = m->draw(param, 1, rng);

    for (size_t i = axis; i < space->dim; i++)
        who->value[i] += step * space->axes[i * space->dim + axis];
}

static void stay_inside(const struct space *space, struct point *who)
{
    for (size_t i = 0; i < space->dim; i++)
        who->value[i] = space_reflect(space, i, who->value[i]);
}

void mutation_apply(const struct mutation *m, const double param[METHOD_PARAMS],
                    const struct space *space, struct point *who, gsl_rng *rng)
{
    bool changed = false;
    void (*move)(const struct mutation *, const double *, const struct space *, struct point *,
                 size_t, gsl_rng *) = m->along_axes && space->axes ? change_along : change;

    if (m->adapts)
        adapt(param, space, who->step, rng);
    for (size_t i = 0; i < space->dim; i++) {
        if (gsl_rng_uniform(rng) >= param[RATE])
            continue;
        move(m, param, space, who, i, rng);
        changed = true;
    }
    if (!changed)
        move(m, param, space, who, gsl_rng_uniform_int(rng, space->dim), rng);
    stay_inside(space, who);
}
