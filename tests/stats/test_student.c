/* Means of a few values: against the t distribution integrated step by step, by simulation, and in
 * the cases where there is nothing to compute with. */
#include "test.h"

#include <gsl/gsl_randist.h>

#include "base/stream.h"
#include "stats/student.h"

/* The density of Student's distribution with v degrees of freedom. */
static double density(double x, double v)
{
    return exp(lgamma((v + 1) / 2) - lgamma(v / 2)) / sqrt(v * acos(-1)) *
           pow(1 + x * x / v, -(v + 1) / 2);
}

/* The probability of a value further from 0 than t, by Simpson's rule. */
static double both_tails(double t, double v)
{
    const int steps = 20000;
    double h = t / steps, sum = density(0, v) + density(t, v);

    for (int i = 1; i < steps; i++)
        sum += (i % 2 ? 4 : 2) * density(i * h, v);
    return 1 - 2 * sum * h / 3;
}

static const double a[] = { 0.61, 0.58, 0.64, 0.60, 0.57 };
static const double b[] = { 0.59, 0.58, 0.60, 0.57, 0.56 };

static void intervals_leave_five_percent_outside(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 5; n++) {
        struct interval i = student_interval(a, n);
        double mean = 0, squares = 0, error;

        for (size_t k = 0; k < n; k++)
            mean += a[k] / (double)n;
        for (size_t k = 0; k < n; k++)
            squares += (a[k] - mean) * (a[k] - mean);
        error = sqrt(squares / (double)(n * (n - 1)));
        assert_close(i.mean, mean, 1e-12);
        assert_close(i.high - i.mean, i.mean - i.low, 1e-12);
        assert_close(both_tails((i.high - mean) / error, (double)(n - 1)), 0.05, 1e-8);
    }
}

/* Limits and probability were also found with another program, by bisection of an integral. */
static void pairs_are_compared_by_their_differences(void **state)
{
    struct student_test test = student_paired(a, b, 5), turned = student_paired(b, a, 5);

    (void)state;
    assert_close(test.difference.mean, 0.02, 1e-12);
    assert_close(test.difference.low, 0.000367568385, 1e-9);
    assert_close(test.difference.high, 0.039632431615, 1e-9);
    assert_close(test.p, 0.047420655584, 1e-9);
    assert_close(test.p, both_tails(0.02 / 0.007071067811865, 4), 1e-8);
    assert_close(turned.difference.low, -test.difference.high, 1e-12);
    assert_close(turned.p, test.p, 1e-12);
}

static void few_or_equal_values_are_no_problem(void **state)
{
    static const double same[] = { 0.5, 0.6, 0.7 }, more[] = { 0.51, 0.61, 0.71 };
    struct student_test test;

    (void)state;
    assert_true(isnan(student_interval(a, 0).mean));
    assert_close(student_interval(a, 1).mean, 0.61, 0);
    assert_true(isnan(student_interval(a, 1).low) && isnan(student_interval(a, 1).high));
    assert_true(isnan(student_paired(a, b, 1).p));
    assert_close(student_paired(a, b, 1).difference.mean, 0.02, 1e-12);
    assert_close(student_paired(same, same, 3).p, 1, 0);
    test = student_paired(more, same, 3);
    assert_close(test.p, 0.25, 0); /* three signs that agree */
    assert_close(test.difference.low, 0.01, 1e-12);
}

static void intervals_hold_the_true_mean_as_often_as_they_say(void **state)
{
    const int samples = 20000;
    int held = 0, found = 0;
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ 1, 0, STREAM_TEST, 0 });
    for (int s = 0; s < samples; s++) {
        double x[4], y[4];
        struct interval i;

        for (int k = 0; k < 4; k++) {
            x[k] = 3 + gsl_ran_gaussian(&rng.gsl, 2);
            y[k] = x[k] + gsl_ran_gaussian(&rng.gsl, 0.5);
        }
        i = student_interval(x, 4);
        held += i.low <= 3 && 3 <= i.high;
        found += student_paired(x, y, 4).p < 0.05;
    }
    assert_close(held / (double)samples, 0.95, 0.006);
    assert_close(found / (double)samples, 0.05, 0.006);
}

/* Worked out by hand; also ties, another order and nan. */
static void several_tests_are_corrected(void **state)
{
    static const double p[] = { 0.01, 0.04, 0.03, 0.005 }, wanted[] = { 0.03, 0.06, 0.06, 0.02 };
    static const double tied[] = { 0.02, NAN, 0.02, 0.9 }, wanted_tied[] = { 0.06, NAN, 0.06, 0.9 };
    double corrected[4];

    (void)state;
    student_holm(p, 4, corrected);
    for (int i = 0; i < 4; i++)
        assert_close(corrected[i], wanted[i], 1e-12);
    student_holm(tied, 4, corrected);
    for (int i = 0; i < 4; i++)
        assert_true(isnan(wanted_tied[i]) ? isnan(corrected[i])
                                          : fabs(corrected[i] - wanted_tied[i]) < 1e-12);
    student_holm((double[]){ 0.7, 0.6 }, 2, corrected);
    assert_close(corrected[0], 1, 0);
    assert_close(corrected[1], 1, 0);
    student_holm(p, 1, corrected);
    assert_close(corrected[0], 0.01, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_leave_five_percent_outside),
        cmocka_unit_test(pairs_are_compared_by_their_differences),
        cmocka_unit_test(few_or_equal_values_are_no_problem),
        cmocka_unit_test(intervals_hold_the_true_mean_as_often_as_they_say),
        cmocka_unit_test(several_tests_are_corrected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
