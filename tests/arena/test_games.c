/* Games replayed by hand, with any number of threads, in ranges, and cut short. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/games.h"
#include "sample.h"

/* Random, half random, and deterministic players of several searches. */
static const char *const players[] = {
    "random",
    "forward",
    "genomes/fevala.ini:search=minimax,depth=2,ties=random,win=decay,view=mover",
    "genomes/rusak.ini:depth=4,ties=first,win=flat",
    "genomes/fevalb.ini:depth=3",
};

enum { PLAYERS = sizeof players / sizeof *players, SEED = 77 };

static int set_up(void **state)
{
    struct games *g = calloc(1, sizeof *g);
    struct err err = { 0 };

    assert_non_null(g);
    assert_int_equal(games_init(g, "test", PLAYERS, &err), 0);
    g->seed = SEED;
    g->generation = 5;
    for (int i = 0; i < PLAYERS; i++)
        if (player_parse(&g->player[i], players[i], &err))
            fail_msg("%s", err.text);
    assert_int_equal(openings_draw(&g->openings, 3, 8, OPENING_ANY, SEED, 0, &err), 0);
    g->openings.list[0].n = 0; /* the empty board, too */
    assert_int_equal(
        schedule_round_robin(&g->schedule, PLAYERS, PAIRS_SWAPPED, g->openings.n, 2, &err), 0);
    *state = g;
    return 0;
}

static int tear_down(void **state)
{
    games_release(*state);
    free(*state);
    return 0;
}

/* Plays a range with a new pool. */
static void play_range(struct games *g, size_t from, size_t to, int threads)
{
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(games_play(g, from, to, &pool, &(struct watch){ 0 }, NULL, &err), 0);
    assert_true(games_done(g, from, to));
    pool_release(&pool);
    assert_null(pool.worker);
}

/* Takes the results away, so that the games can be played again; the caller frees them. */
static struct game_result *take_results(struct games *g)
{
    struct game_result *result = g->result;

    g->result = NULL;
    free(g->done);
    g->done = NULL;
    g->ready = 0;
    g->played = 0;
    return result;
}

/* Plays all games; the caller frees the results. */
static struct game_result *play_with(struct games *g, int threads)
{
    play_range(g, 0, g->schedule.n, threads);
    assert_int_equal(g->played, g->schedule.n);
    return take_results(g);
}

static void assert_same(const struct game_result *a, const struct game_result *b, size_t games)
{
    for (size_t i = 0; i < games; i++) {
        char one[MOVES_TEXT_SIZE], other[MOVES_TEXT_SIZE];

        assert_int_equal(a[i].outcome, b[i].outcome);
        assert_string_equal(moves_format(&a[i].moves, one), moves_format(&b[i].moves, other));
    }
}

/* Every move is the one that its player chooses when asked alone, and the result is the board's. */
static void replay(const struct games *g, size_t index, const struct game_result *result,
                   struct worker *worker)
{
    static const int outcomes[] = {
        [OUTCOME_FIRST] = GAME_WON, [OUTCOME_SECOND] = GAME_LOST, [OUTCOME_DRAW] = GAME_DRAWN
    };
    const struct game *game = &g->schedule.game[index];
    const struct moves *opening = &g->openings.list[game->opening];
    struct position pos = moves_position(opening);
    uint64_t nodes[2] = { 0 };

    assert_true(result->moves.n > opening->n);
    assert_memory_equal(result->moves.column, opening->column, opening->n);
    for (int ply = opening->n; ply < result->moves.n; ply++) {
        uint32_t mover = ply % 2 == 0 ? game->first : game->second;
        struct stream stream = { g->seed, g->generation, STREAM_GAME,
                                 (uint64_t)index * 64 + (uint64_t)ply };
        uint64_t bit = playable_cells(pos.all) & column_cells(result->moves.column[ply]);
        struct choice choice;

        assert_int_equal(position_outcome(&pos), OUTCOME_NONE);
        player_move(&g->player[mover], &pos, worker, stream, &choice);
        assert_int_equal(choice.column, result->moves.column[ply]);
        assert_true(bit != 0);
        position_play(&pos, bit);
        nodes[ply % 2] += choice.nodes;
    }
    assert_memory_equal(result->nodes, nodes, sizeof nodes);
    assert_int_not_equal(position_outcome(&pos), OUTCOME_NONE);
    assert_int_equal(result->outcome, outcomes[position_outcome(&pos)]);
}

