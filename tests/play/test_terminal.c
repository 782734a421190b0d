/* However c4evolve play ends, the terminal is restored. */
#include "test.h"

#include "play/pty.h"

/* Solving the empty board without a book takes minutes, so the computer never stops thinking. */
#define SLOW "perfect:book=none", "--side", "second"

static void start(struct pty *p, struct pty_program program, const char *expected)
{
    pty_start(p, &program);
    pty_expect(p, expected);
    assert_true(p->grid.alternate);
}

static void check_end(struct pty *p, int status)
{
    assert_int_equal(pty_wait(p), status);
    pty_check_sane(p);
    pty_end(p);
}

static void quitting_leaves_the_screen(void **state)
{
    struct pty_program program = { .arg = { "play", "random" } };
    struct pty p;

    (void)state;
    start(&p, program, "Your move, ");
    pty_send(&p, "q");
    check_end(&p, 0);
}

static void signals_leave_the_screen(void **state)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV };

    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct pty_program program = { .arg = { "play", "random" },
                                       .term = i % 2 ? "vt100" : NULL };
        struct pty p;

        pty_start(&p, &program);
        pty_expect(&p, "Your move, ");
        kill(p.child, signals[i]);
        check_end(&p, -signals[i]);
    }
}

static void control_c_ends_a_game(void **state)
{
    struct pty_program program = { .arg = { "play", "random" } };
    struct pty p;

    (void)state;
    start(&p, program, "Your move, ");
    pty_send(&p, "\003");
    check_end(&p, -SIGINT);
}

/* The screen stays responsive meanwhile. */
static void a_thinking_computer_can_be_left(void **state)
{
    static const char *const keys[] = { "q", "\003" };
    static const int statuses[] = { 0, -SIGINT };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct pty_program program = { .arg = { "play", SLOW } };
        struct pty p;

        start(&p, program, "The computer is thinking.");
        pty_type(&p, "u", "still thinking; q quits.");
        pty_type(&p, "?", "take back your last move");
        pty_type(&p, " ", "The computer is thinking.");
        pty_resize(&p, 15, 40);
        pty_expect(&p, "The computer is thinking.");
        pty_send(&p, keys[i]);
        check_end(&p, statuses[i]);
    }
}

static void suspended_and_resumed(void **state)
{
    struct pty_program program = { .arg = { "play", "random", "--seed", "2" }, .job = true };
    struct pty p;

    (void)state;
    start(&p, program, "Your move, ");
    pty_suspend(&p);
    pty_check_sane(&p);
    pty_resize(&p, 15, 40); /* while it is suspended */
    pty_resume(&p);
    pty_expect(&p, "Your move, ");
    assert_int_equal(pty_expect(&p, "1  2  3  4  5  6  7"), 8);
    assert_true(p.grid.alternate);
    assert_true(p.grid.mouse);
    pty_type(&p, "4", "The computer played 7.");
    pty_send(&p, "q");
    check_end(&p, 0);
}

/* A closed terminal ends the game, even if its signal is ignored. */
static void a_terminal_that_goes_away_ends_the_game(void **state)
{
    (void)state;
    for (int deaf = 0; deaf < 2; deaf++) {
        struct pty_program program = { .arg = { "play", "random" }, .deaf = deaf };
        struct pty p;
        int status;

        start(&p, program, "q quit");
        pty_end(&p);
        assert_int_equal(waitpid(p.child, &status, 0), p.child);
        if (deaf)
            assert_int_equal(WEXITSTATUS(status), 0);
        else
            assert_int_equal(WTERMSIG(status), SIGHUP);
    }
}

static void errors_come_before_the_screen(void **state)
{
    struct pty_program program = { .arg = { "play", "nosuch" } };
    struct pty p;

    (void)state;
    pty_start(&p, &program);
    assert_int_equal(pty_wait(&p), 2);
    assert_true(grid_find(&p.grid, "c4evolve: no genome file 'nosuch'") >= 0);
    pty_check_sane(&p);
    pty_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quitting_leaves_the_screen),
        cmocka_unit_test(signals_leave_the_screen),
        cmocka_unit_test(control_c_ends_a_game),
        cmocka_unit_test(a_thinking_computer_can_be_left),
        cmocka_unit_test(suspended_and_resumed),
        cmocka_unit_test(a_terminal_that_goes_away_ends_the_game),
        cmocka_unit_test(errors_come_before_the_screen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
