/* Every crossover: the child is where it should be, as often as it should be. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "evolve/crossover.h"

#define DRAWS 20000

/* Far from the walls, so that nothing is reflected unless a test wants it. */
static double value_a[CHECK_DIM] = { -0.1, 2, -100, 2.2 };
static double value_b[CHECK_DIM] = { 0.2, 3, -80, 2.3 };
static double step_a[CHECK_DIM] = { 1, 2, 3, 4 };
static double step_b[CHECK_DIM] = { 10, 8, 6, 0.5 };
static const struct point a = { value_a, step_a };
static const struct point b = { value_b, step_b };

struct setup {
    const struct crossover *c;
    double param[METHOD_PARAMS];
    double value[CHECK_DIM], step[CHECK_DIM];
    struct point child;
    struct rng rng;
};

static void setup(struct setup *s, const char *name, double rate)
{
    struct err err;

    s->c = crossover_find(name, &err);
    assert_non_null(s->c);
    method_presets(&s->c->method, s->param);
    if (method_params(&s->c->method) > 0)
        assert_int_equal(method_set(&s->c->method, s->param, "rate", rate, &err), 0);
    s->child = (struct point){ s->value, s->step };
    check_open(&s->rng, 5);
}

static void breed(struct setup *s, const struct point *first, const struct point *second)
{
    crossover_apply(s->c, s->param, &check_space, first, second, &s->child, &s->rng.gsl);
}

static double place(const struct setup *s, size_t i)
{
    return (s->value[i] - value_a[i]) / (value_b[i] - value_a[i]);
}

static void rate_is_how_many_have_two_parents(void **state)
{
    (void)state;
    for (size_t k = 0; crossover_method(k); k++) {
        struct setup s;
        int copies = 0;

        setup(&s, crossover_method(k)->name, 0.3);
        for (int i = 0; i < DRAWS; i++) {
            breed(&s, &a, &b);
            copies += memcmp(s.value, value_a, sizeof value_a) == 0 &&
                      memcmp(s.step, step_a, sizeof step_a) == 0;
        }
        if (!s.c->mix)
            assert_int_equal(copies, DRAWS);
        else if (strcmp(s.c->method.name, "uniform") == 0)
            assert_in_range(copies, DRAWS * 0.70, DRAWS * 0.74); /* 0.7 + 0.3 / 2^4 */
        else
            assert_in_range(copies, DRAWS * 0.68, DRAWS * 0.72);
    }
}

static void children_stay_in_the_box(void **state)
{
    double low[CHECK_DIM], high[CHECK_DIM];
    struct point at_low = { low, step_a }, at_high = { high, step_b };

    (void)state;
    memcpy(low, check_low, sizeof low);
    memcpy(high, check_high, sizeof high);
    for (size_t k = 0; crossover_method(k); k++) {
        struct setup s;

        setup(&s, crossover_method(k)->name, 1);
        for (int i = 0; i < DRAWS; i++) {
            breed(&s, i % 2 ? &at_low : &a, i % 3 ? &at_high : &at_low);
            check_inside(&check_space, s.value);
            for (size_t j = 0; j < CHECK_DIM; j++)
                assert_true(s.step[j] > 0 && isfinite(s.step[j]));
        }
    }
}

static void uniform_takes_each_gene_with_its_step(void **state)
{
    struct setup s;
    int second[CHECK_DIM] = { 0 }, all = 0;

    (void)state;
    setup(&s, "uniform", 1);
    s.param[1] = 0.25;
    for (int k = 0; k < DRAWS; k++) {
        int taken = 0;

        breed(&s, &a, &b);
        for (size_t i = 0; i < CHECK_DIM; i++) {
            bool from_b = s.value[i] == value_b[i];

            assert_true(s.value[i] == (from_b ? value_b : value_a)[i]);
            assert_true(s.step[i] == (from_b ? step_b : step_a)[i]);
            second[i] += from_b;
            taken += from_b;
        }
        all += taken == CHECK_DIM;
    }
    for (size_t i = 0; i < CHECK_DIM; i++)
        assert_in_range(second[i], DRAWS * 0.235, DRAWS * 0.265);
    assert_in_range(all, DRAWS / 512, DRAWS / 128); /* genes are independent: 1 / 256 */
}

static void blend_is_uniform_and_reaches_beyond(void **state)
{
    static double u[CHECK_DIM][DRAWS];
    double product = 0;
    struct setup s;

    (void)state;
    setup(&s, "blend", 1);
    s.param[1] = 0.4;
    for (size_t k = 0; k < DRAWS; k++) {
        breed(&s, &a, &b);
        for (size_t i = 0; i < CHECK_DIM; i++) {
            u[i][k] = (place(&s, i) + 0.4) / 1.8;
            check_near(s.step[i], sqrt(step_a[i] * step_b[i]), 1e-12);
        }
        product += (u[0][k] - 0.5) * (u[1][k] - 0.5) * 12 / DRAWS;
    }
    assert_true(fabs(product) < 0.03); /* no correlation between genes */
    for (size_t i = 0; i < CHECK_DIM; i++)
        check_uniform(u[i], DRAWS);
}

static void arithmetic_is_a_point_of_the_line(void **state)
{
    static double u[DRAWS];
    struct setup s;

    (void)state;
    setup(&s, "arithmetic", 1);
    for (size_t k = 0; k < DRAWS; k++) {
        breed(&s, &a, &b);
        u[k] = place(&s, 0);
        for (size_t i = 0; i < CHECK_DIM; i++) {
            check_near(place(&s, i), u[k], 1e-9);
            check_near(log(s.step[i]), (1 - u[k]) * log(step_a[i]) + u[k] * log(step_b[i]), 1e-9);
        }
    }
    check_uniform(u, DRAWS);
}

static void unknown_crossovers_are_named(void **state)
{
    struct err err;
    double param[METHOD_PARAMS];

    (void)state;
    assert_null(crossover_find("two-point", &err));
    assert_string_equal(err.text, "unknown crossover 'two-point'; choose one of uniform, blend, "
                                  "arithmetic, none");
    assert_int_equal(method_set(&crossover_find("none", &err)->method, param, "rate", 0.5, &err),
                     -1);
    assert_string_equal(err.text, "none takes no parameters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rate_is_how_many_have_two_parents),
        cmocka_unit_test(children_stay_in_the_box),
        cmocka_unit_test(uniform_takes_each_gene_with_its_step),
        cmocka_unit_test(blend_is_uniform_and_reaches_beyond),
        cmocka_unit_test(arithmetic_is_a_point_of_the_line),
        cmocka_unit_test(unknown_crossovers_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
