/* Matches: counted pair by pair as the games themselves say, and a test that ends at the pair
 * where it ends when all games are looked at one by one. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/match.h"

enum { PAIRS = 300 };

static int set_up(void **state)
{
    static struct games games;
    static const char *const names[] = { "fevalb:depth=2", "rusak:depth=1,ties=random", "random" };
    struct err err;

    assert_int_equal(games_init(&games, "test", 3, &err), 0);
    games.seed = 5;
    for (int i = 0; i < 3; i++)
        if (player_parse(&games.player[i], names[i], &err))
            fail_msg("%s", err.text);
    assert_int_equal(openings_draw(&games.openings, 6, 250, OPENING_ANY, 7, 0, &err), 0);
    *state = &games;
    return 0;
}

static int tear_down(void **state)
{
    games_release(*state);
    return 0;
}

static const struct match_input input = {
    .first = 1, .other = 0, .opening = 30, .pairs = PAIRS, .stream = 3
};

static struct match play(struct games *games, const struct sprt *sprt, int threads)
{
    struct match e = { .sequential = sprt != NULL };
    struct pool pool;
    struct err err;

    if (sprt)
        e.sprt = *sprt;
    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(match_play(&e, &input, games, &pool, &(struct watch){ 0 }, &err), 0);
    pool_release(&pool);
    return e;
}

/* All games of the match in one list, scheduled one by one. The caller frees the results. */
static struct game_result *play_all(struct games *games)
{
    struct game_result *result;
    struct pool pool;
    struct err err;

    games_clear(games);
    games->generation = input.stream;
    assert_int_equal(schedule_pair(&games->schedule, 0, 1, PAIRS_SWAPPED, PAIRS, 1, &err), 0);
    for (uint32_t i = 0; i < 2 * PAIRS; i++)
        games->schedule.game[i] =
            (struct game){ .first = i % 2 ? input.other : input.first,
                           .second = i % 2 ? input.first : input.other,
                           .opening = (uint32_t)((input.opening + i / 2) % games->openings.n) };
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(games, &pool, &(struct watch){ 0 }, &err), 0);
    pool_release(&pool);
    result = games->result;
    games->result = NULL;
    return result;
}

static void every_pair_is_counted(void **state)
{
    struct game_result *result = play_all(*state);
    struct match e = play(*state, NULL, 2);
    struct pairing wanted = { 0 };
    double nodes = 0, moves = 0;

    for (int i = 0; i < PAIRS; i++)
        wanted.pair[result[2 * i].outcome + 1][1 - result[2 * i + 1].outcome]++;
    assert_true(e.finished);
    assert_memory_equal(&e.pairing, &wanted, sizeof wanted);
    assert_int_equal(pairing_pairs(&e.pairing), PAIRS);
    for (int i = 0; i < 2 * PAIRS; i++) { /* input.first moves at even plies of even games */
        nodes += (double)result[i].nodes[i % 2];
        for (int ply = 6; ply < result[i].moves.n; ply++)
            moves += ply % 2 == i % 2;
    }
    assert_close(e.nodes[0], nodes / moves, 1e-9);
    assert_true(e.nodes[1] > e.nodes[0]); /* it searches deeper */
    free(result);
}

static void a_test_ends_at_the_same_pair_with_any_number_of_threads(void **state)
{
    struct game_result *result = play_all(*state);
    struct sprt sprt, by_hand;
    struct err err;
    int pairs = 0;

    assert_int_equal(sprt_init(&sprt, -40, 0, 0.05, 0.05, &err), 0);
    by_hand = sprt;
    while (pairs < PAIRS && sprt_add(&by_hand, 2 + result[2 * pairs].outcome -
                                                   result[2 * pairs + 1].outcome) == SPRT_OPEN)
        pairs++;
    assert_true(pairs > 5 && pairs < PAIRS - 50); /* so that there is something to be cut off */
    for (int threads = 1; threads <= 3; threads++) {
        struct match e = play(*state, &sprt, threads);

        assert_true(e.finished);
        assert_int_equal(e.sprt.answer, by_hand.answer);
        assert_memory_equal(e.sprt.count, by_hand.count, sizeof by_hand.count);
        assert_int_equal(pairing_pairs(&e.pairing), pairs + 1);
    }
    free(result);
}

/* Sets the flag after some games. */
static void stop_soon(void *context, const char *what, size_t done, size_t games)
{
    atomic_bool *stop = context;

    (void)what;
    assert_int_equal(games, 2 * PAIRS);
    if (done == 70)
        *stop = 1;
}

static void what_was_played_until_the_stop_is_there(void **state)
{
    atomic_bool stop = 0;
    struct watch watch = { .stop = &stop, .progress = stop_soon, .context = (void *)&stop };
    struct match e = { 0 };
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(match_play(&e, &input, *state, &pool, &watch, &err), 0);
    assert_false(e.finished);
    assert_int_equal(pairing_pairs(&e.pairing), 35);
    stop = 1;
    e = (struct match){ 0 };
    assert_int_equal(match_play(&e, &input, *state, &pool, &watch, &err), 0);
    assert_false(e.finished);
    assert_int_equal(pairing_pairs(&e.pairing), 0);
    pool_release(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_is_counted),
        cmocka_unit_test(a_test_ends_at_the_same_pair_with_any_number_of_threads),
        cmocka_unit_test(what_was_played_until_the_stop_is_there),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
