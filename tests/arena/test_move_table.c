/* Players that count how often they are asked: who repeats itself is asked once, and only then. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/games.h"
#include "sample.h"

enum { PLAYERS = 3, OPENINGS = 6, SEED = 5 };

static atomic_size_t asked;

/* Any number that depends on all of a position and on the player. */
static uint64_t mix(const struct position *pos, uint64_t player)
{
    uint64_t x = (pos->own * 3 + pos->all + player * 977) * UINT64_C(0x9e3779b97f4a7c15);

    return (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 20;
}

static struct choice choice_of(const struct position *pos, uint64_t player)
{
    uint64_t x = mix(pos, player), moves = playable_cells(pos->all);

    for (uint64_t skip = x % (uint64_t)bit_count(moves); skip > 0; skip--)
        moves &= moves - 1;
    return (struct choice){ .column = bit_column(moves),
                            .depth = (int)(x >> 8 & 31),
                            .value = (int32_t)(x >> 16 & 0xffff),
                            .nodes = x & 0xffff };
}

static void choose_counting(const struct search_input *in, struct worker *worker, struct rng *rng,
                            struct choice *choice)
{
    (void)worker;
    (void)rng;
    asked++;
    *choice = choice_of(in->pos, in->keys->iterations);
}

static void choose_by_chance(const struct search_input *in, struct worker *worker, struct rng *rng,
                             struct choice *choice)
{
    asked++;
    choose_random(in, worker, rng, choice);
}

/* Gives up in one position of sixteen. */
static void choose_or_give_up(const struct search_input *in, struct worker *worker, struct rng *rng,
                              struct choice *choice)
{
    choose_counting(in, worker, rng, choice);
    if (mix(in->pos, 0) % 16 != 0)
        return;
    choice->column = NO_MOVE;
    snprintf(worker->why, sizeof worker->why, "enough");
}

static const struct search counting = { .name = "counting", .choose = choose_counting };
static const struct search chance = { .name = "chance",
                                      .random = true,
                                      .choose = choose_by_chance };
static const struct search fickle = { .name = "fickle", .choose = choose_or_give_up };

/* A round robin; with several rounds the same games come again. */
static void make(struct games *g, const struct search *search, size_t rounds)
{
    struct err err;

    assert_int_equal(games_init(g, "test", PLAYERS, &err), 0);
    g->seed = SEED;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        assert_int_equal(player_init(&g->player[i], "counting", &err), 0);
        g->player[i].search = search;
        g->player[i].keys.iterations = i;
    }
    assert_int_equal(openings_draw(&g->openings, 4, OPENINGS, OPENING_ANY, SEED, 0, &err), 0);
    assert_int_equal(
        schedule_round_robin(&g->schedule, PLAYERS, PAIRS_SWAPPED, OPENINGS, rounds, &err), 0);
}

/* Returns how often players were asked. */
static size_t play(struct games *g, int threads)
{
    struct pool pool;
    struct err err;

    asked = 0;
    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(g, &pool, &(struct watch){ 0 }, &err), 0);
    assert_int_equal(g->played, g->schedule.n);
    pool_release(&pool);
    return asked;
}

/* The number of moves; and of different ones, where a player is in a position for the first time. */
static size_t count_moves(const struct games *g, size_t *different)
{
    struct met {
        struct position pos;
        uint32_t player;
    } *met = calloc(g->schedule.n * CELLS, sizeof *met);
    size_t moves = 0;

    assert_non_null(met);
    *different = 0;
    for (size_t i = 0; i < g->schedule.n; i++) {
        const struct game *game = &g->schedule.game[i];
        const struct moves *opening = &g->openings.list[game->opening];
        struct position pos = moves_position(opening);

        for (int ply = opening->n; ply < g->result[i].moves.n; ply++) {
            uint32_t player = ply % 2 ? game->second : game->first;
            size_t k = 0;

            while (k < *different && (met[k].player != player || met[k].pos.own != pos.own ||
                                      met[k].pos.all != pos.all))
                k++;
            if (k == *different)
                met[(*different)++] = (struct met){ pos, player };
            moves++;
            position_play(&pos,
                          playable_cells(pos.all) & column_cells(g->result[i].moves.column[ply]));
        }
    }
    free(met);
    return moves;
}

/* By hand: every move is that of the player whose turn it is, and so are the nodes. */
static void check_games(const struct games *g)
{
    for (size_t i = 0; i < g->schedule.n; i++) {
        const struct game *game = &g->schedule.game[i];
        const struct moves *opening = &g->openings.list[game->opening];
        const struct game_result *result = &g->result[i];
        struct position pos = moves_position(opening);
        uint64_t nodes[2] = { 0 };

        for (int ply = opening->n; ply < result->moves.n; ply++) {
            uint32_t player = ply % 2 ? game->second : game->first;
            struct choice choice = choice_of(&pos, g->player[player].keys.iterations);

            assert_int_equal(result->moves.column[ply], choice.column);
            nodes[ply % 2] += choice.nodes;
            position_play(&pos, playable_cells(pos.all) & column_cells(choice.column));
        }
        assert_memory_equal(result->nodes, nodes, sizeof nodes);
        assert_int_not_equal(position_outcome(&pos), OUTCOME_NONE);
    }
}

static void who_repeats_itself_is_asked_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        struct games g;
        size_t moves, different, n;

        make(&g, &counting, 4);
        n = play(&g, threads);
        check_games(&g);
        moves = count_moves(&g, &different);
        assert_true(different < moves / 3);
        /* Some choices lose their place, and two threads may search the same one. */
        assert_in_range(n, different, different + moves / 10);
        games_release(&g);
    }
}

