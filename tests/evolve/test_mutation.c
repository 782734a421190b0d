/* Every mutation: steps of the right sizes, as often as asked for, inside the box. */
#include "test.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "check.h"
#include "evolve/mutation.h"

#define DRAWS 20000

/* A box so wide that no step meets its walls. */
static const double wide_low[CHECK_DIM] = { -1e15, -1e15, -1e15, -1e15 };
static const double wide_high[CHECK_DIM] = { 1e15, 1e15, 1e15, 1e15 };
static const struct space wide = { CHECK_DIM, wide_low, wide_high, check_scale, NULL };

struct setup {
    const struct mutation *m;
    double param[METHOD_PARAMS];
    double value[CHECK_DIM], step[CHECK_DIM];
    struct point who;
    struct rng rng;
};

static void renew(struct setup *s)
{
    for (size_t i = 0; i < CHECK_DIM; i++) {
        s->value[i] = 0;
        s->step[i] = 1;
    }
}

static void setup(struct setup *s, const char *name, double rate)
{
    struct err err;

    s->m = mutation_find(name, &err);
    assert_non_null(s->m);
    method_presets(&s->m->method, s->param);
    assert_int_equal(method_set(&s->m->method, s->param, "rate", rate, &err), 0);
    s->who = (struct point){ s->value, s->step };
    renew(s);
    check_open(&s->rng, 3);
}

static void mutate(struct setup *s, const struct space *space)
{
    mutation_apply(s->m, s->param, space, &s->who, &s->rng.gsl);
}

static void genes_change_at_the_rate_and_never_none(void **state)
{
    static const double rate[] = { 0, 0.1, 0.5, 1 };

    (void)state;
    for (size_t k = 0; mutation_method(k); k++) {
        for (size_t r = 0; r < 4; r++) {
            double expected = rate[r] + pow(1 - rate[r], CHECK_DIM) / CHECK_DIM;
            int changed[CHECK_DIM] = { 0 };
            struct setup s;

            setup(&s, mutation_method(k)->name, rate[r]);
            for (int i = 0; i < DRAWS; i++) {
                int total = 0;

                renew(&s);
                mutate(&s, &wide);
                for (size_t j = 0; j < CHECK_DIM; j++) {
                    changed[j] += s.value[j] != 0;
                    total += s.value[j] != 0;
                }
                assert_true(total > 0);
            }
            for (size_t j = 0; j < CHECK_DIM; j++)
                assert_true(fabs(changed[j] - DRAWS * expected) < 5 * sqrt(DRAWS / 4.0));
        }
    }
}

static void children_stay_in_the_box_and_spread_in_it(void **state)
{
    (void)state;
    for (size_t k = 0; mutation_method(k); k++) {
        double smallest = 1e9, largest = -1e9;
        struct setup s;

        setup(&s, mutation_method(k)->name, 1);
        for (size_t i = 0; i < CHECK_DIM; i++)
            s.value[i] = check_high[i];
        for (int i = 0; i < DRAWS; i++) {
            mutate(&s, &check_space);
            check_inside(&check_space, s.value);
            smallest = fmin(smallest, s.value[0]);
            largest = fmax(largest, s.value[0]);
        }
        assert_true(smallest < -0.9 && largest > 0.9);
    }
}

static void reflection_folds_at_the_walls(void **state)
{
    (void)state;
    assert_true(space_reflect(&check_space, 1, 4.5) == 4.5);
    check_near(space_reflect(&check_space, 1, 5.25), 4.75, 1e-12);
    check_near(space_reflect(&check_space, 1, -0.5), 0.5, 1e-12);
    check_near(space_reflect(&check_space, 1, 10.75), 0.75, 1e-12);
    check_near(space_reflect(&check_space, 1, -1007), 3, 1e-9);
    check_near(space_reflect(&check_space, 3, 2.7), 2.3, 1e-12);
    check_near(space_reflect(&check_space, 1, 1e300), 2.5, 2.5);
}

