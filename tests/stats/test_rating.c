/* Ratings against known worlds, closed forms, a blind search, and extreme tables. */
#include "test.h"

#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "stats/rating.h"
#include "simulate.h"

static const double ELO = 173.71779276130073; /* 400 / ln 10 */

static struct crosstable new_table(size_t n)
{
    struct crosstable table;
    struct err err;

    assert_int_equal(crosstable_init(&table, n, &err), 0);
    return table;
}

static struct ratings rate(const struct crosstable *table)
{
    struct ratings r;
    struct err err;

    if (ratings_init(&r, table, (struct rating_anchor){ RATING_MEAN, 0 }, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < r.n; i++)
        assert_true(isfinite(r.elo[i]) && isfinite(r.error[i]) && r.error[i] > 0);
    assert_true(isfinite(r.first_move.low) && isfinite(r.first_move.high));
    assert_true(r.nu.low > 0 && r.nu.low < r.nu.mean && r.nu.mean < r.nu.high);
    assert_true(isfinite(r.nu.high));
    return r;
}

/* Adds samples of one game each. */
static void add_games(struct crosstable *table, size_t first, size_t second, struct wdl games)
{
    for (uint32_t i = 0; i < games.wins; i++)
        crosstable_add_pair(table, first, second, GAME_WON, GAME_UNPLAYED);
    for (uint32_t i = 0; i < games.draws; i++)
        crosstable_add_pair(table, first, second, GAME_DRAWN, GAME_UNPLAYED);
    for (uint32_t i = 0; i < games.losses; i++)
        crosstable_add_pair(table, first, second, GAME_LOST, GAME_UNPLAYED);
}

/* Without a prior the odds are what was counted, and the error of their logarithm is
 * sqrt(1 / wins + 1 / losses); with thousands of games the prior hardly counts. */
static void two_players_have_a_closed_form(void **state)
{
    struct crosstable table = new_table(2);
    struct ratings r;

    (void)state;
    add_games(&table, 0, 1, (struct wdl){ 6000, 1000, 3000 });
    add_games(&table, 1, 0, (struct wdl){ 3000, 1000, 6000 });
    r = rate(&table);
    assert_close(r.elo[0] - r.elo[1], 400 * log10(2), 0.05);
    assert_close(r.elo[0] + r.elo[1], 0, 1e-9);
    assert_close(r.first_move.mean, 0, 1e-6);
    assert_close(r.nu.mean, 1000 / sqrt(6000.0 * 3000), 1e-3);
    assert_close(r.draw_rate.mean, r.nu.mean / (2 + r.nu.mean), 1e-12);
    assert_close(ratings_difference(&r, 0, 1).high - ratings_difference(&r, 0, 1).mean,
                 1.959964 * ELO * sqrt(1.0 / 12000 + 1.0 / 6000), 0.03);
    assert_close(ratings_game(&r, 0, 1).win, 0.6, 1e-3);
    assert_close(ratings_game(&r, 0, 1).score, 0.65, 1e-3);
    ratings_release(&r);
    crosstable_release(&table);
}

static void first_move_has_a_closed_form(void **state)
{
    struct crosstable table = new_table(2);
    struct ratings r;

    (void)state;
    add_games(&table, 0, 1, (struct wdl){ 8000, 0, 2000 });
    add_games(&table, 1, 0, (struct wdl){ 8000, 0, 2000 });
    add_games(&table, 1, 1, (struct wdl){ 8000, 0, 2000 });
    r = rate(&table);
    assert_close(r.first_move.mean, 400 * log10(4), 0.2);
    assert_close(r.first_move.high - r.first_move.mean,
                 1.959964 * ELO * sqrt(1.0 / 24000 + 1.0 / 6000), 0.05);
    assert_close(r.elo[0], 0, 1e-6);
    assert_true(r.draw_rate.mean < 0.001);
    ratings_release(&r);
    crosstable_release(&table);
}

/* The log posterior, written out a second time, of three players and the two other parameters. */
static double posterior(const double x[5], struct wdl games[3][3])
{
    double sum = -(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / (2 * 2.878 * 2.878) -
                 x[3] * x[3] / (2 * 1.151 * 1.151) - (x[4] + 1) * (x[4] + 1) / 8;

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double win = exp(x[i] + x[3]), loss = exp(x[j]), draw = exp(x[4]) * sqrt(win * loss);
            double all = win + draw + loss;

            sum += games[i][j].wins * log(win / all) + games[i][j].draws * log(draw / all) +
                   games[i][j].losses * log(loss / all);
        }
    return sum;
}

/* Looks to both sides along each parameter, with ever smaller steps. */
static void blind_search(double x[5], struct wdl games[3][3])
{
    double best = posterior(x, games);

    for (double step = 1; step > 1e-9;) {
        int better = 0;

        for (int k = 0; k < 10; k++) {
            double old = x[k / 2], value;

            x[k / 2] = old + (k % 2 ? step : -step);
            value = posterior(x, games);
            if (value > best) {
                best = value;
                better = 1;
            } else {
                x[k / 2] = old;
            }
        }
        if (!better)
            step /= 2;
    }
}

static void blind_search_finds_the_same(void **state)
{
    struct wdl games[3][3] = {
        { { 0 }, { 7, 2, 3 }, { 5, 0, 0 } },
        { { 4, 1, 6 }, { 0 }, { 0, 3, 2 } },
        { { 1, 1, 4 }, { 6, 0, 1 }, { 2, 0, 1 } },
    };
    struct crosstable table = new_table(3);
    double x[5] = { 0 };
    struct ratings r;

    (void)state;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++)
            add_games(&table, i, j, games[i][j]);
    blind_search(x, games);
    r = rate(&table);
    for (size_t i = 0; i < 3; i++)
        assert_close(r.elo[i], ELO * x[i], 0.01);
    assert_close(r.first_move.mean, ELO * x[3], 0.01);
    assert_close(log(r.nu.mean), x[4], 1e-4);
    ratings_release(&r);
    crosstable_release(&table);
}

