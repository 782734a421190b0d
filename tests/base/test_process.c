/* Programs that behave and programs that do not: none ends or blocks us, and none is left. */
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

#define LONG_S 20 /* as long as it takes on a busy machine: only hanging tests wait so long */

static void start_shell(struct process *p, const char *script)
{
    char *argv[] = { "/bin/sh", "-c", (char *)script, NULL };
    struct err err;

    if (process_start(p, argv, &err))
        fail_msg("%s", err.text);
}

static const char *next_line(struct process *p)
{
    const char *line;

    assert_int_equal(process_line(p, clock_s() + LONG_S, &line), PROCESS_LINE);
    return line;
}

static void assert_gone(struct process *p)
{
    const char *line;

    assert_int_equal(process_line(p, clock_s() + LONG_S, &line), PROCESS_GONE);
}

/* Nothing that we started runs any more, nor waits to be reaped. */
static void assert_no_child(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* One that has ended and waits for somebody to notice is not alive. */
static bool is_alive(pid_t pid)
{
    char path[64], state = 'Z';
    FILE *stat;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    stat = fopen(path, "r");
    if (!stat)
        return false;
    assert_int_equal(fscanf(stat, "%*d (%*[^)]) %c", &state), 1);
    fclose(stat);
    return state != 'Z' && state != 'X';
}

/* It takes a moment to end what was told to end. */
static void assert_ends(pid_t pid)
{
    double deadline_s = clock_s() + LONG_S;

    while (is_alive(pid) && clock_s() < deadline_s)
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    assert_false(is_alive(pid));
}

static void lines_go_both_ways(void **state)
{
    struct process p;

    (void)state;
    start_shell(&p, "while read -r line; do echo \"heard $line\"; done");
    for (int i = 0; i < 200; i++) {
        char text[32], wanted[40];

        snprintf(text, sizeof text, "line %d\n", i);
        assert_true(process_send(&p, text, clock_s() + LONG_S));
        snprintf(wanted, sizeof wanted, "heard line %d", i);
        assert_string_equal(next_line(&p), wanted);
    }
    process_release(&p, LONG_S);
    assert_int_equal(p.pid, 0);
    process_release(&p, LONG_S); /* a zeroed struct */
    assert_no_child();
}

/* Pieces of lines, ends as on other systems, an empty line, many lines at once. */
static void lines_are_put_together(void **state)
{
    struct process p;

    (void)state;
    start_shell(
        &p, "printf 'be'; sleep 0.05; printf 'gin'; sleep 0.05; printf '\\none\\r\\n\\ntwo\\n'; "
            "printf 'no end'");
    assert_string_equal(next_line(&p), "begin");
    assert_string_equal(next_line(&p), "one");
    assert_string_equal(next_line(&p), "");
    assert_string_equal(next_line(&p), "two");
    assert_gone(&p);
    assert_gone(&p);
    process_release(&p, 0);
    assert_no_child();
}

static void long_lines_are_cut(void **state)
{
    struct process p;

    (void)state;
    start_shell(&p, "echo a; head -c 100000 /dev/zero | tr '\\0' x; echo; echo b");
    assert_string_equal(next_line(&p), "a");
    assert_int_equal(strspn(next_line(&p), "x"), PROCESS_LINE_MAX - 1);
    assert_string_equal(next_line(&p), "b");
    process_release(&p, 0);
    assert_no_child();
}

static void silence_is_late(void **state)
{
    const char *line;
    struct process p;

    (void)state;
    start_shell(&p, "sleep 1000");
    assert_int_equal(process_line(&p, clock_s() + 0.05, &line), PROCESS_LATE);
    process_release(&p, 0.01);
    assert_no_child();
}

static void endless_talk_is_late(void **state)
{
    double deadline_s = clock_s() + 0.1;
    enum process_answer answer;
    const char *line;
    struct process p;
    long lines = 0;

    (void)state;
    start_shell(&p, "while :; do echo blah; done");
    while ((answer = process_line(&p, deadline_s, &line)) == PROCESS_LINE)
        lines++;
    assert_int_equal(answer, PROCESS_LATE);
    assert_true(lines > 0);
    process_release(&p, LONG_S); /* it cannot write any more, and ends */
    assert_no_child();
}

/* More than a pipe holds, to a program that reads nothing. */
static void a_deaf_program_does_not_block_us(void **state)
{
    char text[4096];
    struct process p;
    int sent = 0;

    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    start_shell(&p, "sleep 1000");
    while (sent < 1000 && process_send(&p, text, clock_s() + 0.05))
        sent++;
    assert_in_range(sent, 1, 999);
    process_fate(&p, text, sizeof text);
    assert_string_equal(text, "closed its input");
    process_release(&p, 0);
    assert_no_child();
}

/* The signal of a broken pipe would end this test. */
static void a_dead_program_does_not_end_us(void **state)
{
    struct process p;
    char fate[200];

    (void)state;
    start_shell(&p, "echo first words >&2; echo 'last words' >&2; exit 3");
    assert_gone(&p);
    process_fate(&p, fate, sizeof fate);
    assert_string_equal(fate, "ended with status 3: last words");
    for (int i = 0; i < 10; i++)
        assert_false(process_send(&p, "hello\n", clock_s() + LONG_S));
    process_release(&p, 0);

    start_shell(&p, "kill -SEGV $$");
    assert_gone(&p);
    process_fate(&p, fate, sizeof fate);
    assert_string_equal(fate, "was killed by signal 11 (Segmentation fault)");
    process_release(&p, 0);

    start_shell(&p, "exec >&-; sleep 1000");
    assert_gone(&p);
    process_fate(&p, fate, sizeof fate);
    assert_string_equal(fate, "closed its output");
    process_release(&p, 0);
    assert_no_child();
}

/* What it started in its turn goes with it, even if it ended first, or left its group. */
static void helpers_are_ended_too(void **state)
{
    static const char *const scripts[] = {
        "trap '' TERM INT HUP PIPE; sleep 1000 & echo $!; wait",
        "sleep 1000 </dev/null & echo $!",
        "setsid sh -c 'echo $$; exec sleep 1000' </dev/null & wait",
        "setsid sh -c 'sh -c \"echo \\$\\$; exec sleep 1000\" & ' </dev/null",
    };

    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        struct process p;
        pid_t helper;

        start_shell(&p, scripts[i]);
        helper = (pid_t)atoi(next_line(&p));
        assert_true(helper > 1 && is_alive(helper));
        process_release(&p, 0.05);
        assert_ends(helper);
    }
    assert_no_child();
}

