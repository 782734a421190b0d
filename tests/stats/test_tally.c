/* Scores and their intervals: textbook values, extremes, and coverage by simulation. */
#include "test.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>

#include "stats/tally.h"
#include "base/stream.h"

static const struct wdl WIN = { .wins = 1 }, DRAW = { .draws = 1 }, LOSS = { .losses = 1 };
static const struct wdl WIN_DRAW = { .wins = 1, .draws = 1 }, WIN_LOSS = { 1, 0, 1 };

static void sums_are_exact(void **state)
{
    struct tally tally = { 0 };

    (void)state;
    tally_add(&tally, WIN, 3);
    tally_add(&tally, WIN_DRAW, 2);
    tally_add(&tally, WIN_LOSS, 1);
    tally_add(&tally, LOSS, 4);
    assert_int_equal(tally.samples, 10);
    assert_int_equal(tally.games.wins, 6);
    assert_int_equal(tally.games.draws, 2);
    assert_int_equal(tally.games.losses, 5);
    assert_int_equal(tally.quarters, 3 * 4 + 2 * 3 + 1 * 2);
    assert_int_equal(tally.squares, 3 * 16 + 2 * 9 + 1 * 4);
    assert_close(tally_mean(&tally), 0.5, 1e-15);
    assert_close(wdl_score(tally.games), 7.0 / 13, 1e-15);
    assert_close(wdl_score(wdl_reverse(tally.games)), 6.0 / 13, 1e-15);
}

static void won_and_lost_games_give_wilsons_interval(void **state)
{
    struct tally tally = { 0 };
    struct interval i;

    (void)state;
    tally_add(&tally, WIN, 8);
    tally_add(&tally, LOSS, 2);
    i = tally_interval(&tally);
    /* Published for 8 of 10: 0.490 to 0.943. */
    assert_close(i.mean, 0.8, 1e-12);
    assert_close(i.low, 0.4901625, 1e-6);
    assert_close(i.high, 0.9433178, 1e-6);
}

static void the_interval_is_what_z_does_not_reject(void **state)
{
    struct tally tally = { 0 };
    struct interval i;

    (void)state;
    tally_add(&tally, WIN, 5);
    tally_add(&tally, WIN_DRAW, 7);
    tally_add(&tally, WIN_LOSS, 9);
    tally_add(&tally, LOSS, 4);
    i = tally_interval(&tally);
    assert_close(tally_z(&tally, i.low), 1.959964, 1e-5);
    assert_close(tally_z(&tally, i.high), -1.959964, 1e-5);
    assert_close(tally_los(&tally), gsl_cdf_ugaussian_P(tally_z(&tally, 0.5)), 1e-12);
}

static void check_interval(const struct tally *tally)
{
    struct interval score = tally_interval(tally), elo = tally_elo(tally);
    double los = tally_los(tally);

    assert_true(score.low >= 0 && score.low <= score.mean);
    assert_true(score.high <= 1 && score.high >= score.mean);
    assert_true(score.high - score.low > 0.1 / tally->samples);
    assert_true(isfinite(elo.mean) && isfinite(elo.low) && isfinite(elo.high));
    assert_true(elo.low < elo.mean && elo.mean < elo.high);
    assert_true(los >= 0 && los <= 1);
}

static void extremes_are_finite_and_narrow_down(void **state)
{
    const struct wdl kind[] = { WIN, DRAW, LOSS, WIN_DRAW, WIN_LOSS, { 2, 0, 0 }, { 0, 0, 2 } };

    (void)state;
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
        double width = 1;

        for (uint32_t n = 1; n <= 4096; n *= 4) {
            struct tally tally = { 0 };
            struct interval i;

            tally_add(&tally, kind[k], n);
            check_interval(&tally);
            i = tally_interval(&tally);
            assert_true(i.high - i.low < width);
            width = i.high - i.low;
        }
        assert_true(width < 0.002);
    }
}

static void nothing_is_known_without_games(void **state)
{
    struct tally tally = { 0 };
    struct interval i = tally_interval(&tally);

    (void)state;
    assert_close(i.low, 0, 0);
    assert_close(i.high, 1, 0);
    assert_close(tally_los(&tally), 0.5, 0);
    assert_close(tally_elo(&tally).mean, 0, 0);
    assert_close(wdl_score((struct wdl){ 0 }), 0.5, 0);
}