static void clean_sweeps_are_finite_and_ordered(void **state)
{
    double lead = 0;

    (void)state;
    for (int samples = 1; samples <= 1000; samples *= 10) {
        struct crosstable table = new_table(3);
        struct ratings r;

        for (int u = 0; u < samples; u++)
            for (size_t a = 0; a < 3; a++)
                for (size_t b = a + 1; b < 3; b++)
                    crosstable_add_pair(&table, a, b, GAME_WON, GAME_LOST);
        r = rate(&table);
        assert_true(r.elo[0] > r.elo[1] && r.elo[1] > r.elo[2]);
        assert_close(r.elo[1], 0, 1e-6);
        assert_close(r.elo[0] + r.elo[2], 0, 1e-6);
        assert_close(r.first_move.mean, 0, 1e-6);
        assert_true(r.elo[0] > lead && r.elo[0] < 3000);
        assert_true(r.error[0] > 100);
        assert_int_equal(ratings_difference(&r, 0, 2).low > 0, samples > 1);
        assert_close(ratings_difference(&r, 0, 1).low, -ratings_difference(&r, 1, 0).high, 1e-9);
        lead = r.elo[0];
        ratings_release(&r);
        crosstable_release(&table);
    }
}

static void all_draws_are_equal(void **state)
{
    struct crosstable table = new_table(4);
    struct ratings r;

    (void)state;
    for (size_t a = 0; a < 4; a++)
        for (size_t b = a + 1; b < 4; b++)
            for (int u = 0; u < 20; u++)
                crosstable_add_pair(&table, a, b, GAME_DRAWN, GAME_DRAWN);
    r = rate(&table);
    for (size_t i = 0; i < 4; i++)
        assert_close(r.elo[i], 0, 1e-6);
    assert_close(r.first_move.mean, 0, 1e-6);
    assert_close(ratings_difference(&r, 0, 3).mean, 0, 1e-6);
    assert_true(r.draw_rate.mean > 0.9 && r.draw_rate.high < 1);
    ratings_release(&r);
    crosstable_release(&table);
}

