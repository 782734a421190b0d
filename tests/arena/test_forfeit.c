/* A player that gives no move loses that game, and nothing else happens. */
#include "test.h"

#include <string.h>

#include "arena/games.h"
#include "truth/mistakes.h"
#include "arena/pgn.h"
#include "files.h"
#include "solving.h"

/* Gives up at random, in one position of eight. */
static void choose_or_give_up(const struct search_input *in, struct worker *worker, struct rng *rng,
                              struct choice *choice)
{
    if (rng_below(rng, 8) > 0) {
        choose_random(in, worker, rng, choice);
        return;
    }
    choice->column = NO_MOVE;
    snprintf(worker->why, sizeof worker->why, "no wish to {go on} after %d plies", in->pos->plies);
}

static const struct search fickle = { .name = "fickle",
                                      .random = true,
                                      .choose = choose_or_give_up };

static void games_make(struct games *c)
{
    struct err err;

    assert_int_equal(games_init(c, "a test", 3, &err), 0);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(player_parse(&c->player[i], "random", &err), 0);
    c->player[1].search = &fickle;
    c->seed = 3;
    assert_int_equal(openings_draw(&c->openings, 3, 10, OPENING_ANY, 1, 0, &err), 0);
    assert_int_equal(schedule_round_robin(&c->schedule, 3, PAIRS_SWAPPED, 10, 5, &err), 0);
}

static void games_run(struct games *c, int threads)
{
    struct pool pool;
    struct err err;

    games_make(c);
    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(c, &pool, &(struct watch){ 0 }, &err), 0);
    pool_release(&pool);
    assert_int_equal(c->played, c->schedule.n);
}

/* Who broke off is told by the moves: the side that was to go on. */
static void the_side_to_move_has_lost(void **state)
{
    const struct forfeit *first;
    struct games c;
    size_t seen = 0, won = 0;

    (void)state;
    games_run(&c, 2);
    for (size_t i = 0; i < c.schedule.n; i++) {
        struct position pos = moves_position(&c.result[i].moves);
        const struct game *game = &c.schedule.game[i];
        const struct forfeit *f = forfeits_find(&c.forfeits, i);
        char why[WHY_SIZE];

        if (position_outcome(&pos) != OUTCOME_NONE) {
            assert_null(f);
            continue;
        }
        assert_non_null(f);
        assert_int_equal(f->player, 1);
        assert_int_equal(pos.plies % 2 ? game->second : game->first, 1);
        assert_int_equal(c.result[i].outcome, pos.plies % 2 ? GAME_WON : GAME_LOST);
        snprintf(why, sizeof why, "no wish to {go on} after %d plies", pos.plies);
        assert_string_equal(f->why, why);
        won += c.result[i].outcome == GAME_WON;
        if (seen++ == 0) {
            assert_int_equal(forfeits_of(&c.forfeits, 1, &first), c.forfeits.n);
            assert_ptr_equal(first, f);
        }
    }
    assert_int_equal(seen, c.forfeits.n);
    assert_in_range(seen, 100, 199); /* of 200 games of the fickle player */
    assert_in_range(won, 30, seen - 30);
    assert_int_equal(forfeits_of(&c.forfeits, 0, &first), 0);
    assert_null(first);
    games_release(&c);
}

static void threads_change_nothing(void **state)
{
    struct games one, two;

    (void)state;
    games_run(&one, 1);
    games_run(&two, 2);
    assert_int_equal(one.forfeits.n, two.forfeits.n);
    for (size_t i = 0; i < one.forfeits.n; i++) {
        assert_int_equal(one.forfeits.list[i].game, two.forfeits.list[i].game);
        assert_string_equal(one.forfeits.list[i].why, two.forfeits.list[i].why);
    }
    games_release(&one);
    games_release(&two);
}

/* The file tells the result and the reason; who learns from games leaves them out. */
static void pgn_tells_the_reason(void **state)
{
    struct temp_file file = temp_file_make("");
    struct pgn_list list;
    struct games c;
    struct err err;
    size_t unplayed = 0, reasons = 0;
    char *text;

    (void)state;
    games_run(&c, 1);
    assert_int_equal(games_write_pgn(&c, file.path, &err), 0);
    assert_int_equal(pgn_read(&list, file.path, &err), 0);
    assert_int_equal(list.n, c.schedule.n);
    for (size_t i = 0; i < list.n; i++) {
        if (list.result[i].outcome == GAME_UNPLAYED)
            unplayed++;
        else
            assert_int_equal(list.result[i].outcome, c.result[i].outcome);
    }
    assert_int_equal(unplayed, c.forfeits.n);
    text = read_whole(file.path);
    for (const char *at = text; (at = strstr(at, " {no wish to {go on) after ")); at++)
        reasons++;
    assert_int_equal(reasons, c.forfeits.n);
    free(text);
    pgn_list_release(&list);
    games_release(&c);
    temp_file_remove(&file);
}

/* Where exact results are known, no move is as bad as the worst. */
static void silence_is_a_mistake(void **state)
{
    struct solved_set truth = drawn_and_solved("26:50,40:10");
    struct answer *answer = calloc(truth.n, sizeof *answer);
    struct forfeits forfeits = { 0 };
    struct player player;
    struct pool pool;
    struct err err;
    size_t silent = 0;

    (void)state;
    assert_non_null(answer);
    assert_int_equal(player_parse(&player, "random", &err), 0);
    player.search = &fickle;
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    mistakes_ask(&truth, &player, 1, &pool, &(struct watch){ 0 }, answer);
    forfeits_take(&forfeits, &pool);
    for (size_t i = 0; i < truth.n; i++) {
        const struct solved_position *p = &truth.list[i];

        assert_int_equal(answer[i].loss, p->best - answer[i].score);
        if (answer[i].column != NO_MOVE) {
            assert_null(forfeits_find(&forfeits, i));
            assert_int_equal(answer[i].score, p->score[(int)answer[i].column]);
            continue;
        }
        silent++;
        assert_non_null(forfeits_find(&forfeits, i));
        assert_int_equal(answer[i].mistake, p->best >= 0);
        assert_true(answer[i].score < 0);
        for (int c = 0; c < COLUMNS; c++)
            assert_true(p->score[c] == SOLVER_NO_MOVE || answer[i].score <= p->score[c]);
    }
    assert_int_equal(silent, forfeits.n);
    assert_in_range(silent, 2, 30);
    forfeits_release(&forfeits);
    pool_release(&pool);
    player_release(&player);
    solved_release(&truth);
    free(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_side_to_move_has_lost),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(pgn_tells_the_reason),
        cmocka_unit_test(silence_is_a_mistake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
