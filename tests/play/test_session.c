/* The state of games against a person, the computer's levels, and the keys. */
#include "test.h"

#include <string.h>

#include "play/keys.h"
#include "play/session.h"
#include "sample.h"

static void begin(struct session *s, const char *from, bool first, bool second)
{
    struct moves start;
    struct err err;

    assert_int_equal(moves_parse(&start, from, &err), 0);
    session_begin(s, &start, first, second);
}

static void take_back_goes_to_the_persons_last_turn(void **state)
{
    struct session s;

    (void)state;
    begin(&s, "-", true, false);
    assert_false(session_take_back(&s));
    assert_true(session_drop(&s, 3));
    assert_true(session_drop(&s, 3));
    assert_true(session_drop(&s, 2));
    assert_true(session_take_back(&s)); /* the computer has not answered yet */
    assert_int_equal(s.moves.n, 2);
    assert_true(session_take_back(&s));
    assert_int_equal(s.moves.n, 0);
    begin(&s, "4", true, false);
    assert_true(session_computers_turn(&s));
    session_drop(&s, 0);
    assert_false(session_take_back(&s));
    begin(&s, "4", false, true);
    session_drop(&s, 0);
    session_drop(&s, 0);
    assert_true(session_take_back(&s));
    assert_int_equal(s.moves.n, 1);
    begin(&s, "44", true, true);
    session_drop(&s, 0);
    session_drop(&s, 0);
    assert_true(session_take_back(&s));
    assert_int_equal(s.moves.n, 3);
}

/* A result counts once, for the person who had that side, until it is taken back. */
static void results_count_until_they_are_taken_back(void **state)
{
    struct session s;

    (void)state;
    begin(&s, "445566", true, false);
    assert_true(session_drop(&s, 2));
    assert_int_equal(session_outcome(&s), OUTCOME_FIRST);
    assert_int_equal(s.score.wins, 1);
    assert_false(session_drop(&s, 0));
    session_swap(&s);
    assert_int_equal(s.score.wins, 1);
    assert_false(session_take_back(&s)); /* the loser's side has no move to take back */
    session_swap(&s);
    assert_true(session_take_back(&s));
    assert_int_equal(wdl_games(s.score), 0);
    session_give_up(&s, 0);
    assert_int_equal(s.score.losses, 1);
    session_give_up(&s, 1);
    assert_int_equal(wdl_games(s.score), 1);
    session_new_game(&s);
    assert_int_equal(session_outcome(&s), OUTCOME_NONE);
    assert_int_equal(s.moves.n, 6);
    assert_int_equal(wdl_games(s.score), 1);
}

/* Whatever is done, the moves stay legal and the score stays that of the finished games. */
static void random_sessions_stay_consistent(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(200); i++) {
        uint32_t games = 0, over = 0;
        struct session s;
        struct rng rng;

        sample_rng(&rng, 77, i);
        begin(&s, "-", i % 2 == 0, i % 3 == 0 || i % 2 == 1);
        for (int step = 0; step < 300; step++) {
            char text[MOVES_TEXT_SIZE];
            unsigned long dice = rng_below(&rng, 100);
            struct moves copy;
            struct err err;

            if (dice < 80)
                session_drop(&s, (int)rng_below(&rng, COLUMNS));
            else if (dice < 90)
                session_take_back(&s);
            else if (dice < 95)
                session_swap(&s);
            else {
                games += session_outcome(&s) != OUTCOME_NONE;
                session_new_game(&s);
            }
            over = session_outcome(&s) != OUTCOME_NONE;
            assert_int_equal(moves_parse(&copy, moves_format(&s.moves, text), &err), 0);
            assert_int_equal(wdl_games(s.score), games + over);
        }
    }
}

/* No key means two things, and help has every row. */
static void keys_are_unambiguous(void **state)
{
    const struct key_row *tables[] = { play_keys, watch_keys };
    char help[4096];

    (void)state;
    for (int t = 0; t < 2; t++) {
        keys_help(tables[t], false, help, sizeof help);
        for (const struct key_row *row = tables[t]; row->key[0]; row++) {
            assert_non_null(strstr(help, row->help));
            for (int i = 0; i < KEYS_PER_ROW && row->key[i]; i++)
                assert_int_equal(keys_find(tables[t], row->key[i]), row->action);
        }
        for (int digit = '0'; digit <= '9'; digit++)
            assert_int_equal(keys_find(tables[t], digit) == ACTION_COLUMN,
                             t == 0 && digit >= '1' && digit < '1' + COLUMNS);
        assert_int_equal(keys_find(tables[t], 'Q'), ACTION_QUIT);
        assert_int_equal(keys_find(tables[t], 'z'), ACTION_NONE);
        assert_int_equal(keys_find(tables[t], 0), ACTION_NONE);
    }
}

static void every_level_is_a_player(void **state)
{
    struct opponent opponent;
    struct err err;

    (void)state;
    assert_int_equal(opponent_init(&opponent, NULL, 1, &err), 0);
    for (int level = 2; level <= LEVELS; level++) {
        assert_int_equal(opponent_set_level(&opponent, level, &err), 0);
        assert_string_equal(opponent.player.name, opponent_level(level)->player);
    }
    assert_int_equal(opponent_set_level(&opponent, LEVELS + 1, &err), -1);
    assert_int_equal(opponent.level, LEVELS);
    opponent_release(&opponent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(take_back_goes_to_the_persons_last_turn),
        cmocka_unit_test(results_count_until_they_are_taken_back),
        cmocka_unit_test(random_sessions_stay_consistent),
        cmocka_unit_test(keys_are_unambiguous),
        cmocka_unit_test(every_level_is_a_player),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
