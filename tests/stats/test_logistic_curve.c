/* The logistic curve: exact points, simulated ones, and scores of 0 and 1. */
#include "test.h"

#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "stats/logistic_curve.h"
#include "base/stream.h"

static struct logistic_curve fit(const struct curve_point *point, size_t n)
{
    struct logistic_curve curve;
    struct err err;

    if (logistic_curve_fit(&curve, point, n, &err))
        fail_msg("%s", err.text);
    assert_true(isfinite(curve.a) && isfinite(curve.b));
    assert_true(isfinite(curve.a_error) && curve.a_error > 0);
    assert_true(isfinite(curve.b_error) && curve.b_error > 0);
    assert_true(isfinite(curve.chi_square) && curve.chi_square >= 0);
    return curve;
}

static double curve_at(double a, double b, double x)
{
    return 1 / (1 + exp(-(a + b * x)));
}

static void points_on_a_curve_give_it_back(void **state)
{
    struct curve_point point[9];
    struct logistic_curve curve;

    (void)state;
    for (int i = 0; i < 9; i++)
        point[i] = (struct curve_point){ i - 4, curve_at(0.3, 0.7, i - 4), 1e7 };
    curve = fit(point, 9);
    assert_close(curve.a, 0.3, 1e-5);
    assert_close(curve.b, 0.7, 1e-5);
    assert_close(curve.chi_square, 0, 1e-3);
    assert_int_equal(curve.degrees, 7);
    assert_close(curve.p, 1, 1e-6);
    assert_close(logistic_curve_score(&curve, 2), curve_at(0.3, 0.7, 2), 1e-5);
}

/* Two points: the logarithms of the odds and their binomial errors, by hand. */
static void two_points_have_a_closed_form(void **state)
{
    const struct curve_point point[] = { { 0, 0.5, 1e6 }, { 2, 0.8, 1e6 } };
    struct logistic_curve curve = fit(point, 2);
    double at_0 = 1 / (1e6 * 0.25), at_2 = 1 / (1e6 * 0.16);

    (void)state;
    assert_close(curve.a, 0, 1e-5);
    assert_close(curve.b, log(4) / 2, 1e-5);
    assert_close(curve.a_error, sqrt(at_0), 1e-6);
    assert_close(curve.b_error, sqrt(at_0 + at_2) / 2, 1e-6);
    assert_close(curve.covariance, -at_0 / 2, 1e-9);
    assert_int_equal(curve.degrees, 0);
    assert_close(curve.p, 1, 0);
}

/* With the errors of the fitted curve, least squares are maximum likelihood: the points above and
 * below the curve balance. With those of the single scores they would not. */
static void weights_are_those_of_the_curve(void **state)
{
    const struct curve_point point[] = { { -2, 0.02, 1e6 }, { -1, 0.4, 1e6 }, { 0, 0.45, 1e6 },
                                         { 1, 0.6, 1e6 },   { 2, 0.97, 1e6 }, { 4, 0.9, 1e6 } };
    struct logistic_curve curve = fit(point, 6);
    double sum = 0, sum_x = 0;

    (void)state;
    for (int i = 0; i < 6; i++) {
        sum += point[i].score - logistic_curve_score(&curve, point[i].x);
        sum_x += point[i].x * (point[i].score - logistic_curve_score(&curve, point[i].x));
    }
    assert_close(sum, 0, 1e-4);
    assert_close(sum_x, 0, 1e-4);
    assert_true(curve.p < 1e-6);
}