static void every_move_is_the_players_own(void **state)
{
    struct games *g = *state;
    struct game_result *result = play_with(g, 2);
    struct worker worker;
    struct err err;
    int seen[3] = { 0 };

    assert_int_equal(worker_init(&worker, &err), 0);
    for (size_t i = 0; i < g->schedule.n; i++) {
        replay(g, i, &result[i], &worker);
        seen[result[i].outcome + 1]++;
    }
    assert_true(seen[0] > 0 && seen[2] > 0);
    worker_release(&worker);
    free(result);
}

static void threads_change_nothing(void **state)
{
    struct games *g = *state;
    struct game_result *one = play_with(g, 1);

    for (int threads = 0; threads <= 3; threads++) {
        struct game_result *many = play_with(g, threads);

        assert_same(one, many, g->schedule.n);
        free(many);
    }
    free(one);
}

static void ranges_make_the_whole(void **state)
{
    struct games *g = *state;
    struct game_result *whole = play_with(g, 2);
    size_t n = g->schedule.n;

    for (size_t cut = 1; cut < n; cut += 37) {
        struct game_result *parts;

        play_range(g, cut, n, 2);
        assert_int_equal(g->played, n - cut);
        assert_false(games_done(g, 0, cut));
        assert_same(whole + cut, g->result + cut, n - cut);
        play_range(g, 0, cut, 1);
        assert_int_equal(g->played, n);
        parts = take_results(g);
        assert_same(whole, parts, n);
        free(parts);
    }
    free(whole);
}

/* What is not kept of a game changes nothing about the rest. */
static void less_may_be_kept(void **state)
{
    struct games *g = *state;
    struct game_result *whole = play_with(g, 1);
    size_t n = g->schedule.n, cut = n / 3;

    for (int threads = 1; threads <= 2; threads++) {
        struct game_result *less;

        g->detail = GAME_MOVES;
        play_range(g, cut, n, threads);
        play_range(g, 0, cut, threads);
        less = take_results(g);
        assert_same(whole, less, n);
        assert_int_equal(less[n - 1].nodes[0], 0);
        free(less);
        g->detail = GAME_OUTCOME;
        play_range(g, cut, n, threads);
        play_range(g, 0, cut, threads);
        less = take_results(g);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(less[i].outcome, whole[i].outcome);
            assert_int_equal(less[i].moves.n, 0);
        }
        free(less);
    }
    g->detail = GAME_WHOLE;
    free(whole);
}

/* Without this, the tests above could pass with streams that are all the same. */
static void streams_are_told_apart(void **state)
{
    struct games *g = *state;
    size_t n = g->schedule.n;
    struct game_result *one = play_with(g, 1), *two;
    struct game first = g->schedule.game[0];
    struct err err;

    for (int what = 0; what < 3; what++) {
        size_t differ = 0, shift = what == 2; /* every game comes one later in the schedule */

        g->seed += what == 0;
        g->generation += what == 1;
        if (shift) {
            assert_int_equal(schedule_pair(&g->schedule, 0, 1, PAIRS_FIRST, 1, 1, &err), 0);
            memmove(g->schedule.game + 1, g->schedule.game, n * sizeof first);
        }
        two = play_with(g, 1);
        g->seed -= what == 0;
        g->generation -= what == 1;
        for (size_t i = 0; i < n; i++) {
            const struct game_result *other = &two[i + shift];
            const struct game *game = &g->schedule.game[i + shift];
            bool equal = one[i].moves.n == other->moves.n &&
                         memcmp(one[i].moves.column, other->moves.column, one[i].moves.n) == 0;

            differ += !equal;
            if (player_deterministic(&g->player[game->first]) &&
                player_deterministic(&g->player[game->second]))
                assert_true(equal);
        }
        assert_true(differ > n / 2);
        free(two);
    }
    memmove(g->schedule.game, g->schedule.game + 1, n * sizeof first);
    g->schedule.n = n;
    assert_memory_equal(&first, &g->schedule.game[0], sizeof first);
    free(one);
}

struct stopper {
    atomic_bool stop;
    size_t after;
    size_t calls;
    size_t highest;
    size_t games;
};

