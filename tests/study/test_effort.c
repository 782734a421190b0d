/* Moves and nodes of players, against games that are gone through by hand. */
#include "test.h"

#include <stdlib.h>

#include "study/effort.h"

enum { PLAYERS = 3 };

static const char *const players[PLAYERS] = { "random", "genomes/fevala.ini:depth=3",
                                              "genomes/rusak.ini:search=greedy,depth=1" };

static void play(struct games *c)
{
    struct pool pool;
    struct err err;

    assert_int_equal(games_init(c, "effort", PLAYERS, &err), 0);
    for (int i = 0; i < PLAYERS; i++)
        assert_int_equal(player_parse(&c->player[i], players[i], &err), 0);
    assert_int_equal(openings_draw(&c->openings, 3, 4, OPENING_ANY, 1, 0, &err), 0);
    assert_int_equal(
        schedule_round_robin(&c->schedule, PLAYERS, PAIRS_SWAPPED, c->openings.n, 1, &err), 0);
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(c, &pool, &(struct watch){ 0 }, &err), 0);
    pool_release(&pool);
}

static void effort_is_that_of_the_games(void **state)
{
    struct effort effort[PLAYERS];
    uint64_t moves[PLAYERS] = { 0 }, nodes[PLAYERS] = { 0 };
    struct worker worker;
    struct games c;
    struct err err;

    (void)state;
    play(&c);
    assert_int_equal(worker_init(&worker, &err), 0);
    for (size_t i = 0; i < c.schedule.n; i++) {
        const struct game *game = &c.schedule.game[i];
        struct position pos = moves_position(&c.openings.list[game->opening]);

        for (int ply = 3; ply < c.result[i].moves.n; ply++) {
            uint32_t mover = ply % 2 == 0 ? game->first : game->second;
            struct choice choice;

            player_move(&c.player[mover], &pos, &worker,
                        (struct stream){ c.seed, 0, STREAM_GAME, i * 64 + (uint64_t)ply }, &choice);
            assert_int_equal(choice.column, c.result[i].moves.column[ply]);
            moves[mover]++;
            nodes[mover] += choice.nodes;
            position_play(&pos, playable_cells(pos.all) & column_cells(choice.column));
        }
    }
    effort_count(effort, &c);
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(effort[i].games, 16);
        assert_int_equal(effort[i].moves, moves[i]);
        assert_int_equal(effort[i].nodes, nodes[i]);
        assert_int_equal(effort[i].timed, 0);
    }
    assert_true(nodes[1] > nodes[2] && nodes[2] > 0);
    worker_release(&worker);
    games_release(&c);
}

static void only_so_many_games_are_timed(void **state)
{
    struct effort effort[PLAYERS];
    struct games c;
    struct err err;

    (void)state;
    play(&c);
    effort_count(effort, &c);
    assert_int_equal(effort_time(effort, &c, 5, &err), 0);
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(effort[i].games, 16);
        assert_int_equal(effort[i].timed, 5);
        assert_true(effort[i].seconds > 0);
    }
    games_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effort_is_that_of_the_games),
        cmocka_unit_test(only_so_many_games_are_timed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