/* What was chosen in one job says nothing about the next, in which players may be others. */
static void a_job_begins_with_nothing(void **state)
{
    struct games g;
    struct pool pool;
    struct err err;

    (void)state;
    make(&g, &counting, 2);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    for (uint32_t job = 0; job < 3; job++) {
        for (uint32_t i = 0; i < PLAYERS; i++)
            g.player[i].keys.iterations = i + job;
        assert_int_equal(games_play_all(&g, &pool, &(struct watch){ 0 }, &err), 0);
        check_games(&g);
    }
    pool_release(&pool);
    games_release(&g);
}

/* Equal players make the same moves from one opening, but each has to find its own: else games of a
 * player against itself would seem to be played twice as fast. */
static void equal_players_do_not_help_each_other(void **state)
{
    struct games g;
    size_t different, n;

    (void)state;
    make(&g, &counting, 1);
    for (uint32_t i = 0; i < PLAYERS; i++)
        g.player[i].keys.iterations = 7;
    n = play(&g, 1);
    check_games(&g);
    assert_true(count_moves(&g, &different) > different);
    assert_true(n >= different);
    games_release(&g);
}

/* Such games have no table. */
static void two_players_alone_are_always_asked(void **state)
{
    struct games g;
    struct err err;
    size_t different, n;

    (void)state;
    make(&g, &counting, 1);
    schedule_release(&g.schedule);
    assert_int_equal(schedule_pair(&g.schedule, 1, 2, PAIRS_SWAPPED, OPENINGS, 3, &err), 0);
    n = play(&g, 1);
    check_games(&g);
    assert_int_equal(count_moves(&g, &different), n);
    games_release(&g);
}

/* Chance, random ties, a limit of time, samples: each of them may change the next choice. */
static void who_does_not_repeat_itself_is_always_asked(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct games g;
        size_t different, n;

        make(&g, kind == 0 ? &chance : &counting, 2);
        for (uint32_t i = 0; i < PLAYERS; i++) {
            g.player[i].keys.ties = kind == 1 ? TIES_RANDOM : TIES_CENTER;
            g.player[i].keys.seconds = kind == 2 ? 1 : 0;
            g.player[i].keys.sample = kind == 3 ? 10 : 0;
        }
        n = play(&g, 1);
        assert_int_equal(count_moves(&g, &different), n);
        games_release(&g);
    }
}

/* Every game that is forfeited has its own reason, which the player gives when it is asked. */
static void who_gives_up_is_asked_again(void **state)
{
    size_t given_up = 0;
    struct games g;

    (void)state;
    make(&g, &fickle, 3);
    play(&g, 1);
    for (size_t i = 0; i < g.schedule.n; i++) {
        const struct forfeit *forfeit = forfeits_find(&g.forfeits, i);
        struct position pos = moves_position(&g.result[i].moves);

        assert_int_equal(forfeit != NULL, position_outcome(&pos) == OUTCOME_NONE);
        if (!forfeit)
            continue;
        assert_string_equal(forfeit->why, "enough");
        given_up++;
    }
    assert_in_range(given_up, 6, g.schedule.n - 6);
    games_release(&g);
}

/* The table alone, with few places and many positions, used by several threads at once. */
struct kept {
    struct move_table *table;
    atomic_size_t found;
};

static bool find_or_keep(const struct pool_item *item)
{
    struct kept *kept = *(struct kept *const *)item->context;
    struct position pos;
    struct rng rng;

    sample_rng(&rng, 1, item->index % 1000);
    sample_position(&pos, 1 + (int)(item->index % 30), &rng);
    for (uint32_t player = 0; player < 2; player++) {
        struct choice choice, wanted = choice_of(&pos, player);

        if (!move_table_find(kept->table, player, &pos, &choice)) {
            move_table_keep(kept->table, player, &pos, &wanted);
            continue;
        }
        kept->found++;
        if (choice.column != wanted.column || choice.depth != wanted.depth ||
            choice.value != wanted.value || choice.nodes != wanted.nodes)
            return false;
    }
    return true;
}

static void what_is_found_was_kept(void **state)
{
    enum { N = 100000 };
    static const struct pool_kind kind = { .name = "test", .fill = find_or_keep };
    struct kept kept = { .table = move_table_create(10) }, *context = &kept;
    struct pool_job job = { .kind = &kind, .context = &context, .n = N };
    struct pool pool;
    struct err err;

    (void)state;
    assert_non_null(kept.table);
    for (int threads = 1; threads <= 4; threads++) {
        kept.found = 0;
        assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
        assert_int_equal(pool_fill(&pool, &job), N);
        assert_in_range(kept.found, 1, 2 * N - 1);
        pool_release(&pool);
    }
    move_table_free(kept.table);
}

static void without_a_table_nothing_is_known(void **state)
{
    const struct position pos = { 0 };
    struct choice choice = { .column = 3 };

    (void)state;
    move_table_keep(NULL, 0, &pos, &choice);
    assert_false(move_table_find(NULL, 0, &pos, &choice));
    move_table_free(NULL);
    assert_null(move_table_create(0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_repeats_itself_is_asked_once),
        cmocka_unit_test(a_job_begins_with_nothing),
        cmocka_unit_test(equal_players_do_not_help_each_other),
        cmocka_unit_test(two_players_alone_are_always_asked),
        cmocka_unit_test(who_does_not_repeat_itself_is_always_asked),
        cmocka_unit_test(who_gives_up_is_asked_again),
        cmocka_unit_test(what_is_found_was_kept),
        cmocka_unit_test(without_a_table_nothing_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
