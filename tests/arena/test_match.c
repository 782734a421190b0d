/* Encounters: counted pair by pair as the games themselves say, and a test that ends at the pair
 * where it ends when all games are looked at one by one. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "close.h"
#include "arena/match.h"

enum { PAIRS = 300 };

struct fixture {
    struct player player[3];
    struct openings openings;
};

static int set_up(void **state)
{
    static struct fixture f;
    static const char *const names[] = { "fevalb:depth=2", "rusak:depth=1,ties=random", "random" };
    struct err err;

    for (int i = 0; i < 3; i++)
        if (player_parse(&f.player[i], names[i], &err))
            fail_msg("%s", err.text);
    assert_int_equal(openings_draw(&f.openings, 6, 250, OPENING_ANY, 7, 0, &err), 0);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    for (int i = 0; i < 3; i++)
        player_release(&f->player[i]);
    openings_release(&f->openings);
    return 0;
}

static struct match_input input_of(const struct fixture *f)
{
    return (struct match_input){ .player = f->player,
                                 .first = 1,
                                 .other = 0,
                                 .openings = &f->openings,
                                 .from = 30,
                                 .pairs = PAIRS,
                                 .seed = 5,
                                 .stream = 3 };
}

static struct match play(const struct match_input *in, const struct sprt *sprt, int threads)
{
    struct match e = { .sequential = sprt != NULL };
    struct pool pool;
    struct err err;

    if (sprt)
        e.sprt = *sprt;
    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(match_play(&e, in, &pool, &(struct play_watch){ 0 }, &err), 0);
    pool_release(&pool);
    return e;
}

/* All games of the input in one list, as a schedule would have them. */
static struct game_result *play_all(const struct match_input *in, struct game *game)
{
    struct game_result *result = calloc(2 * PAIRS, sizeof *result);
    struct play_input games = { .player = in->player,
                                .openings = in->openings,
                                .game = game,
                                .games = 2 * PAIRS,
                                .seed = in->seed,
                                .generation = in->stream };
    struct pool pool;
    struct err err;

    assert_non_null(result);
    for (uint32_t i = 0; i < 2 * PAIRS; i++)
        game[i] = (struct game){ .first = i % 2 ? in->other : in->first,
                                 .second = i % 2 ? in->first : in->other,
                                 .opening = (uint32_t)((in->from + i / 2) % in->openings->n) };
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    play_games(&games, &pool, &(struct play_watch){ 0 }, result);
    pool_release(&pool);
    return result;
}

static void every_pair_is_counted(void **state)
{
    struct match_input in = input_of(*state);
    struct game game[2 * PAIRS];
    struct game_result *result = play_all(&in, game);
    struct match e = play(&in, NULL, 2);
    struct pairing wanted = { 0 };
    double nodes = 0, moves = 0;

    for (int i = 0; i < PAIRS; i++)
        wanted.pair[result[2 * i].outcome + 1][1 - result[2 * i + 1].outcome]++;
    assert_true(e.finished);
    assert_memory_equal(&e.pairing, &wanted, sizeof wanted);
    assert_int_equal(pairing_pairs(&e.pairing), PAIRS);
    for (int i = 0; i < 2 * PAIRS; i++) { /* in->first moves at even plies of even games */
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
    struct match_input in = input_of(*state);
    struct game game[2 * PAIRS];
    struct game_result *result = play_all(&in, game);
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
        struct match e = play(&in, &sprt, threads);

        assert_true(e.finished);
        assert_int_equal(e.sprt.answer, by_hand.answer);
        assert_memory_equal(e.sprt.count, by_hand.count, sizeof by_hand.count);
        assert_int_equal(pairing_pairs(&e.pairing), pairs + 1);
    }
    free(result);
}

/* Sets the flag after some games. */
static void stop_soon(void *context, size_t done, size_t games)
{
    atomic_bool *stop = context;

    assert_int_equal(games, 2 * PAIRS);
    if (done == 70)
        *stop = 1;
}

static void what_was_played_until_the_stop_is_there(void **state)
{
    struct match_input in = input_of(*state);
    atomic_bool stop = 0;
    struct play_watch watch = { &stop, stop_soon, (void *)&stop };
    struct match e = { 0 };
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(match_play(&e, &in, &pool, &watch, &err), 0);
    assert_false(e.finished);
    assert_int_equal(pairing_pairs(&e.pairing), 35);
    stop = 1;
    e = (struct match){ 0 };
    assert_int_equal(match_play(&e, &in, &pool, &watch, &err), 0);
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