static void one_game_says_little(void **state)
{
    struct crosstable table = new_table(2);
    struct ratings r;

    (void)state;
    add_games(&table, 0, 1, (struct wdl){ .wins = 1 });
    r = rate(&table);
    assert_true(r.elo[0] > 0 && r.elo[0] < 500);
    assert_close(r.elo[0] + r.elo[1], 0, 1e-9);
    assert_true(r.first_move.mean > 0);
    assert_true(r.error[0] > r.elo[0]);
    assert_true(ratings_difference(&r, 0, 1).low < 0);
    ratings_release(&r);
    crosstable_release(&table);
}

static void nobody_played(void **state)
{
    struct crosstable table = new_table(3);
    struct ratings r = rate(&table);

    (void)state;
    assert_int_equal(r.components, 3);
    assert_close(r.elo[2], 0, 1e-12);
    /* What is left is the prior. */
    assert_close(ratings_difference(&r, 0, 1).high, 1.959964 * 500 * sqrt(2), 1);
    assert_close(r.first_move.high, 1.959964 * 200, 1);
    ratings_release(&r);
    crosstable_release(&table);
}

static void groups_that_never_met_are_told_apart(void **state)
{
    static const uint32_t component[] = { 0, 1, 0, 1, 2 };
    struct crosstable table = new_table(5);
    struct ratings r;

    (void)state;
    add_games(&table, 0, 2, (struct wdl){ 30, 0, 10 });
    add_games(&table, 2, 0, (struct wdl){ 10, 0, 30 });
    add_games(&table, 3, 1, (struct wdl){ 25, 5, 10 });
    add_games(&table, 1, 3, (struct wdl){ 10, 5, 25 });
    r = rate(&table);
    assert_int_equal(r.components, 3);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(r.component[i], component[i]);
    assert_close(r.elo[0] + r.elo[2], 0, 1e-6);
    assert_close(r.elo[1] + r.elo[3], 0, 1e-6);
    assert_close(r.elo[4], 0, 1e-6);
    assert_true(ratings_difference(&r, 0, 2).low > 0);
    assert_true(ratings_difference(&r, 0, 1).low < 0);
    assert_true(ratings_difference(&r, 0, 1).high > 1000);
    ratings_release(&r);
    crosstable_release(&table);
}

/* A table of uneven pairings, the same for every order of the players. */
static void fill_uneven(struct crosstable *table, const size_t order[5], int swap_colours)
{
    struct rng rng;

    for (size_t a = 0; a < 5; a++)
        for (size_t b = 0; b < 5; b++) {
            rng_open(&rng, (struct stream){ 3, 0, STREAM_TEST, 5 * a + b });
            for (size_t u = 0; u < 1 + (3 * a + b) % 7; u++) {
                enum game_outcome x = (enum game_outcome)((int)rng_below(&rng, 3) - 1);
                enum game_outcome y = (enum game_outcome)((int)rng_below(&rng, 4) - 2);

                if (a == b)
                    continue;
                if (swap_colours && y == GAME_UNPLAYED)
                    crosstable_add_pair(table, order[b], order[a], (enum game_outcome) - x, y);
                else if (swap_colours)
                    crosstable_add_pair(table, order[b], order[a], (enum game_outcome) - x,
                                        (enum game_outcome) - y);
                else
                    crosstable_add_pair(table, order[a], order[b], x, y);
            }
        }
}