static void stop_after(void *context, const char *what, size_t done, size_t games)
{
    struct stopper *s = context;

    (void)what;
    s->calls++;
    s->games = games;
    if (done > s->highest)
        s->highest = done;
    if (s->calls >= s->after)
        s->stop = 1;
}

static void a_stop_leaves_the_rest_unplayed(void **state)
{
    struct games *g = *state;
    struct game_result *whole = play_with(g, 1);

    for (int threads = 1; threads <= 3; threads++) {
        struct stopper stopper = { .after = 10 };
        struct watch watch = { .stop = &stopper.stop, .progress = stop_after, .context = &stopper };
        size_t counted = 0;
        struct pool pool;
        struct err err;

        assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
        assert_int_equal(games_play_all(g, &pool, &watch, &err), 0);
        /* Games that had begun are finished. */
        assert_in_range(g->played, 10, 9 + 2 * (size_t)threads);
        assert_false(games_done(g, 0, g->schedule.n));
        for (size_t i = 0; i < g->schedule.n; i++) {
            assert_int_equal(g->done[i], g->result[i].outcome != GAME_UNPLAYED);
            if (g->result[i].outcome == GAME_UNPLAYED)
                continue;
            assert_same(&whole[i], &g->result[i], 1);
            counted++;
        }
        assert_int_equal(counted, g->played);
        assert_int_equal(stopper.calls, g->played);
        pool_release(&pool);
        free(take_results(g));
    }
    free(whole);
}

static void a_stop_before_the_start_plays_nothing(void **state)
{
    struct games *g = *state;
    struct stopper stopper = { .stop = 1 };
    struct watch watch = { .stop = &stopper.stop, .progress = stop_after, .context = &stopper };
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(g, &pool, &watch, &err), 0);
    assert_int_equal(g->played, 0);
    for (size_t i = 0; i < g->schedule.n; i++)
        assert_int_equal(g->result[i].outcome, GAME_UNPLAYED);
    assert_int_equal(stopper.calls, 0);
    pool_release(&pool);
    free(take_results(g));
}

static void progress_tells_of_every_game(void **state)
{
    struct games *g = *state;
    size_t n = g->schedule.n, cut = n / 3;
    struct stopper counter = { .after = SIZE_MAX };
    struct watch watch = { .progress = stop_after, .context = &counter };
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(games_play(g, 0, cut, &pool, &watch, NULL, &err), 0);
    assert_int_equal(counter.calls, cut);
    assert_int_equal(counter.highest, cut);
    assert_int_equal(counter.games, n);
    assert_int_equal(games_play(g, cut, n, &pool, &watch, NULL, &err), 0);
    assert_int_equal(counter.calls, n);
    assert_int_equal(counter.highest, n);
    assert_int_equal(counter.games, n);
    pool_release(&pool);
    free(take_results(g));
}

/* A keeper that counts games and wants no more after some of them. */
struct keeper {
    const struct games *games;
    size_t kept, most;
};

static bool keep(void *context, size_t game)
{
    struct keeper *k = context;

    assert_true(k->games->done[game]);
    assert_int_not_equal(k->games->result[game].moves.n, 0);
    return ++k->kept < k->most;
}

static void a_keeper_gets_every_game_and_may_stop(void **state)
{
    struct games *g = *state;
    size_t n = g->schedule.n;
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    for (int stops = 0; stops < 2; stops++) {
        struct keeper keeper = { g, 0, stops ? 5 : SIZE_MAX };

        assert_int_equal(games_play(g, 3, n, &pool, &(struct watch){ 0 },
                                    &(struct games_keeper){ keep, &keeper }, &err),
                         0);
        assert_int_equal(g->played, keeper.kept);
        if (stops)
            assert_in_range(keeper.kept, 5, 8);
        else
            assert_int_equal(keeper.kept, n - 3);
        free(take_results(g));
    }
    pool_release(&pool);
}

/* What a pool did before does not show in what it does next. */
static void a_pool_has_no_memory(void **state)
{
    struct games *g = *state;
    struct game_result *first;
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(g, &pool, &(struct watch){ 0 }, &err), 0);
    first = take_results(g);
    for (int again = 0; again < 2; again++) { /* the second time over the same results */
        assert_int_equal(games_play_all(g, &pool, &(struct watch){ 0 }, &err), 0);
        assert_int_equal(g->played, g->schedule.n);
        assert_same(first, g->result, g->schedule.n);
    }
    pool_release(&pool);
    free(first);
    free(take_results(g));
}