static void errors_and_chi_square_are_right(void **state)
{
    enum { WORLDS = 2000, POINTS = 9 };
    double chi_square = 0;
    int a_inside = 0, b_inside = 0, small_p = 0;
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 6, .purpose = STREAM_TEST });
    for (int t = 0; t < WORLDS; t++) {
        struct curve_point point[POINTS];
        struct logistic_curve curve;

        for (int i = 0; i < POINTS; i++) {
            double p = curve_at(0.2, 0.5, i - 4);

            point[i] =
                (struct curve_point){ i - 4, gsl_ran_binomial(&rng.gsl, p, 200) / 200.0, 200 };
        }
        curve = fit(point, POINTS);
        a_inside += fabs(curve.a - 0.2) < 1.96 * curve.a_error;
        b_inside += fabs(curve.b - 0.5) < 1.96 * curve.b_error;
        chi_square += curve.chi_square / WORLDS;
        small_p += curve.p < 0.05;
    }
    assert_close((double)a_inside / WORLDS, 0.95, 0.02);
    assert_close((double)b_inside / WORLDS, 0.95, 0.02);
    assert_close(chi_square, 7, 0.4);
    assert_close((double)small_p / WORLDS, 0.05, 0.02);
}

static void extreme_scores_are_finite(void **state)
{
    const struct curve_point step[] = {
        { -2, 0, 100 }, { -1, 0, 100 }, { 1, 1, 100 }, { 2, 1, 100 }
    };
    const struct curve_point wins[] = { { 1, 1, 50 }, { 2, 1, 50 }, { 3, 1, 50 } };
    const struct curve_point one[] = { { 0, 0, 1 }, { 1, 1, 1 } };
    struct logistic_curve curve;

    (void)state;
    curve = fit(step, 4);
    assert_close(curve.a, 0, 1e-6);
    assert_true(curve.b > 2 && curve.b < 20);
    curve = fit(wins, 3);
    assert_true(logistic_curve_score(&curve, 2) > 0.98);
    assert_close(curve.b, 0, 1e-3);
    curve = fit(one, 2);
    assert_true(curve.b > 0 && curve.b < 2 * curve.b_error);
}

static void the_mirror_image_fits_the_same(void **state)
{
    struct curve_point point[] = {
        { -3, 0.1, 40 }, { -1, 0.35, 60 }, { 0, 0.6, 90 }, { 2, 0.8, 30 }
    };
    struct logistic_curve curve = fit(point, 4), mirrored;

    (void)state;
    for (int i = 0; i < 4; i++) {
        point[i].x = -point[i].x;
        point[i].score = 1 - point[i].score;
    }
    mirrored = fit(point, 4);
    assert_close(curve.a, -mirrored.a, 1e-7);
    assert_close(curve.b, mirrored.b, 1e-7);
    assert_close(curve.chi_square, mirrored.chi_square, 1e-7);
}

static void assert_refused(const struct curve_point *point, size_t n, const char *why)
{
    struct logistic_curve curve;
    struct err err;

    assert_int_equal(logistic_curve_fit(&curve, point, n, &err), -1);
    if (!strstr(err.text, why))
        fail_msg("'%s' does not say '%s'", err.text, why);
}

static void bad_points_are_refused(void **state)
{
    (void)state;
    assert_refused((struct curve_point[]){ { 0, 0.5, 10 }, { 1, 1.5, 10 } }, 2, "point 1");
    assert_refused((struct curve_point[]){ { 0, 0.5, 0 }, { 1, 0.5, 10 } }, 2, "point 0");
    assert_refused((struct curve_point[]){ { 0, NAN, 10 }, { 1, 0.5, 10 } }, 2, "point 0");
    assert_refused((struct curve_point[]){ { 1, 0.4, 10 }, { 1, 0.5, 10 } }, 2, "two places");
    assert_refused((struct curve_point[]){ { 1, 0.4, 10 } }, 0, "two places");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_on_a_curve_give_it_back),
        cmocka_unit_test(two_points_have_a_closed_form),
        cmocka_unit_test(weights_are_those_of_the_curve),
        cmocka_unit_test(errors_and_chi_square_are_right),
        cmocka_unit_test(extreme_scores_are_finite),
        cmocka_unit_test(the_mirror_image_fits_the_same),
        cmocka_unit_test(bad_points_are_refused),
    };

    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