static void order_of_players_does_not_matter(void **state)
{
    static const size_t straight[] = { 0, 1, 2, 3, 4 }, mixed[] = { 3, 0, 4, 2, 1 };
    struct crosstable one = new_table(5), two = new_table(5);
    struct ratings r, s;

    (void)state;
    fill_uneven(&one, straight, 0);
    fill_uneven(&two, mixed, 0);
    r = rate(&one);
    s = rate(&two);
    for (size_t i = 0; i < 5; i++) {
        assert_close(r.elo[i], s.elo[mixed[i]], 1e-6);
        assert_close(r.error[i], s.error[mixed[i]], 1e-6);
        for (size_t j = 0; j < 5; j++)
            assert_close(r.covariance[5 * i + j], s.covariance[5 * mixed[i] + mixed[j]], 1e-4);
    }
    assert_close(r.first_move.mean, s.first_move.mean, 1e-6);
    assert_close(r.first_move.low, s.first_move.low, 1e-6);
    assert_close(r.pair_correlation, s.pair_correlation, 1e-9);
    ratings_release(&r);
    ratings_release(&s);
    crosstable_release(&one);
    crosstable_release(&two);
}

static void swapping_colours_mirrors_the_first_move(void **state)
{
    static const size_t order[] = { 0, 1, 2, 3, 4 };
    struct crosstable one = new_table(5), two = new_table(5);
    struct ratings r, s;

    (void)state;
    fill_uneven(&one, order, 0);
    fill_uneven(&two, order, 1);
    r = rate(&one);
    s = rate(&two);
    assert_true(fabs(r.first_move.mean) > 1);
    assert_close(r.first_move.mean, -s.first_move.mean, 1e-6);
    assert_close(r.first_move.low, -s.first_move.high, 1e-6);
    assert_close(r.nu.high, s.nu.high, 1e-9);
    for (size_t i = 0; i < 5; i++) {
        assert_close(r.elo[i], s.elo[i], 1e-6);
        assert_close(r.error[i], s.error[i], 1e-6);
    }
    ratings_release(&r);
    ratings_release(&s);
    crosstable_release(&one);
    crosstable_release(&two);
}

static void anchors_move_the_scale_only(void **state)
{
    static const size_t order[] = { 0, 1, 2, 3, 4 };
    struct crosstable table = new_table(5);
    struct ratings r, s;
    struct err err;

    (void)state;
    fill_uneven(&table, order, 0);
    r = rate(&table);
    assert_int_equal(ratings_init(&s, &table, (struct rating_anchor){ 2, 1500 }, &err), 0);
    assert_close(s.elo[2], 1500, 1e-9);
    assert_close(s.error[2], 0, 0);
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++) {
            struct interval a = ratings_difference(&r, i, j), b = ratings_difference(&s, i, j);

            assert_close(a.mean, b.mean, 1e-9);
            assert_close(a.high, b.high, i == j ? 1e-3 : 1e-6);
        }
    assert_close(s.error[0], ratings_difference(&r, 0, 2).high - r.elo[0] + r.elo[2], 1e-6);
    ratings_release(&r);
    ratings_release(&s);
    assert_int_equal(ratings_init(&s, &table, (struct rating_anchor){ 5, 0 }, &err), -1);
    crosstable_release(&table);
}

/* How often the truth lay inside the intervals, and how far off the ratings were. */
struct check {
    int ratings, ratings_inside;
    int differences, differences_inside;
    int worlds, first_inside, nu_inside;
    double squared_z;
    double bias;
};

static void check_world(struct check *check, const struct world *world, size_t samples,
                        struct rng *rng)
{
    struct crosstable table = new_table(world->n);
    double mean = 0;
    struct ratings r;

