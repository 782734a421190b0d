#include "evolve/selection.h"

#include <math.h>

#include <gsl/gsl_randist.h>

/* Drawing k with repetition and taking the best is the same as drawing once by
 * these probabilities: the best r are missed by all k draws or they win. */
static double best_tournament(double r, double n, double k)
{
    return 1 - pow(1 - r / n, k);
}

/* Expected children fall linearly from pressure for the best to 2 - pressure. */
static double best_rank(double r, double n, double pressure)
{
    if (n == 1)
        return r;
    return (r * pressure - (pressure - 1) * r * (r - 1) / (n - 1)) / n;
}

static double best_truncation(double r, double n, double fraction)
{
    return fmin(1, r / (fraction * n));
}

#define FLOOR                                                                                      \
    {                                                                                              \
        "floor", 0.1, 0, 1000, false, "weight of the worst; the best weighs 1 more"                \
    }

static const struct selection selections[] = {
    { { "tournament",
        "the best of a few drawn at random",
        { { "size", 3, 1, 1000, true, "number drawn" } } },
      best_tournament,
      false },
    { { "rank",
        "probability falls linearly with rank",
        { { "pressure", 1.7, 1, 2, false, "expected children of the best; the average is 1" } } },
      best_rank,
      false },
    { { "roulette", "probability by fitness above the worst", { FLOOR } }, NULL, false },
    { { "sus", "stochastic universal: roulette with evenly spaced pointers", { FLOOR } },
      NULL,
      true },
    { { "truncation",
        "the best fraction, with equal probability",
        { { "fraction", 0.3, 0.001, 1, false,
            "share of the population that may have children" } } },
      best_truncation,
      false },
};

const struct method *selection_method(size_t i)
{
    return i < sizeof selections / sizeof *selections ? &selections[i].method : NULL;
}

const struct selection *selection_find(const char *name, struct err *err)
{
    return (const struct selection *)method_find(selection_method, "selection", name, err);
}

static void chances_by_order(const struct selection *s, double param, const double *fitness,
                             size_t n, double *chance)
{
    for (size_t i = 0; i < n; i++) {
        size_t better = 0, equal = 0;

        for (size_t j = 0; j < n; j++) {
            better += fitness[j] > fitness[i];
            equal += fitness[j] == fitness[i];
        }
        chance[i] = (s->best((double)(better + equal), (double)n, param) -
                     s->best((double)better, (double)n, param)) /
                    (double)equal;
    }
}

static void chances_by_value(double floor, const double *fitness, size_t n, double *chance)
{
    double worst = fitness[0], best = fitness[0], sum = 0;

    for (size_t i = 1; i < n; i++) {
        worst = fmin(worst, fitness[i]);
        best = fmax(best, fitness[i]);
    }
    for (size_t i = 0; i < n; i++) {
        chance[i] = best > worst ? (fitness[i] - worst) / (best - worst) + floor : 1;
        sum += chance[i];
    }
    for (size_t i = 0; i < n; i++)
        chance[i] /= sum;
}

void selection_chances(const struct selection *s, const double param[METHOD_PARAMS],
                       const double *fitness, size_t n, double *chance)
{
    if (n == 0)
        return;
    if (s->best)
        chances_by_order(s, param[0], fitness, n, chance);
    else
        chances_by_value(param[0], fitness, n, chance);
}

/* Rounding may leave a little of u at the end: it belongs to the last with a chance. */
static size_t find(const double *chance, size_t n, double u)
{
    size_t last = 0;

    for (size_t i = 0; i < n; i++) {
        u -= chance[i];
        if (u < 0)
            return i;
        if (chance[i] > 0)
            last = i;
    }
    return last;
}

void selection_draw(const struct selection *s, const double *chance, size_t n, size_t *parent,
                    size_t count, gsl_rng *rng)
{
    double spin = s->universal ? gsl_rng_uniform(rng) : 0;

    for (size_t k = 0; k < count; k++) {
        double u = s->universal ? (spin + (double)k) / (double)count : gsl_rng_uniform(rng);

        parent[k] = find(chance, n, u);
    }
    if (s->universal) /* or neighbours in the population would always be paired */
        gsl_ran_shuffle(rng, parent, count, sizeof *parent);
}
