/* CMA-ES on functions whose optimum is known: inside, on the walls, under noise. */
#include "test.h"

#include <math.h>

#include <gsl/gsl_errno.h>

#include "descent.h"

/* Condition 1e6, and turned so that no axis is a coordinate. */
static double ellipsoid(const double *x, size_t dim)
{
    double sum = 0;

    for (size_t i = 0; i < dim; i++) {
        double turned = x[i] + x[(i + 1) % dim] / 2;

        sum += pow(1e6, (double)i / (double)(dim - 1)) * turned * turned;
    }
    return sum;
}

static double rosenbrock(const double *x, size_t dim)
{
    double sum = 0;

    for (size_t i = 0; i + 1 < dim; i++)
        sum += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
    return sum;
}

/* Slopes down in every coordinate: in a box from 1 to 2 the optimum is the corner
 * at 1, with the value 0. The terms are of very different size. */
static double slope(const double *x, size_t dim)
{
    double sum = 0;

    for (size_t i = 0; i < dim; i++)
        sum += pow(10, (double)i / 3) * (x[i] - 1);
    return sum;
}

/* Half of the coordinates have their optimum on a wall and half inside. */
static double half_slope(const double *x, size_t dim)
{
    double sum = 0;

    for (size_t i = 0; i < dim; i++)
        sum += i % 2 ? pow(x[i] - 1.3, 2) + (x[i] - 1.3) * (x[i - 1] - 1) / 2 : x[i] - 1;
    return sum;
}

struct known {
    function *f;
    size_t dim;
    size_t lambda;
    size_t limit; /* less than twice what it takes */
};

static void solves_known_functions(void **state)
{
    static const struct known known[] = {
        { sphere, 10, 0, 3000 },    { sphere, 1, 0, 300 },        { ellipsoid, 10, 0, 10000 },
        { rosenbrock, 5, 0, 6000 }, { rosenbrock, 10, 0, 12000 }, { ellipsoid, 10, 100, 24000 },
    };

    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct setup s;

        setup(&s, known[k].dim, -100, 100, 1, 2);
        s.opt.lambda = known[k].lambda;
        start(&s);
        evaluations(&s, known[k].f, 1e-10, known[k].limit);
        assert_int_equal(s.c.restarts, 0);
        teardown(&s);
    }
}

static void finds_the_centre_of_a_noisy_sphere(void **state)
{
    struct setup s;

    (void)state;
    setup(&s, 10, -100, 100, 1, 3);
    s.opt.lambda = 40;
    s.sigma = 1;
    start(&s);
    for (int g = 0; g < 100; g++)
        generation(&s, sphere);
    assert_true(mean_value(&s, sphere) < 0.5); /* from 90, where one look is wrong by 1 */
    teardown(&s);
}

/* It also stays there, with small steps, and does not wander off outside. */
static void finds_optima_on_the_walls(void **state)
{
    function *const f[] = { slope, half_slope };
    const uint32_t limit[] = { 350, 170 };

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        double deviation[MAX_DIM];
        struct setup s;

        setup(&s, 10, 1, 2, 0.25, 1.6);
        s.opt.lambda = 20;
        start(&s);
        while (mean_value(&s, f[k]) > 1e-8 && s.c.generation < limit[k])
            generation(&s, f[k]);
        assert_true(mean_value(&s, f[k]) <= 1e-8);
        for (int g = 0; g < 50; g++)
            generation(&s, f[k]);
        assert_true(mean_value(&s, f[k]) <= 0.01);
        cmaes_deviation(&s.c, deviation);
        for (size_t i = 0; i < 10; i++)
            assert_true(deviation[i] < 0.01);
        assert_int_equal(s.c.restarts, 0);
        teardown(&s);
    }
}

static void foreign_points_help_or_do_no_harm(void **state)
{
    (void)state;
    for (int helpful = 0; helpful < 2; helpful++) {
        struct setup s;
        struct err err;

        setup(&s, 10, -1e6, 1e6, 1, 3);
        start(&s);
        for (int g = 0; g < 30; g++) {
            size_t n = s.c.lambda;

            for (size_t i = 0; i < n; i++)
                cmaes_ask(&s.c, i, s.x + 10 * i);
            for (size_t j = 0; j < 10; j++) /* the optimum, or something far off that looks best */
                s.x[10 * n + j] = helpful ? 0 : 9e5;
            for (size_t i = 0; i < n; i++)
                s.fitness[i] = -sphere(s.x + 10 * i, 10);
            s.fitness[n] = 1;
            assert_int_equal(cmaes_tell(&s.c, s.x, s.fitness, n + 1, &err), 0);
        }
        if (helpful)
            assert_true(mean_value(&s, sphere) < 0.01); /* by itself it is at about 1 */
        else
            assert_true(s.c.sigma < 1e4 && s.c.restarts == 0);
        teardown(&s);
    }
}

static double separable(const double *x, size_t dim)
{
    double sum = 0;

    for (size_t i = 0; i < dim; i++)
        sum += pow(1e6, (double)i / (double)(dim - 1)) * x[i] * x[i];
    return sum;
}

static void diagonal_is_quicker_where_it_applies(void **state)
{
    size_t used[2];

    (void)state;
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        struct setup s;

        setup(&s, 20, -100, 100, 1, 2);
        s.opt.param[CMAES_DIAGONAL] = diagonal;
        start(&s);
        used[diagonal] = evaluations(&s, separable, 1e-8, 40000);
        teardown(&s);
    }
    assert_true(2 * used[1] < used[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves_known_functions),
        cmocka_unit_test(finds_the_centre_of_a_noisy_sphere),
        cmocka_unit_test(finds_optima_on_the_walls),
        cmocka_unit_test(foreign_points_help_or_do_no_harm),
        cmocka_unit_test(diagonal_is_quicker_where_it_applies),
    };

    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