    simulate_round_robin(&table, world, samples, rng);
    r = rate(&table);
    for (size_t i = 0; i < world->n; i++)
        mean += world->elo[i] / (double)world->n;
    for (size_t i = 0; i < world->n; i++) {
        double off = r.elo[i] - (world->elo[i] - mean);

        check->ratings++;
        check->ratings_inside += fabs(off) <= r.error[i];
        check->squared_z += pow(1.959964 * off / r.error[i], 2);
        check->bias += i == 0 ? off : 0;
        for (size_t j = i + 1; j < world->n; j++) {
            struct interval d = ratings_difference(&r, i, j);
            double truth = world->elo[i] - world->elo[j];

            check->differences++;
            check->differences_inside += d.low <= truth && truth <= d.high;
        }
    }
    check->worlds++;
    check->first_inside +=
        r.first_move.low <= world->first_move && world->first_move <= r.first_move.high;
    check->nu_inside += r.nu.low <= world->nu && world->nu <= r.nu.high;
    ratings_release(&r);
    crosstable_release(&table);
}

static void assert_share(int part, int whole, double low, double high)
{
    double share = (double)part / whole;

    if (share < low || share > high)
        fail_msg("%d of %d is not between %g and %g", part, whole, low, high);
}

static void intervals_cover_the_truth(void **state)
{
    static const double elo[] = { 250, 120, 60, 0, -30, -150, -250 };
    static const double same[] = { 0, 0.3, 0.8 };
    static const size_t samples[] = { 2, 8, 40 };
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 1, .purpose = STREAM_TEST });
    for (size_t s = 0; s < 3; s++)
        for (size_t u = 0; u < 3; u++) {
            struct world world = { 7, elo, 80, 0.3, same[s] };
            struct check c = { 0 };

            for (int t = 0; t < 1000; t++)
                check_world(&c, &world, samples[u], &rng);
            assert_share(c.ratings_inside, c.ratings, 0.93, 0.965);
            assert_share(c.differences_inside, c.differences, 0.93, 0.965);
            assert_share(c.first_inside, c.worlds, 0.92, 0.98);
            assert_share(c.nu_inside, c.worlds, 0.92, 0.98);
            assert_close(c.squared_z / c.ratings, 1, 0.15);
            assert_close(c.bias / c.worlds, 0, 80.0 / (double)samples[u]);
        }
}

static void correlated_games_change_the_errors(void **state)
{
    static const double elo[] = { 0, 0, 0 };
    struct world apart = { 3, elo, 0, 0.2, 0 }, together = { 3, elo, 0, 0.2, 0.8 };
    struct crosstable one = new_table(3), two = new_table(3);
    struct ratings r, s;
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 2, .purpose = STREAM_TEST });
    simulate_round_robin(&one, &apart, 400, &rng);
    simulate_round_robin(&two, &together, 400, &rng);
    r = rate(&one);
    s = rate(&two);
    assert_close(r.pair_correlation, 0, 0.08);
    assert_close(s.pair_correlation, 0.8, 0.05);
    assert_close(s.error[0] / r.error[0], sqrt(1 - 0.8), 0.06);
    assert_close((s.first_move.high - s.first_move.low) / (r.first_move.high - r.first_move.low),
                 sqrt(1 + 0.8), 0.1);
    ratings_release(&r);
    ratings_release(&s);
    crosstable_release(&one);
    crosstable_release(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_have_a_closed_form),
        cmocka_unit_test(first_move_has_a_closed_form),
        cmocka_unit_test(blind_search_finds_the_same),
        cmocka_unit_test(clean_sweeps_are_finite_and_ordered),
        cmocka_unit_test(all_draws_are_equal),
        cmocka_unit_test(one_game_says_little),
        cmocka_unit_test(nobody_played),
        cmocka_unit_test(groups_that_never_met_are_told_apart),
        cmocka_unit_test(order_of_players_does_not_matter),
        cmocka_unit_test(swapping_colours_mirrors_the_first_move),
        cmocka_unit_test(anchors_move_the_scale_only),
        cmocka_unit_test(intervals_cover_the_truth),
        cmocka_unit_test(correlated_games_change_the_errors),
    };

    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
