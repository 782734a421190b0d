/* The sequential test: against a likelihood that is maximised by brute force, and its error rates
 * on simulated pairs of known strength. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "stats/crosstable.h"
#include "simulate.h"
#include "stats/sprt.h"
#include "sample.h"

static struct sprt test_of(double elo0, double elo1)
{
    struct sprt sprt;
    struct err err;

    assert_int_equal(sprt_init(&sprt, elo0, elo1, 0.05, 0.05, &err), 0);
    return sprt;
}

/* One coordinate of the search below: chances 0 and 4 follow from the mean and the sum. */
static double log_likelihood(const uint32_t count[5], const double middle[3], double mean)
{
    double p[5] = { 0, middle[0], middle[1], middle[2], 0 };
    double sum = 0;

    p[4] = mean - p[1] / 4 - p[2] / 2 - 3 * p[3] / 4;
    p[0] = 1 - p[1] - p[2] - p[3] - p[4];
    for (int i = 0; i < 5; i++) {
        if (p[i] < 0 || (p[i] == 0 && count[i]))
            return -INFINITY;
        if (count[i])
            sum += count[i] * log(p[i]);
    }
    return sum;
}

/* The highest likelihood under that mean, by walking uphill with ever smaller steps along the three
 * free chances, alone and together. The likelihood is concave, so there is one top. */
static double best_likelihood(const uint32_t count[5], double mean)
{
    /* A start inside: 0 and 1 in the right proportion, and a little of the others. */
    double x[3] = { 0.02 * (1 - mean) * mean, 0.02 * (1 - mean) * mean, 0.02 * (1 - mean) * mean };
    double best = log_likelihood(count, x, mean);

    for (double step = 0.25; step > 1e-12;) {
        bool moved = false;

        for (int way = 0; way < 27; way++) {
            int d[3] = { way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1 };
            double y[3], value;

            for (int i = 0; i < 3; i++)
                y[i] = x[i] + step * d[i];
            value = log_likelihood(count, y, mean);
            if (value > best) {
                best = value;
                memcpy(x, y, sizeof x);
                moved = true;
            }
        }
        if (!moved)
            step *= 0.7;
    }
    return best;
}

static void the_ratio_is_that_of_the_most_likely_chances(void **state)
{
    struct rng rng;

    (void)state;
    sample_rng(&rng, 1, 0);
    for (int round = 0; round < SAMPLES(60); round++) {
        uint32_t count[5];
        double elo0 = (double)rng_below(&rng, 120) - 60,
               elo1 = elo0 + 1 + (double)rng_below(&rng, 60);
        double wanted;

        for (int i = 0; i < 5; i++)
            count[i] = 1 + (uint32_t)rng_below(&rng, 1ul << rng_below(&rng, 10));
        wanted =
            best_likelihood(count, score_of_elo(elo1)) - best_likelihood(count, score_of_elo(elo0));
        assert_close(sprt_llr(count, elo0, elo1), wanted, 1e-6 * (1 + fabs(wanted)));
    }
}

/* Pairs that are all won or all lost are as good as coins, whose likelihood is known. */
static void won_and_lost_pairs_are_coins(void **state)
{
    const uint32_t count[5] = { 300, 0, 0, 0, 340 };
    double p0 = score_of_elo(0), p1 = score_of_elo(30);
    double coins = 340 * log(p1 / p0) + 300 * log((1 - p1) / (1 - p0));

    (void)state;
    assert_close(sprt_llr(count, 0, 30), coins, 0.01);
}

static void the_two_sides_see_opposite_ratios(void **state)
{
    const uint32_t count[5] = { 3, 14, 50, 20, 9 }, reverse[5] = { 9, 20, 50, 14, 3 };

    (void)state;
    assert_close(sprt_llr(count, -10, 25), -sprt_llr(reverse, -25, 10), 1e-9);
}

static void sweeps_are_finite_and_decide(void **state)
{
    (void)state;
    for (int quarters = 0; quarters <= 4; quarters++) {
        struct sprt sprt = test_of(-20, 20);
        int pairs = 0;

        while (pairs < 100000 && sprt_add(&sprt, quarters) == SPRT_OPEN) {
            assert_true(isfinite(sprt.llr));
            pairs++;
        }
        if (quarters == 2) /* always even: neither -20 nor 20 */
            assert_int_equal(sprt.answer, SPRT_OPEN);
        else
            assert_int_equal(sprt.answer, quarters < 2 ? SPRT_LOWER : SPRT_UPPER);
    }
}

