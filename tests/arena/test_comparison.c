/* Comparisons: the matches and their limits, and figures that are those of the parts. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/comparison.h"

#define MOST 6

static struct comparison_options options_of(int first, int second, uint32_t pairs)
{
    return (struct comparison_options){ .depth = { first, second },
                                        .depths = second ? 2 : 1,
                                        .pairs = pairs,
                                        .plies = 7,
                                        .equal_nodes = true,
                                        .seed = 3 };
}

static struct comparison planned(const struct comparison_options *o, const char *const *names)
{
    struct comparison c;
    struct err err = { 0 };
    uint32_t n = 0;

    while (n < MOST && names[n])
        n++;
    assert_int_equal(comparison_init(&c, o, n, &err), 0);
    for (uint32_t i = 0; i < n; i++)
        if (player_parse(&c.games.player[i], names[i], &err))
            fail_msg("%s", err.text);
    assert_int_equal(comparison_plan(&c, &err), 0);
    return c;
}

static void play(struct comparison *c, int threads)
{
    struct pool pool;
    struct err err;
    bool finished;

    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(comparison_play(c, &pool, &(struct watch){ 0 }, &finished, &err), 0);
    assert_true(finished);
    pool_release(&pool);
}

/* Matches as text: "1d4 1d6 1n 2o" for opponents 1 and 2. */
static void assert_plan(const char *const *names, const char *wanted)
{
    struct comparison_options o = options_of(4, 6, 10);
    struct comparison c = planned(&o, names);
    char text[256] = "";

    for (size_t i = 0; i < c.matches; i++) {
        const struct comparison_match *m = &c.match[i];
        size_t used = strlen(text);

        snprintf(text + used, sizeof text - used, "%s%u%c", i ? " " : "", m->other,
                 "dno"[m->limit]);
        used = strlen(text);
        if (m->limit == LIMIT_DEPTH)
            snprintf(text + used, sizeof text - used, "%d", (int)m->amount);
        assert_int_equal(m->pairs, 10);
    }
    assert_string_equal(text, wanted);
    assert_int_equal(comparison_games(&c), 20 * c.matches);
    comparison_release(&c);
    assert_null(c.games.player);
}

static void limits_are_for_those_who_have_none(void **state)
{
    (void)state;
    assert_plan((const char *[]){ "fevalb", "rusak", NULL }, "1d4 1d6 1n");
    assert_plan((const char *[]){ "fevalb", "rusak:depth=3", NULL }, "1d4 1d6");
    assert_plan((const char *[]){ "fevalb:nodes=50", "rusak:depth=3", NULL }, "1o");
    assert_plan((const char *[]){ "fevalb:time=0.1", "random", NULL }, "1o");
    assert_plan((const char *[]){ "perfect", "forward", "lines", NULL }, "1o 2d4 2d6");
    assert_plan((const char *[]){ "fevalb", "random", "lines:search=minimax", "fevala", NULL },
                "1d4 1d6 2d4 2d6 3d4 3d6 3n");
    assert_plan((const char *[]){ "fevalb:search=greedy", "rusak:search=greedy", NULL }, "1o");
}

/* A player that is given a depth plays as one that was written with it; own limits stay. */
static void depths_are_those_of_players_written_so(void **state)
{
    static const char *const names[] = { "fevalb", "rusak", "rusak:depth=1", NULL };
    static const char *const depths[] = { "fevalb:depth=2", "rusak:depth=2", "rusak:depth=1" };
    struct comparison_options o = options_of(2, 0, 40);
    struct comparison c = planned(&o, names);
    struct games *games = &c.games;
    struct err err;

    (void)state;
    play(&c, 2);
    assert_int_equal(c.matches, 3);
    for (int i = 0; i < 3; i++) {
        player_release(&games->player[i]);
        assert_int_equal(player_parse(&games->player[i], depths[i], &err), 0);
    }
    for (size_t i = 0; i < c.matches; i++) {
        struct match_input in = { .other = c.match[i].other,
                                  .opening = i == 1 ? 40 : 0,
                                  .pairs = 40,
                                  .stream = (uint32_t)i };
        struct match e = { 0 };
        struct pool pool;

        if (c.match[i].limit == LIMIT_NODES)
            continue;
        assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
        assert_int_equal(match_play(&e, &in, games, &pool, &(struct watch){ 0 }, &err), 0);
        assert_memory_equal(&e.pairing, &c.match[i].result.pairing, sizeof e.pairing);
        assert_close(e.nodes[0], c.match[i].result.nodes[0], 0);
        pool_release(&pool);
    }
    comparison_release(&c);
}

