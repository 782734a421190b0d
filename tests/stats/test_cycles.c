/* The transitive and the cyclic part of tables that are purely one or the other, or by chance. */
#include "test.h"

#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "stats/cycles.h"
#include "simulate.h"

static struct crosstable new_table(size_t n)
{
    struct crosstable table;
    struct err err;

    assert_int_equal(crosstable_init(&table, n, &err), 0);
    return table;
}

/* Splits the table and releases it. */
static struct cycles analyse(struct crosstable *table, size_t limit)
{
    struct ratings ratings;
    struct cycles cycles;
    struct err err;

    assert_int_equal(ratings_init(&ratings, table, (struct rating_anchor){ RATING_MEAN, 0 }, &err),
                     0);
    assert_int_equal(cycles_init(&cycles, table, &ratings, limit, &err), 0);
    assert_close(cycles.transitive_share + cycles.cyclic_share, 1, 1e-12);
    assert_true(cycles.cyclic_share >= 0 && cycles.cyclic_share <= 1);
    assert_true(cycles.chance_share >= 0 && cycles.chance_share <= 1);
    assert_true(cycles.p >= 0 && cycles.p <= 1);
    ratings_release(&ratings);
    crosstable_release(table);
    return cycles;
}

/* Colour-swapped pairs: both games won by a, one by each (who moved first), both lost. */
static void add_pairs(struct crosstable *table, size_t a, size_t b, int won, int split, int lost)
{
    for (int i = 0; i < won; i++)
        crosstable_add_pair(table, a, b, GAME_WON, GAME_LOST);
    for (int i = 0; i < split; i++)
        crosstable_add_pair(table, a, b, GAME_WON, GAME_WON);
    for (int i = 0; i < lost; i++)
        crosstable_add_pair(table, a, b, GAME_LOST, GAME_WON);
}

static void add_games(struct crosstable *table, size_t a, size_t b, int won, int lost)
{
    for (int i = 0; i < won; i++)
        crosstable_add_pair(table, a, b, GAME_WON, GAME_UNPLAYED);
    for (int i = 0; i < lost; i++)
        crosstable_add_pair(table, a, b, GAME_LOST, GAME_UNPLAYED);
}

static void rock_paper_scissors_is_all_cycle(void **state)
{
    struct crosstable table = new_table(3);
    struct cycles c;

    (void)state;
    add_pairs(&table, 0, 1, 6, 3, 1);
    add_pairs(&table, 1, 2, 6, 3, 1);
    add_pairs(&table, 2, 0, 6, 3, 1);
    c = analyse(&table, 10);
    assert_close(c.cyclic_share, 1, 1e-9);
    assert_close(c.degrees, 1, 0);
    assert_true(c.p < 0.01);
    assert_int_equal(c.triples, 1);
    assert_int_equal(c.circular, 1);
    assert_int_equal(c.n, 1);
    assert_int_equal(c.cycle[0].player[0], 0);
    assert_int_equal(c.cycle[0].player[1], 1);
    assert_int_equal(c.cycle[0].player[2], 2);
    assert_close(c.cycle[0].score[2].mean, 0.75, 1e-12);
    assert_close(c.cycle[0].p_adjusted, 2 * c.cycle[0].p, 1e-12);
    assert_true(c.cycle[0].p < 0.05);
    cycles_release(&c);
}

static void the_other_direction_is_named_so(void **state)
{
    struct crosstable table = new_table(4);
    struct cycles c;

    (void)state;
    add_pairs(&table, 3, 1, 5, 0, 0);
    add_pairs(&table, 2, 3, 5, 0, 0);
    add_pairs(&table, 1, 2, 5, 4, 0);
    add_pairs(&table, 0, 1, 9, 0, 0);
    c = analyse(&table, 10);
    assert_int_equal(c.triples, 1);
    assert_int_equal(c.n, 1);
    assert_int_equal(c.cycle[0].player[0], 1);
    assert_int_equal(c.cycle[0].player[1], 2);
    assert_int_equal(c.cycle[0].player[2], 3);
    assert_close(c.cycle[0].score[0].mean, 7.0 / 9, 1e-12);
    assert_close(c.cycle[0].score[1].mean, 1, 1e-12);
    cycles_release(&c);
}