static void nothing_is_counted_after_the_answer(void **state)
{
    struct sprt sprt = test_of(0, 50), then;

    (void)state;
    while (sprt_add(&sprt, 4) == SPRT_OPEN)
        ;
    assert_int_equal(sprt.answer, SPRT_UPPER);
    assert_true(sprt.llr >= sprt.high);
    then = sprt;
    for (int i = 0; i < 50; i++)
        assert_int_equal(sprt_add(&sprt, 0), SPRT_UPPER);
    assert_memory_equal(&sprt, &then, sizeof sprt);
}

/* One test on simulated pairs of two players; counts the pairs. */
static enum sprt_answer simulate(const struct world *world, double elo0, double elo1,
                                 struct rng *rng, double *pairs)
{
    struct sprt sprt = test_of(elo0, elo1);

    while (sprt.answer == SPRT_OPEN) {
        struct crosstable table;
        struct err err;
        struct tally tally;

        assert_int_equal(crosstable_init(&table, 2, &err), 0);
        simulate_unit(&table, world, 0, 1, rng);
        tally = crosstable_tally(&table, 0, 1);
        crosstable_release(&table);
        sprt_add(&sprt, (int)tally.quarters);
        ++*pairs;
    }
    return sprt.answer;
}

/* The Elo of the mean score, which is not the difference of the model: draws and the first move
 * change it. */
static double elo_of_world(const struct world *world)
{
    double odds = pow(10, world->elo[0] / 400), a = pow(10, world->first_move / 400), score = 0;

    for (int side = 0; side < 2; side++) {
        double o = odds * (side ? 1 / a : a), draw = world->nu * sqrt(o);

        score += (o + draw / 2) / (o + draw + 1) / 2;
    }
    return elo_of_score(score);
}

/* How often the test says "upper" when the truth is elo0, in the middle, and elo1. */
static void the_error_rates_hold(void **state)
{
    static const struct {
        double truth; /* of the way from elo0 to elo1 */
        double low, high;
    } rows[] = { { -1, 0, 0.02 }, { 0, 0.01, 0.075 }, { 0.5, 0.4, 0.6 }, { 1, 0.925, 0.99 } };
    enum { TESTS = SAMPLES(600) };
    struct rng rng;

    (void)state;
    sample_rng(&rng, 2, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double elo[2] = { 40, 0 }, pairs = 0, at;
        struct world world = { 2, elo, 120, 0.4, 0.3 };
        int upper = 0;

        at = elo_of_world(&world);
        for (int t = 0; t < TESTS; t++)
            upper += simulate(&world, at - 80 * rows[i].truth, at - 80 * rows[i].truth + 80, &rng,
                              &pairs) == SPRT_UPPER;
        if (upper < rows[i].low * TESTS || upper > rows[i].high * TESTS)
            fail_msg("truth %g: upper in %d of %d tests", rows[i].truth, upper, TESTS);
        assert_true(pairs / TESTS < 400);
    }
}

static void what_makes_no_test_is_refused(void **state)
{
    static const double bad[][4] = {
        { 5, 0, 0.05, 0.05 },      { 5, 5, 0.05, 0.05 },   { -1001, 0, 0.05, 0.05 },
        { 0, 1001, 0.05, 0.05 },   { NAN, 5, 0.05, 0.05 }, { 0, 5, 0, 0.05 },
        { 0, 5, 0.05, 0.5 },       { 0, 5, -1, 0.05 },     { 0, 5, NAN, 0.05 },
        { 0, INFINITY, 0.1, 0.1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sprt sprt;
        struct err err = { 0 };

        assert_int_equal(sprt_init(&sprt, bad[i][0], bad[i][1], bad[i][2], bad[i][3], &err), -1);
        assert_true(err.text[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_is_that_of_the_most_likely_chances),
        cmocka_unit_test(won_and_lost_pairs_are_coins),
        cmocka_unit_test(the_two_sides_see_opposite_ratios),
        cmocka_unit_test(sweeps_are_finite_and_decide),
        cmocka_unit_test(nothing_is_counted_after_the_answer),
        cmocka_unit_test(the_error_rates_hold),
        cmocka_unit_test(what_makes_no_test_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