static void nodes_are_the_mean_of_both_at_the_middle_depth(void **state)
{
    static const char *const names[] = { "fevalb", "coward-lines", NULL };
    struct comparison_options o = options_of(2, 4, 30);
    struct comparison c = planned(&o, names);
    const struct comparison_match *m = c.match;

    (void)state;
    assert_int_equal(comparison_main_depth(&o), 4);
    play(&c, 2);
    assert_int_equal(c.matches, 3);
    assert_close((double)m[2].amount, (m[1].result.nodes[0] + m[1].result.nodes[1]) / 2, 0.5);
    assert_true(m[2].result.nodes[0] <= (double)m[2].amount + 1);
    assert_true(m[2].result.nodes[1] <= (double)m[2].amount + 1);
    assert_true(m[1].result.nodes[0] > m[0].result.nodes[0]);
    comparison_release(&c);
}

static void threads_make_no_difference(void **state)
{
    static const char *const names[] = { "fevalb:ties=random", "random", "rusak", NULL };
    struct comparison_options o = options_of(1, 3, 50);
    struct comparison one = planned(&o, names);

    (void)state;
    play(&one, 1);
    for (int threads = 2; threads <= 4; threads += 2) {
        struct comparison many = planned(&o, names);

        play(&many, threads);
        for (size_t i = 0; i < one.matches; i++) {
            assert_memory_equal(&one.match[i].result.pairing, &many.match[i].result.pairing,
                                sizeof one.match[i].result.pairing);
            assert_close(one.match[i].result.nodes[1], many.match[i].result.nodes[1], 0);
        }
        comparison_release(&many);
    }
    comparison_release(&one);
}

static void the_main_depth_is_for_those_who_have_none(void **state)
{
    static const char *const names[] = { "fevalb", "random", "rusak:depth=2", NULL };
    struct comparison_options o = options_of(3, 5, 1);
    struct comparison c = planned(&o, names);

    (void)state;
    assert_int_equal(comparison_main_depth(&o), 5);
    comparison_set_main_depth(&c);
    assert_int_equal(c.games.player[0].keys.depth, 5);
    assert_int_equal(c.games.player[2].keys.depth, 2);
    assert_true(c.of[0].takes_depth && !c.of[1].takes_depth && !c.of[2].takes_depth);
    comparison_release(&c);
}

static void forfeits_add_up(void **state)
{
    static const char *const names[] = { "fevalb", "random", NULL };
    struct comparison_options o = options_of(3, 0, 1);
    struct comparison c = planned(&o, names);

    (void)state;
    comparison_add_forfeits(&c, 1, 0, "");
    comparison_add_forfeits(&c, 1, 2, "hung");
    comparison_add_forfeits(&c, 1, 3, "crashed");
    assert_int_equal(c.of[0].forfeits, 0);
    assert_int_equal(c.of[1].forfeits, 5);
    assert_string_equal(c.of[1].forfeit, "hung");
    comparison_release(&c);
}

static void times_are_measured_for_genomes(void **state)
{
    static const char *const names[] = { "fevalb", "random", NULL };
    struct comparison_options o = options_of(3, 0, 1);
    struct comparison c = planned(&o, names);
    struct err err;

    (void)state;
    assert_int_equal(comparison_time(&c, &err), 0);
    assert_true(c.of[0].speed.evaluation > 0 && c.of[0].speed.node > 0);
    assert_true(c.of[1].speed.evaluation == 0 && c.of[1].speed.node == 0);
    comparison_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_for_those_who_have_none),
        cmocka_unit_test(depths_are_those_of_players_written_so),
        cmocka_unit_test(nodes_are_the_mean_of_both_at_the_middle_depth),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(the_main_depth_is_for_those_who_have_none),
        cmocka_unit_test(forfeits_add_up),
        cmocka_unit_test(times_are_measured_for_genomes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