/* Strengths of 1 : 2 : 4 : 8, in whole numbers of games, many of them so that the prior is lost. */
static void bradley_terry_is_all_transitive(void **state)
{
    struct crosstable table = new_table(4);
    struct cycles c;

    (void)state;
    for (size_t a = 0; a < 4; a++)
        for (size_t b = a + 1; b < 4; b++) {
            int odds = 1 << (b - a);

            add_games(&table, a, b, 4500 / (odds + 1), 4500 * odds / (odds + 1));
            add_games(&table, b, a, 4500 * odds / (odds + 1), 4500 / (odds + 1));
        }
    c = analyse(&table, 10);
    assert_true(c.transitive > 1000);
    assert_true(c.cyclic_share < 1e-5);
    assert_close(c.degrees, 3, 0);
    assert_true(c.p > 0.99);
    assert_int_equal(c.triples, 4);
    assert_int_equal(c.circular, 0);
    assert_int_equal(c.n, 0);
    cycles_release(&c);
}

static void clean_sweeps_are_transitive(void **state)
{
    struct crosstable table = new_table(6);
    struct cycles c;

    (void)state;
    for (size_t a = 0; a < 6; a++)
        for (size_t b = a + 1; b < 6; b++)
            add_pairs(&table, a, b, 10, 0, 0);
    c = analyse(&table, 10);
    assert_true(c.cyclic_share < 0.01);
    assert_true(c.p > 0.5);
    assert_int_equal(c.circular, 0);
    cycles_release(&c);
}

/* The player with the lower index moves first and wins 60%: a first move, not a ring of equals. */
static void the_first_move_is_no_cycle(void **state)
{
    struct crosstable table = new_table(8);
    struct cycles c;

    (void)state;
    for (size_t a = 0; a < 8; a++)
        for (size_t step = 1; step <= 3; step++)
            add_games(&table, a, (a + step) % 8, 60, 40);
    c = analyse(&table, 10);
    assert_true(c.cyclic < 0.5);
    assert_true(c.p > 0.5);
    for (size_t i = 0; i < c.n; i++)
        assert_true(c.cycle[i].z < 0.3);
    cycles_release(&c);
}

static void trees_and_empty_tables_have_no_cycles(void **state)
{
    struct crosstable table = new_table(4);
    struct cycles c;

    (void)state;
    c = analyse(&table, 3);
    assert_close(c.transitive_share, 1, 0);
    assert_close(c.p, 1, 0);
    cycles_release(&c);
    table = new_table(4);
    add_pairs(&table, 0, 1, 3, 1, 1);
    add_pairs(&table, 1, 2, 3, 1, 1);
    add_pairs(&table, 1, 3, 0, 1, 0);
    c = analyse(&table, 3);
    assert_close(c.degrees, 0, 0);
    assert_true(c.cyclic_share < 0.01);
    assert_close(c.chance_share, 0, 0);
    assert_int_equal(c.triples, 0);
    cycles_release(&c);
}

enum { RING = 12 };

/* Three groups that beat each other in turn, some more clearly than others. */
static struct crosstable ring_of_groups(const size_t order[RING])
{
    struct crosstable table = new_table(RING);

    for (size_t a = 0; a < RING; a++)
        for (size_t b = a + 1; b < RING; b++) {
            int extra = (int)((7 * a + 3 * b) % 5);

            if (a % 3 == b % 3)
                add_pairs(&table, order[a], order[b], 2, 2, 2);
            else if ((a + 1) % 3 == b % 3)
                add_pairs(&table, order[a], order[b], 4 + extra, 3, 2);
            else
                add_pairs(&table, order[b], order[a], 4 + extra, 3, 2);
        }
    return table;
}

static void the_surest_cycles_come_first(void **state)
{
    static const size_t order[RING] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    struct crosstable one = ring_of_groups(order), two = ring_of_groups(order);
    struct cycles few = analyse(&one, 5), all = analyse(&two, 1000);

    (void)state;
    assert_int_equal(few.triples, 220);
    assert_int_equal(few.circular, 64);
    assert_int_equal(few.n, 5);
    assert_int_equal(all.n, 64);
    for (size_t i = 1; i < all.n; i++)
        assert_true(all.cycle[i - 1].z >= all.cycle[i].z - 1e-6);
    assert_true(all.cycle[0].z > all.cycle[63].z + 0.5);
    for (size_t i = 0; i < few.n; i++) {
        assert_memory_equal(few.cycle[i].player, all.cycle[i].player, sizeof few.cycle[i].player);
        assert_close(few.cycle[i].p_adjusted, fmin(1, 132 * few.cycle[i].p), 1e-12);
    }
    cycles_release(&all);
    cycles_release(&few);
}