static void both_sides_see_the_same(void **state)
{
    struct tally mine = { 0 }, theirs = { 0 };

    (void)state;
    tally_add(&mine, WIN, 7);
    tally_add(&mine, WIN_DRAW, 3);
    tally_add(&theirs, LOSS, 7);
    tally_add(&theirs, wdl_reverse(WIN_DRAW), 3);
    assert_close(tally_interval(&mine).low, 1 - tally_interval(&theirs).high, 1e-12);
    assert_close(tally_elo(&mine).mean, -tally_elo(&theirs).mean, 1e-9);
    assert_close(tally_los(&mine), 1 - tally_los(&theirs), 1e-12);
    assert_true(tally_los(&mine) > 0.99);
}

static void elo_is_the_usual_one(void **state)
{
    (void)state;
    assert_close(elo_of_score(0.5), 0, 1e-12);
    assert_close(elo_of_score(10.0 / 11), 400, 1e-9);
    assert_close(score_of_elo(-400), 1.0 / 11, 1e-12);
    assert_close(elo_of_score(score_of_elo(123.4)), 123.4, 1e-9);
    assert_close(elo_of_score(1), ELO_LIMIT, 0);
    assert_close(elo_of_score(0), -ELO_LIMIT, 0);
}

/* One game of the first player: it wins below win, draws below win + draw. */
static int game_score(double luck, double win, double draw)
{
    return luck < win ? 2 : luck < win + draw ? 1 : 0;
}

/* A colour-swapped pair: a wins as first with probability win, and loses as second with it. */
static struct wdl random_pair(struct rng *rng, double win, double draw, double same)
{
    double luck = gsl_rng_uniform(&rng->gsl), other = gsl_rng_uniform(&rng->gsl);
    struct wdl sample = { 0 };
    int result[2];

    if (gsl_rng_uniform(&rng->gsl) < same)
        other = luck;
    result[0] = game_score(luck, win, draw);
    result[1] = 2 - game_score(other, win - 0.1, draw);
    for (int k = 0; k < 2; k++) {
        sample.wins += result[k] == 2;
        sample.draws += result[k] == 1;
        sample.losses += result[k] == 0;
    }
    return sample;
}

static double coverage(struct rng *rng, uint32_t samples, double win, double draw, double same)
{
    double truth = 0.5 * ((win + draw / 2) + (1 - (win - 0.1 + draw / 2)));
    int covered = 0, trials = 4000;

    for (int t = 0; t < trials; t++) {
        struct tally tally = { 0 };
        struct interval i;

        for (uint32_t u = 0; u < samples; u++)
            tally_add(&tally, random_pair(rng, win, draw, same), 1);
        i = tally_interval(&tally);
        covered += i.low <= truth && truth <= i.high;
    }
    return (double)covered / trials;
}

static void intervals_cover_the_truth(void **state)
{
    static const double same[] = { 0, 0.5, 0.95 };
    static const double draw[] = { 0, 0.1, 0.5 };
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 11, .purpose = STREAM_TEST });
    for (size_t s = 0; s < 3; s++)
        for (size_t d = 0; d < 3; d++)
            for (uint32_t samples = 10; samples <= 160; samples *= 4) {
                double c = coverage(&rng, samples, 0.45, draw[d], same[s]);

                assert_true(c > 0.93);
            }
    for (size_t s = 0; s < 3; s++)
        assert_true(coverage(&rng, 40, 0.9, 0.05, same[s]) > 0.93);
    /* Not by being wide for nothing: where there is enough to go by it is 95%. */
    for (size_t s = 0; s < 3; s++) {
        double c = coverage(&rng, 400, 0.45, 0.1, same[s]);

        assert_true(c > 0.935 && c < 0.968);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_exact),
        cmocka_unit_test(won_and_lost_games_give_wilsons_interval),
        cmocka_unit_test(the_interval_is_what_z_does_not_reject),
        cmocka_unit_test(extremes_are_finite_and_narrow_down),
        cmocka_unit_test(nothing_is_known_without_games),
        cmocka_unit_test(both_sides_see_the_same),
        cmocka_unit_test(elo_is_the_usual_one),
        cmocka_unit_test(intervals_cover_the_truth),
    };

    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