typedef double distribution(double x, double width);

static void check_steps(const char *name, distribution *cdf, double strength)
{
    static double u[CHECK_DIM][DRAWS];
    struct setup s;

    setup(&s, name, 1);
    s.param[1] = strength;
    for (size_t k = 0; k < DRAWS; k++) {
        renew(&s);
        mutate(&s, &wide);
        for (size_t i = 0; i < CHECK_DIM; i++) {
            u[i][k] = cdf(s.value[i], strength * check_scale[i]);
            assert_true(s.step[i] == 1);
        }
    }
    for (size_t i = 0; i < CHECK_DIM; i++)
        check_uniform(u[i], DRAWS);
}

static void steps_have_their_distribution(void **state)
{
    (void)state;
    check_steps("gaussian", gsl_cdf_gaussian_P, 0.7);
    check_steps("cauchy", gsl_cdf_cauchy_P, 1.5);
    check_steps("metric", gsl_cdf_gaussian_P, 0.7); /* as long as there are no axes */
}

/* Axes of a metric, by column: the lower triangle. */
static const double axes[CHECK_DIM * CHECK_DIM] = { 2, 0, 0, 0, -1,  0.5, 0,  0,
                                                    3, 1, 4, 0, 0.5, 0,   -2, 0.25 };
static const struct space with_axes = { CHECK_DIM, wide_low, wide_high, check_scale, axes };

/* The coordinates of a step along the axes. */
static void read_step(const double *step, double z[CHECK_DIM])
{
    for (size_t i = 0; i < CHECK_DIM; i++) {
        z[i] = step[i];
        for (size_t j = 0; j < i; j++)
            z[i] -= axes[i * CHECK_DIM + j] * z[j];
        z[i] /= axes[i * CHECK_DIM + i];
    }
}

/* In coordinates of the axes all steps are normal, of one size and independent. */
static void metric_steps_go_along_the_axes(void **state)
{
    static double u[CHECK_DIM][DRAWS];
    double product = 0;
    struct setup s;

    (void)state;
    setup(&s, "metric", 1);
    s.param[1] = 0.3;
    for (size_t k = 0; k < DRAWS; k++) {
        double z[CHECK_DIM];

        renew(&s);
        mutate(&s, &with_axes);
        read_step(s.value, z);
        product += z[0] * z[2] / (0.3 * 0.3 * DRAWS);
        for (size_t i = 0; i < CHECK_DIM; i++)
            u[i][k] = gsl_cdf_gaussian_P(z[i], 0.3);
    }
    check_near(product, 0, 5 / sqrt(DRAWS));
    for (size_t i = 0; i < CHECK_DIM; i++)
        check_uniform(u[i], DRAWS);
}

/* The rate is that of axes; one is used at least. */
static void metric_uses_axes_at_the_rate(void **state)
{
    static const double rate[] = { 0, 0.25 };

    (void)state;
    for (int r = 0; r < 2; r++) {
        double expected = rate[r] + pow(1 - rate[r], CHECK_DIM) / CHECK_DIM;
        int used[CHECK_DIM] = { 0 };
        struct setup s;

        setup(&s, "metric", rate[r]);
        for (int k = 0; k < DRAWS; k++) {
            double z[CHECK_DIM];

            renew(&s);
            mutate(&s, &with_axes);
            read_step(s.value, z);
            for (size_t i = 0; i < CHECK_DIM; i++)
                used[i] += fabs(z[i]) > 1e-12;
        }
        for (size_t i = 0; i < CHECK_DIM; i++)
            assert_true(fabs(used[i] - DRAWS * expected) < 5 * sqrt(DRAWS / 4.0));
    }
}

static void metric_steps_stay_in_the_box(void **state)
{
    struct space box = check_space;
    struct setup s;

    (void)state;
    box.axes = axes;
    setup(&s, "metric", 1);
    for (int k = 0; k < 2000; k++) {
        mutate(&s, &box);
        check_inside(&box, s.value);
    }
}

