/* Every selection with every crossover and every mutation improves a small population. */
#include "test.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "check.h"
#include "evolve/crossover.h"
#include "evolve/mutation.h"
#include "evolve/selection.h"

#define DIM         6
#define POPULATION  40
#define GENERATIONS 80

static const double low[DIM] = { -10, -10, -10, -10, -10, -10 };
static const double high[DIM] = { 10, 20, 30, 10, 10, 10 };
static const double scale[DIM] = { 1, 1, 1, 1, 1, 1 };
static const struct space space = { DIM, low, high, scale, NULL };

struct population {
    double value[POPULATION][DIM];
    double step[POPULATION][DIM];
    double fitness[POPULATION];
};

struct strategy {
    const struct selection *selection;
    const struct crossover *crossover;
    const struct mutation *mutation;
    double selecting[METHOD_PARAMS], crossing[METHOD_PARAMS], mutating[METHOD_PARAMS];
};

static double sphere(const double *x)
{
    double sum = 0;

    for (size_t i = 0; i < DIM; i++)
        sum += (x[i] - 1) * (x[i] - 1);
    return sum;
}

static void evaluate(struct population *p, double noise, gsl_rng *rng)
{
    for (size_t i = 0; i < POPULATION; i++)
        p->fitness[i] = -sphere(p->value[i]) + gsl_ran_gaussian(rng, noise);
}

static double mean_sphere(const struct population *p)
{
    double sum = 0;

    for (size_t i = 0; i < POPULATION; i++)
        sum += sphere(p->value[i]) / POPULATION;
    return sum;
}

static void found(struct population *p, gsl_rng *rng)
{
    for (size_t k = 0; k < POPULATION; k++) {
        for (size_t i = 0; i < DIM; i++) {
            p->value[k][i] = gsl_ran_flat(rng, low[i], high[i]);
            p->step[k][i] = 1;
        }
    }
}

static void breed(const struct strategy *s, struct population *old, struct population *new,
                  gsl_rng *rng)
{
    double chance[POPULATION];
    size_t parent[2 * POPULATION];

    selection_chances(s->selection, s->selecting, old->fitness, POPULATION, chance);
    selection_draw(s->selection, chance, POPULATION, parent, 2 * POPULATION, rng);
    for (size_t k = 0; k < POPULATION; k++) {
        size_t a = parent[2 * k], b = parent[2 * k + 1];
        struct point first = { old->value[a], old->step[a] };
        struct point second = { old->value[b], old->step[b] };
        struct point child = { new->value[k], new->step[k] };

        crossover_apply(s->crossover, s->crossing, &space, &first, &second, &child, rng);
        mutation_apply(s->mutation, s->mutating, &space, &child, rng);
        check_inside(&space, child.value);
    }
}

/* How many times better the mean of the last population is than that of the first. */
static double improvement(const struct strategy *s, double noise, uint64_t seed)
{
    struct population p[2];
    struct rng rng;
    double before;

    check_open(&rng, seed);
    found(&p[0], &rng.gsl);
    before = mean_sphere(&p[0]);
    for (int g = 0; g < GENERATIONS; g++) {
        evaluate(&p[g % 2], noise, &rng.gsl);
        breed(s, &p[g % 2], &p[1 - g % 2], &rng.gsl);
    }
    return before / mean_sphere(&p[GENERATIONS % 2]);
}

static bool strategy_at(size_t i, struct strategy *s)
{
    size_t crossovers = 0, mutations = 0;
    struct err err;

    while (crossover_method(crossovers))
        crossovers++;
    while (mutation_method(mutations))
        mutations++;
    if (!selection_method(i / crossovers / mutations))
        return false;
    s->selection = selection_find(selection_method(i / crossovers / mutations)->name, &err);
    s->crossover = crossover_find(crossover_method(i / mutations % crossovers)->name, &err);
    s->mutation = mutation_find(mutation_method(i % mutations)->name, &err);
    method_presets(&s->selection->method, s->selecting);
    method_presets(&s->crossover->method, s->crossing);
    method_presets(&s->mutation->method, s->mutating);
    return true;
}

static void check_improvement(double noise, double factor)
{
    struct strategy s;
    size_t i;

    for (i = 0; strategy_at(i, &s); i++) {
        double better = improvement(&s, noise, i);

        if (!(better > factor))
            fail_msg("%s, %s, %s: better by %g only", s.selection->method.name,
                     s.crossover->method.name, s.mutation->method.name, better);
    }
    assert_true(i >= 5 * 4 * 3);
}

static void every_strategy_improves_the_sphere(void **state)
{
    (void)state;
    check_improvement(0, 10);
}

/* Noise as large as the difference between points two steps from the optimum. */
static void every_strategy_improves_a_noisy_sphere(void **state)
{
    (void)state;
    check_improvement(20, 5);
}

/* The improvement is the work of selection: blind choice gets nowhere. */
static void without_information_nothing_improves(void **state)
{
    struct strategy s;
    struct err err;

    (void)state;
    for (size_t i = 0; strategy_at(i, &s); i++)
        if (s.crossover == crossover_find("none", &err))
            assert_true(improvement(&s, 1e6, i) < 4);
}

static void same_stream_same_population(void **state)
{
    struct strategy s;

    (void)state;
    for (size_t i = 0; strategy_at(i, &s); i++)
        assert_true(improvement(&s, 1, 7) == improvement(&s, 1, 7));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_strategy_improves_the_sphere),
        cmocka_unit_test(every_strategy_improves_a_noisy_sphere),
        cmocka_unit_test(without_information_nothing_improves),
        cmocka_unit_test(same_stream_same_population),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