static void order_of_players_does_not_matter(void **state)
{
    static const size_t straight[RING] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    static const size_t mixed[RING] = { 7, 2, 9, 0, 11, 4, 1, 10, 5, 3, 8, 6 };
    struct crosstable one = ring_of_groups(straight), two = ring_of_groups(mixed);
    struct cycles c = analyse(&one, 64), d = analyse(&two, 64);

    (void)state;
    assert_close(c.cyclic, d.cyclic, 1e-6);
    assert_close(c.transitive, d.transitive, 1e-6);
    assert_close(c.p, d.p, 1e-9);
    assert_int_equal(c.circular, d.circular);
    for (size_t i = 0; i < 64; i++)
        assert_close(c.cycle[i].z, d.cycle[i].z, 1e-6);
    cycles_release(&c);
    cycles_release(&d);
}

/* Ratings and a cycle of groups in one world: with enough samples both are seen, with one sample a
 * pairing there is nothing to tell the cycle from chance. */
static void real_cycles_are_found_when_there_is_enough_to_go_by(void **state)
{
    struct crosstable many = new_table(9), once = new_table(9);
    struct cycles c;
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 8, .purpose = STREAM_TEST });
    for (size_t a = 0; a < 9; a++)
        for (size_t b = a + 1; b < 9; b++) {
            double turn = a % 3 == b % 3 ? 0 : (a + 1) % 3 == b % 3 ? 150 : -150;
            double elo[9] = { [0] = 0 };
            struct world world = { 9, elo, 60, 0.2, 0.4 };

            elo[a] = turn + 40 * ((double)b - (double)a);
            for (int u = 0; u < 60; u++)
                simulate_unit(&many, &world, a, b, &rng);
            simulate_unit(&once, &world, a, b, &rng);
        }
    c = analyse(&many, 10);
    assert_true(c.cyclic_share > 3 * c.chance_share);
    assert_true(c.transitive_share > 3 * c.chance_share);
    assert_true(c.p < 1e-6);
    assert_true(c.cycle[0].p_adjusted < 0.01);
    assert_close(c.cycle[0].p_adjusted / c.cycle[0].p, 9 * 8, 1e-9);
    for (int k = 0; k < 3; k++)
        assert_int_equal((c.cycle[0].player[k] + 1) % 3, c.cycle[0].player[(k + 1) % 3] % 3);
    cycles_release(&c);
    c = analyse(&once, 10);
    assert_true(c.p > 0.2);
    for (size_t i = 0; i < c.n; i++)
        assert_true(c.cycle[i].p_adjusted > 0.9);
    cycles_release(&c);
}

/* Among rated players, chance gives the cyclic part that it is said to give, and rarely a cycle
 * that is called sure. */
static void chance_is_not_taken_for_cycles(void **state)
{
    enum { WORLDS = 600, PLAYERS = 10 };
    static const double elo[PLAYERS] = { 300, 200, 150, 80, 20, 0, -60, -120, -250, -320 };
    static const double same[] = { 0, 0.3, 0.8 };

    (void)state;
    for (size_t s = 0; s < 3; s++) {
        struct world world = { PLAYERS, elo, 60, 0.2, same[s] };
        double share = 0, chance = 0;
        int small_p = 0, sure = 0;
        struct rng rng;

        rng_open(&rng, (struct stream){ .seed = 4, .purpose = STREAM_TEST, .index = s });
        for (int t = 0; t < WORLDS; t++) {
            struct crosstable table = new_table(PLAYERS);
            struct cycles c;

            simulate_round_robin(&table, &world, 8, &rng);
            c = analyse(&table, 1);
            share += c.cyclic_share / WORLDS;
            chance += c.chance_share / WORLDS;
            small_p += c.p < 0.05;
            sure += c.n > 0 && c.cycle[0].p_adjusted < 0.05;
            cycles_release(&c);
        }
        assert_close(share / chance, 1, 0.1);
        assert_true(small_p > 0.01 * WORLDS && small_p < 0.09 * WORLDS);
        assert_true(sure < 0.02 * WORLDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rock_paper_scissors_is_all_cycle),
        cmocka_unit_test(the_other_direction_is_named_so),
        cmocka_unit_test(bradley_terry_is_all_transitive),
        cmocka_unit_test(clean_sweeps_are_transitive),
        cmocka_unit_test(the_first_move_is_no_cycle),
        cmocka_unit_test(trees_and_empty_tables_have_no_cycles),
        cmocka_unit_test(the_surest_cycles_come_first),
        cmocka_unit_test(order_of_players_does_not_matter),
        cmocka_unit_test(real_cycles_are_found_when_there_is_enough_to_go_by),
        cmocka_unit_test(chance_is_not_taken_for_cycles),
    };

    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
