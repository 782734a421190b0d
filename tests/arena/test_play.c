/* Games replayed by hand, with any number of threads, in parts, and cut short. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/play.h"
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

struct setting {
    struct player player[PLAYERS];
    struct openings openings;
    struct schedule schedule;
};

static int set_up(void **state)
{
    struct setting *s = calloc(1, sizeof *s);
    struct err err = { "" };

    assert_non_null(s);
    for (int i = 0; i < PLAYERS; i++)
        if (player_parse(&s->player[i], players[i], &err))
            fail_msg("%s", err.text);
    assert_int_equal(openings_draw(&s->openings, 3, 8, OPENING_ANY, SEED, 0, &err), 0);
    s->openings.list[0].n = 0; /* the empty board, too */
    assert_int_equal(
        schedule_round_robin(&s->schedule, PLAYERS, PAIRS_SWAPPED, s->openings.n, 2, &err), 0);
    *state = s;
    return 0;
}

static int tear_down(void **state)
{
    struct setting *s = *state;

    for (int i = 0; i < PLAYERS; i++)
        player_release(&s->player[i]);
    openings_release(&s->openings);
    schedule_release(&s->schedule);
    free(s);
    return 0;
}

static struct play_input input_of(const struct setting *s)
{
    return (struct play_input){ .player = s->player,
                                .openings = &s->openings,
                                .game = s->schedule.game,
                                .games = s->schedule.n,
                                .seed = SEED,
                                .generation = 5 };
}

static struct game_result *results_for(size_t games)
{
    struct game_result *result = calloc(games, sizeof *result);

    assert_non_null(result);
    return result;
}

/* Plays all of the input; the caller frees the results. */
static struct game_result *play_with(const struct play_input *in, int threads)
{
    struct game_result *result = results_for(in->games);
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(play_games(in, &pool, &(struct play_watch){ 0 }, result), in->games);
    pool_release(&pool);
    assert_null(pool.worker);
    return result;
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
static void replay(const struct play_input *in, size_t index, const struct game_result *result,
                   struct worker *worker)
{
    static const int outcomes[] = {
        [OUTCOME_FIRST] = GAME_WON, [OUTCOME_SECOND] = GAME_LOST, [OUTCOME_DRAW] = GAME_DRAWN
    };
    const struct game *game = &in->game[index];
    const struct moves *opening = &in->openings->list[game->opening];
    struct position pos = moves_position(opening);
    uint64_t nodes[2] = { 0 };