static void adapted_steps_are_log_normal(void **state)
{
    static double u[DRAWS], v[DRAWS];
    double common = 1 / sqrt(2.0 * CHECK_DIM), own = 1 / sqrt(2 * sqrt(CHECK_DIM));
    double covariance = 0;
    struct setup s;

    (void)state;
    setup(&s, "self-adaptive", 1);
    s.param[2] = 1e-6;
    for (size_t k = 0; k < DRAWS; k++) {
        renew(&s);
        mutate(&s, &wide);
        u[k] = gsl_cdf_gaussian_P(log(s.step[0]), hypot(common, own));
        v[k] = gsl_cdf_ugaussian_P(s.value[1] / s.step[1] / check_scale[1]);
        covariance += log(s.step[0]) * log(s.step[1]) / DRAWS;
    }
    check_uniform(u, DRAWS);
    check_uniform(v, DRAWS);
    check_near(covariance, common * common, 0.01);
}

static void adapted_steps_keep_their_limits(void **state)
{
    struct setup s;

    (void)state;
    setup(&s, "self-adaptive", 1);
    s.param[1] = 10;
    s.param[2] = 0.5;
    for (int k = 0; k < 2000; k++) {
        mutate(&s, &check_space);
        for (size_t i = 0; i < CHECK_DIM; i++) {
            assert_true(s.step[i] >= 0.5);
            assert_true(s.step[i] <= (check_high[i] - check_low[i]) / check_scale[i]);
        }
    }
}

static double distance(const double *value)
{
    double sum = 0;

    for (size_t i = 0; i < CHECK_DIM; i++)
        sum += pow(value[i] / check_scale[i], 2);
    return sqrt(sum);
}

/* A (1, 10) strategy on the sphere: only adapted steps go on getting smaller. */
static double evolve(const char *name, double first_step, double *last_step)
{
    double best_value[CHECK_DIM], best_step[CHECK_DIM];
    struct setup s;

    setup(&s, name, 1);
    s.param[2] = 1e-9;
    for (size_t i = 0; i < CHECK_DIM; i++) {
        best_value[i] = 100 * check_scale[i];
        best_step[i] = first_step;
    }
    for (int g = 0; g < 400; g++) {
        double value[CHECK_DIM], step[CHECK_DIM], best = 1e300;

        memcpy(value, best_value, sizeof value);
        memcpy(step, best_step, sizeof step);
        for (int k = 0; k < 10; k++) {
            memcpy(s.value, value, sizeof value);
            memcpy(s.step, step, sizeof step);
            mutate(&s, &wide);
            if (distance(s.value) >= best)
                continue;
            best = distance(s.value);
            memcpy(best_value, s.value, sizeof best_value);
            memcpy(best_step, s.step, sizeof best_step);
        }
    }
    *last_step = best_step[0];
    return distance(best_value);
}

static void steps_adapt_on_the_sphere(void **state)
{
    double step;

    (void)state;
    assert_true(evolve("self-adaptive", 1, &step) < 1e-6);
    assert_true(step < 1e-5);
    assert_true(evolve("self-adaptive", 1e4, &step) < 1e-6);
    assert_true(evolve("self-adaptive", 1e-3, &step) < 1e-6);
    assert_true(evolve("gaussian", 1, &step) > 0.01);
    assert_true(step == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genes_change_at_the_rate_and_never_none),
        cmocka_unit_test(children_stay_in_the_box_and_spread_in_it),
        cmocka_unit_test(reflection_folds_at_the_walls),
        cmocka_unit_test(steps_have_their_distribution),
        cmocka_unit_test(metric_steps_go_along_the_axes),
        cmocka_unit_test(metric_uses_axes_at_the_rate),
        cmocka_unit_test(metric_steps_stay_in_the_box),
        cmocka_unit_test(adapted_steps_are_log_normal),
        cmocka_unit_test(adapted_steps_keep_their_limits),
        cmocka_unit_test(steps_adapt_on_the_sphere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