/* Pipes of one program are not open in the next: else it would not see that its input ends. */
static void programs_do_not_share_pipes(void **state)
{
    struct process one, other;

    (void)state;
    start_shell(&one, "cat >/dev/null; echo done");
    start_shell(&other, "sleep 1000");
    close(one.in);
    one.in = -1;
    assert_string_equal(next_line(&one), "done");
    process_release(&one, 0);
    process_release(&other, 0);
    assert_no_child();
}

/* Standard streams that are closed, as under some daemons, do not confuse the pipes. */
static void closed_streams_do_no_harm(void **state)
{
    int keep[2] = { dup(STDIN_FILENO), dup(STDOUT_FILENO) };
    struct process p;
    bool same;

    (void)state;
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    start_shell(&p, "read -r x; echo \"$x\"; echo words >&2");
    process_send(&p, "hello\n", clock_s() + LONG_S);
    same = strcmp(next_line(&p), "hello") == 0;
    dup2(keep[0], STDIN_FILENO);
    dup2(keep[1], STDOUT_FILENO);
    close(keep[0]);
    close(keep[1]);
    assert_true(same);
    process_release(&p, LONG_S);
    assert_no_child();
}

static void programs_are_found(void **state)
{
    char path[200], *missing[] = { "no-such-program", NULL }, *folder[] = { "/tmp", NULL };
    char *file[] = { "./README.md", NULL };
    struct process p;
    struct err err;

    (void)state;
    assert_int_equal(process_find("sh", path, sizeof path, &err), 0);
    assert_int_equal(path[0], '/');
    assert_int_equal(process_start(&p, missing, &err), -1);
    assert_string_equal(err.text, "no program 'no-such-program' in PATH or in /usr/games");
    assert_int_equal(process_start(&p, folder, &err), -1);
    assert_string_equal(err.text, "no program '/tmp'");
    assert_int_equal(process_start(&p, file, &err), -1);
    assert_string_equal(err.text, "no program './README.md'");
    assert_int_equal(process_find("", path, sizeof path, &err), -1);
    setenv("PATH", "/no/such/folder", 1);
    assert_int_equal(process_find("sh", path, sizeof path, &err), -1);
    assert_int_equal(process_find("fairy-stockfish", path, sizeof path, &err), 0);
    assert_string_equal(path, "/usr/games/fairy-stockfish");
    assert_no_child();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_go_both_ways),
        cmocka_unit_test(lines_are_put_together),
        cmocka_unit_test(long_lines_are_cut),
        cmocka_unit_test(silence_is_late),
        cmocka_unit_test(endless_talk_is_late),
        cmocka_unit_test(a_deaf_program_does_not_block_us),
        cmocka_unit_test(a_dead_program_does_not_end_us),
        cmocka_unit_test(helpers_are_ended_too),
        cmocka_unit_test(programs_do_not_share_pipes),
        cmocka_unit_test(closed_streams_do_no_harm),
        cmocka_unit_test(programs_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
