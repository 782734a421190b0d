/* c4evolve watch in a pseudo-terminal, and the state behind it. */
#include "test.h"

#include "play/pty.h"
#include "play/watched.h"

/* A game of seven moves, the same every time: random with seed 1 loses it. */
#define GAME "watch", "champion", "random"

static void start(struct pty *p, struct pty_program program)
{
    pty_start(p, &program);
    pty_expect(p, "Game 1");
}

static void quit(struct pty *p)
{
    pty_send(p, "q");
    assert_int_equal(pty_wait(p), 0);
    pty_check_sane(p);
    pty_end(p);
}

static void a_game_runs_to_its_end_and_the_next_one_begins(void **state)
{
    struct pty_program program = { .arg = { GAME, "--delay", "0" } };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_expect(&p, "Game 1: \xe2\x97\x8f has won with move 7.");
    pty_expect(&p, "\xe2\x97\x8f champion played 6 and thinks it will win");
    pty_expect(&p, "\xe2\x97\x8b random played 4.");
    pty_expect(&p, "Score: champion 1, random 0, draws 0");
    pty_type(&p, "n", "\xe2\x97\x8b champion"); /* the same opening, colours swapped */
    pty_expect(&p, "Game 2: \xe2\x97\x8b has won");
    pty_expect(&p, "Score: champion 2, random 0, draws 0");
    quit(&p);
}

static void moves_are_stepped_back_and_forward(void **state)
{
    struct pty_program program = { .arg = { GAME, "--delay", "0" } };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_expect(&p, "has won with move 7.");
    pty_type(&p, "\033OD", "Game 1, move 6 of 7.");
    pty_expect(&p, "Paused.");
    pty_type(&p, "\033OD\033OD", "Game 1, move 4 of 7.");
    pty_type(&p, "\033OD", "Game 1, move 4 of 7."); /* not further back than the opening */
    pty_type(&p, "\033OC", "Game 1, move 5 of 7.");
    pty_type(&p, "\033OF", "has won with move 7.");
    pty_type(&p, "\033OH", "Game 1, move 4 of 7.");
    pty_type(&p, " ", "has won with move 7."); /* continues by itself */
    quit(&p);
}

static void a_paused_game_waits(void **state)
{
    struct pty_program program = { .arg = { GAME, "--delay", "3600" } };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_expect(&p, "Game 1, move 5:");
    pty_type(&p, " ", "Paused.");
    pty_type(&p, "\033OC", "Game 1, move 6:"); /* one more move */
    pty_type(&p, "f", "Game 1, move 7:");
    pty_type(&p, "?", "pause or continue");
    pty_type(&p, "x", "Paused.");
    pty_type(&p, "+++++++++++++++++++++ ", "has won with move 7.");
    pty_resize(&p, 8, 20);
    pty_expect(&p, " 1 2 3 4 5 6 7");
    pty_expect(&p, "Game 1:");
    quit(&p);
}

static void a_thinking_player_can_be_left(void **state)
{
    struct pty_program program = { .arg = { "watch", "perfect:book=none", "random", "--delay", "0",
                                            "--openings", "0" } };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_expect(&p, "; thinking.");
    pty_type(&p, "n", "Game 2");
    quit(&p);
}

static void signals_leave_the_screen(void **state)
{
    struct pty_program program = { .arg = { GAME, "--delay", "3600" } };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_send(&p, "\003");
    assert_int_equal(pty_wait(&p), -SIGINT);
    pty_check_sane(&p);
    pty_end(&p);
}

static void colours_swap_within_a_game_pair(void **state)
{
    struct watched_options options = { .player = { "random", "forward" }, .plies = 4, .seed = 3 };
    struct choice choice = { .column = NO_MOVE };
    struct moves start;
    struct watched w;
    struct err err;

    (void)state;
    assert_int_equal(watched_init(&w, &options, &err), 0);
    start = w.start;
    assert_int_equal(start.n, 4);
    assert_ptr_equal(watched_mover(&w), &w.player[0]);
    watched_take(&w, &choice, "gone");
    assert_int_equal(watched_outcome(&w), OUTCOME_SECOND);
    assert_int_equal(w.wins[1], 1);
    assert_int_equal(watched_next(&w, &err), 0);
    assert_memory_equal(&w.start, &start, sizeof start);
    assert_ptr_equal(watched_mover(&w), &w.player[1]);
    watched_take(&w, &choice, "gone");
    assert_int_equal(w.wins[0], 1);
    assert_int_equal(watched_next(&w, &err), 0);
    assert_memory_not_equal(&w.start, &start, sizeof start);
    watched_release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_runs_to_its_end_and_the_next_one_begins),
        cmocka_unit_test(moves_are_stepped_back_and_forward),
        cmocka_unit_test(a_paused_game_waits),
        cmocka_unit_test(a_thinking_player_can_be_left),
        cmocka_unit_test(signals_leave_the_screen),
        cmocka_unit_test(colours_swap_within_a_game_pair),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