    assert_true(result->moves.n > opening->n);
    assert_memory_equal(result->moves.column, opening->column, opening->n);
    for (int ply = opening->n; ply < result->moves.n; ply++) {
        uint32_t mover = ply % 2 == 0 ? game->first : game->second;
        struct stream stream = { in->seed, in->generation, STREAM_GAME,
                                 (uint64_t)(in->first_index + index) * 64 + (uint64_t)ply };
        uint64_t bit = playable_cells(pos.all) & column_cells(result->moves.column[ply]);
        struct choice choice;

        assert_int_equal(position_outcome(&pos), OUTCOME_NONE);
        player_move(&in->player[mover], &pos, worker, stream, &choice);
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
    struct play_input in = input_of(*state);
    struct game_result *result;
    struct worker worker;
    struct err err;
    int seen[3] = { 0 };

    in.first_index = 1000;
    result = play_with(&in, 2);
    assert_int_equal(worker_init(&worker, &err), 0);
    for (size_t i = 0; i < in.games; i++) {
        replay(&in, i, &result[i], &worker);
        seen[result[i].outcome + 1]++;
    }
    assert_true(seen[0] > 0 && seen[2] > 0);
    worker_release(&worker);
    free(result);
}

static void threads_change_nothing(void **state)
{
    struct play_input in = input_of(*state);
    struct game_result *one = play_with(&in, 1);

    for (int threads = 0; threads <= 3; threads++) {
        struct game_result *many = play_with(&in, threads);

        assert_same(one, many, in.games);
        free(many);
    }
    free(one);
}

static void parts_make_the_whole(void **state)
{
    struct play_input in = input_of(*state);
    struct game_result *whole = play_with(&in, 2);

    for (size_t cut = 1; cut < in.games; cut += 37) {
        struct play_input head = in, tail = in;
        struct game_result *part;

        head.games = cut;
        tail.game += cut;
        tail.games -= cut;
        tail.first_index = cut;
        part = play_with(&head, 1);
        assert_same(whole, part, cut);
        free(part);
        part = play_with(&tail, 2);
        assert_same(whole + cut, part, in.games - cut);
        free(part);
    }
    free(whole);
}

/* Without this, the tests above could pass with streams that are all the same. */
static void streams_are_told_apart(void **state)
{
    struct play_input in = input_of(*state), other = in;
    struct game_result *one = play_with(&in, 1), *two;
    size_t differ[3] = { 0 };

    for (int what = 0; what < 3; what++) {
        other = in;
        other.seed += what == 0;
        other.generation += what == 1;
        other.first_index += what == 2;
        two = play_with(&other, 1);
        for (size_t i = 0; i < in.games; i++) {
            uint32_t a = in.game[i].first, b = in.game[i].second;
            bool equal = one[i].moves.n == two[i].moves.n &&
                         memcmp(one[i].moves.column, two[i].moves.column, one[i].moves.n) == 0;

            differ[what] += !equal;
            if (player_deterministic(&in.player[a]) && player_deterministic(&in.player[b]))
                assert_true(equal);
        }
        assert_true(differ[what] > in.games / 2);
        free(two);
    }
    free(one);
}

struct stopper {
    atomic_bool stop;
    size_t after;
    size_t calls;
    size_t highest;
    size_t games;
};

static void stop_after(void *context, size_t done, size_t games)
{
    struct stopper *s = context;

    s->calls++;
    s->games = games;
    if (done > s->highest)
        s->highest = done;
    if (s->calls >= s->after)
        s->stop = 1;
}

static void a_stop_leaves_the_rest_unplayed(void **state)
{
    struct play_input in = input_of(*state);
    struct game_result *whole = play_with(&in, 1);

    for (int threads = 1; threads <= 3; threads++) {
        struct stopper stopper = { .after = 10 };
        struct play_watch watch = { &stopper.stop, stop_after, &stopper };
        struct game_result *result = results_for(in.games);
        size_t played, counted = 0;
        struct pool pool;
        struct err err;

        assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
        played = play_games(&in, &pool, &watch, result);
        assert_in_range(played, 10, 9 + 2 * (size_t)threads); /* games begun before are finished */
        for (size_t i = 0; i < in.games; i++) {
            if (result[i].outcome == GAME_UNPLAYED)
                continue;
            assert_same(&whole[i], &result[i], 1);
            counted++;
        }
        assert_int_equal(counted, played);
        assert_int_equal(stopper.calls, played);
        pool_release(&pool);
        free(result);
    }
    free(whole);
}

static void a_stop_before_the_start_plays_nothing(void **state)
{
    struct play_input in = input_of(*state);
    struct stopper stopper = { .stop = 1 };
    struct play_watch watch = { &stopper.stop, stop_after, &stopper };
    struct game_result *result = results_for(in.games);
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(play_games(&in, &pool, &watch, result), 0);
    for (size_t i = 0; i < in.games; i++)
        assert_int_equal(result[i].outcome, GAME_UNPLAYED);
    assert_int_equal(stopper.calls, 0);
    pool_release(&pool);
    free(result);
}

static void progress_tells_of_every_game(void **state)
{
    struct play_input in = input_of(*state);
    struct stopper counter = { .after = SIZE_MAX };
    struct play_watch watch = { NULL, stop_after, &counter };
    struct game_result *result = results_for(in.games);
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(play_games(&in, &pool, &watch, result), in.games);
    assert_int_equal(counter.calls, in.games);
    assert_int_equal(counter.highest, in.games);
    assert_int_equal(counter.games, in.games);
    pool_release(&pool);
    free(result);
}

/* What a pool did before does not show in what it does next. */
static void a_crew_has_no_memory(void **state)
{
    struct play_input in = input_of(*state);
    struct game_result *first = results_for(in.games), *second = results_for(in.games);
    struct pool pool;
    struct err err;

    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    play_games(&in, &pool, &(struct play_watch){ 0 }, first);
    play_games(&in, &pool, &(struct play_watch){ 0 }, second);
    assert_same(first, second, in.games);
    pool_release(&pool);
    free(first);
    free(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_the_players_own),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(streams_are_told_apart),
        cmocka_unit_test(a_stop_leaves_the_rest_unplayed),
        cmocka_unit_test(a_stop_before_the_start_plays_nothing),
        cmocka_unit_test(progress_tells_of_every_game),
        cmocka_unit_test(a_crew_has_no_memory),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