/* Games with these outcomes, as if they had been played. */
static struct games games_of(const struct game *game, const signed char *outcome, size_t n)
{
    struct games g;
    struct err err;

    assert_int_equal(games_init(&g, "test", 3, &err), 0);
    g.schedule.game = calloc(n, sizeof *game);
    assert_non_null(g.schedule.game);
    memcpy(g.schedule.game, game, n * sizeof *game);
    g.schedule.n = n;
    assert_int_equal(games_ready(&g, &err), 0);
    for (size_t i = 0; i < n; i++)
        g.result[i].outcome = outcome[i];
    return g;
}

static void samples_are_pairs_and_single_games(void **state)
{
    enum { WON = GAME_WON, DRAWN = GAME_DRAWN, LOST = GAME_LOST, OPEN = GAME_UNPLAYED };
    static const struct game game[] = {
        { 0, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 1, 1 }, { 1, 0, 1, 1 }, { 1, 0, 2, 2 },
        { 0, 1, 2, 2 }, { 2, 0, 0, 3 }, { 0, 2, 0, 3 }, { 2, 0, 1, 4 }, { 0, 2, 1, 4 },
        { 2, 1, 0, 5 }, { 1, 2, 0, 6 }, { 1, 2, 0, 7 },
    };
    static const signed char outcome[] = {
        WON, LOST, DRAWN, WON, OPEN, LOST, WON, DRAWN, LOST, OPEN, WON, DRAWN, OPEN,
    };
    enum { GAMES = sizeof game / sizeof *game };
    struct pairing wanted[3] = { { .pair[2][2] = 1, .pair[1][0] = 1, .single[0][0] = 1 },
                                 { .pair[1][0] = 1, .single[1][2] = 1 },
                                 { .single[0][1] = 1, .single[1][0] = 1 } };
    struct games g = games_of(game, outcome, GAMES);
    struct err err;

    (void)state;
    assert_int_equal(games_count(&g, 0, 4, &err), 0);
    assert_int_equal(games_count(&g, 4, GAMES, &err), 0);
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(crosstable_pairing(&g.table, i == 2, i == 0 ? 1 : 2), &wanted[i],
                            sizeof *wanted);
    assert_int_equal(games_score(&g, &err), 0); /* from nothing */
    assert_memory_equal(crosstable_pairing(&g.table, 0, 1), &wanted[0], sizeof *wanted);
    games_release(&g);
}

static void assert_refused(const struct game *game, size_t count, const char *why)
{
    static const signed char outcome[3] = { GAME_WON, GAME_WON, GAME_WON };
    struct games g = games_of(game, outcome, count);
    struct err err;

    assert_int_equal(games_score(&g, &err), -1);
    if (!strstr(err.text, why))
        fail_msg("'%s' does not say '%s'", err.text, why);
    games_release(&g);
}

static void bad_schedules_are_not_counted(void **state)
{
    (void)state;
    assert_refused((struct game[]){ { 0, 3, 0, 0 } }, 1, "game 0: players 0 and 3 of 3");
    assert_refused((struct game[]){ { 1, 2, 0, 0 }, { 0, 1, 0, 1 }, { 0, 1, 0, 1 } }, 3,
                   "game 1: sample 1 is not a pair");
    assert_refused((struct game[]){ { 0, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 } }, 3,
                   "game 0: sample 0 is not a pair");
    assert_refused((struct game[]){ { 0, 1, 0, 0 }, { 2, 0, 0, 0 } }, 2, "not a pair");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_the_players_own),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(ranges_make_the_whole),
        cmocka_unit_test(less_may_be_kept),
        cmocka_unit_test(streams_are_told_apart),
        cmocka_unit_test(a_stop_leaves_the_rest_unplayed),
        cmocka_unit_test(a_stop_before_the_start_plays_nothing),
        cmocka_unit_test(progress_tells_of_every_game),
        cmocka_unit_test(a_keeper_gets_every_game_and_may_stop),
        cmocka_unit_test(a_pool_has_no_memory),
        cmocka_unit_test(samples_are_pairs_and_single_games),
        cmocka_unit_test(bad_schedules_are_not_counted),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
