/*
 * pty - a program in a terminal of its own: a test types keys and reads the screen.
 *
 * Tests do not depend on the speed of the machine: they wait until the screen shows what
 * they expect, and fail after a minute.
 */
#ifndef C4E_TESTS_PLAY_PTY_H
#define C4E_TESTS_PLAY_PTY_H

#include "test.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include "base/clock.h"
#include "play/grid.h"

#define PTY_PATIENCE_S 60
#define PTY_ARGS       12

struct pty {
    int master, slave; /* the slave is kept open, so that its modes can be read at the end */
    pid_t child;
    int control; /* to the shell of a job, which reports a stop here and waits for the order to continue */
    struct termios before;
    struct grid grid;
};

/* What to run, and where. */
struct pty_program {
    const char *arg[PTY_ARGS]; /* after the program's name */
    const char *term;          /* default xterm-256color */
    const char *locale;        /* default C.UTF-8 */
    const char *no_color;      /* the value of NO_COLOR; NULL: not set */
    int rows, cols;            /* default 24 x 80 */
    bool job;                  /* as a job of a shell, so that it can be suspended */
    bool deaf;                 /* ignores SIGHUP */
};

static inline void pty_exec(const struct pty_program *program)
{
    const char *argv[PTY_ARGS + 2] = { getenv("C4EVOLVE") };

    for (int i = 0; i < PTY_ARGS && program->arg[i]; i++)
        argv[i + 1] = program->arg[i];
    setenv("TERM", program->term ? program->term : "xterm-256color", 1);
    setenv("LC_ALL", program->locale ? program->locale : "C.UTF-8", 1);
    unsetenv("NO_COLOR");
    unsetenv("LINES");
    unsetenv("COLUMNS");
    if (program->deaf)
        signal(SIGHUP, SIG_IGN);
    if (program->no_color)
        setenv("NO_COLOR", program->no_color, 1);
    execv(argv[0], (char *const *)argv);
    _exit(127);
}

/* A minimal shell: it starts a job, reports when that stops, and continues it on request. */
static inline void pty_shell(const struct pty_program *program, int control)
{
    pid_t job = fork();
    int status = 0;
    char byte;

    if (job == 0) {
        close(control);
        setpgid(0, 0);
        while (tcgetpgrp(STDIN_FILENO) != getpid())
            poll(NULL, 0, 5);
        pty_exec(program);
    }
    signal(SIGTTOU, SIG_IGN);
    setpgid(job, job);
    tcsetpgrp(STDIN_FILENO, job);
    while (waitpid(job, &status, WUNTRACED) == job && WIFSTOPPED(status)) {
        tcsetpgrp(STDIN_FILENO, getpid());
        if (write(control, "s", 1) != 1 || read(control, &byte, 1) != 1)
            _exit(126);
        tcsetpgrp(STDIN_FILENO, job);
        kill(-job, SIGCONT);
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static inline void pty_start(struct pty *p, const struct pty_program *program)
{
    int rows = program->rows ? program->rows : 24, cols = program->cols ? program->cols : 80;
    struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };
    int ends[2];

    assert_non_null(getenv("C4EVOLVE"));
    grid_init(&p->grid, rows, cols);
    assert_int_equal(openpty(&p->master, &p->slave, NULL, NULL, &size), 0);
    assert_int_equal(tcgetattr(p->slave, &p->before), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    p->control = ends[0];
    p->child = fork();
    assert_true(p->child >= 0);
    if (p->child == 0) {
        close(p->master);
        close(ends[0]);
        if (login_tty(p->slave))
            _exit(127);
        if (program->job)
            pty_shell(program, ends[1]);
        close(ends[1]);
        pty_exec(program);
    }
    close(ends[1]);
}

/* Reads the output that is there, waiting up to `ms` for some. Returns false if there is none. */
static inline bool pty_read(struct pty *p, int ms)
{
    struct pollfd pfd = { .fd = p->master, .events = POLLIN };
    char buf[4096];
    ssize_t n;

    if (poll(&pfd, 1, ms) <= 0 || !(pfd.revents & POLLIN))
        return false;
    n = read(p->master, buf, sizeof buf);
    for (ssize_t i = 0; i < n; i++)
        grid_byte(&p->grid, buf[i]);
    return n > 0;
}

static inline void pty_fail(const struct pty *p, const char *what, const char *text)
{
    fprintf(stderr, "%s '%s' on this screen:\n", what, text);
    grid_print(&p->grid, stderr);
    kill(p->child, SIGKILL);
    fail_msg("%s '%s'", what, text);
}

/* Waits until the condition holds; a screen arrives in pieces. */
static inline void pty_until(struct pty *p, bool (*holds)(const struct pty *p, const void *context),
                             const void *context, const char *what)
{
    double end_s = clock_s() + PTY_PATIENCE_S;

    while (!holds(p, context)) {
        if (clock_s() > end_s)
            pty_fail(p, "never seen:", what);
        pty_read(p, 100);
    }
}

static inline bool pty_shows(const struct pty *p, const void *text)
{
    return grid_find(&p->grid, text) >= 0;
}

static inline bool pty_lacks(const struct pty *p, const void *text)
{
    return grid_find(&p->grid, text) < 0;
}

/* Waits until the text is on the screen, and returns its row. */
static inline int pty_expect(struct pty *p, const char *text)
{
    pty_until(p, pty_shows, text, text);
    return grid_find(&p->grid, text);
}

/* Waits until the text is gone. */
static inline void pty_expect_gone(struct pty *p, const char *text)
{
    pty_until(p, pty_lacks, text, text);
}

static inline void pty_send(struct pty *p, const char *keys)
{
    assert_int_equal(write(p->master, keys, strlen(keys)), strlen(keys));
}

/* Types keys, and waits for the text. Returns its row. */
static inline int pty_type(struct pty *p, const char *keys, const char *expected)
{
    pty_send(p, keys);
    return pty_expect(p, expected);
}

static inline void pty_resize(struct pty *p, int rows, int cols)
{
    struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };

    grid_resize(&p->grid, rows, cols);
    assert_int_equal(ioctl(p->master, TIOCSWINSZ, &size), 0);
}

/* Presses Ctrl-Z until the program, which is a job, has stopped: ncurses ignores it while
 * drawing. */
static inline void pty_suspend(struct pty *p)
{
    struct pollfd pfd = { .fd = p->control, .events = POLLIN };
    double end_s = clock_s() + PTY_PATIENCE_S;
    char byte;

    do {
        if (clock_s() > end_s)
            pty_fail(p, "it does not stop:", "");
        pty_send(p, "\032");
        pty_read(p, 20);
    } while (poll(&pfd, 1, 1000) == 0);
    assert_int_equal(read(p->control, &byte, 1), 1);
}

static inline void pty_resume(struct pty *p)
{
    assert_int_equal(write(p->control, "c", 1), 1);
}

/* The exit status of the program, or minus the signal that ended it. */
static inline int pty_wait(struct pty *p)
{
    double end_s = clock_s() + PTY_PATIENCE_S;
    int status;

    while (waitpid(p->child, &status, WNOHANG) == 0) {
        if (clock_s() > end_s)
            pty_fail(p, "it does not end:", "");
        pty_read(p, 20);
    }
    while (pty_read(p, 0))
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* Checks that the terminal is as it was before the program. */
static inline void pty_check_sane(struct pty *p)
{
    struct termios now;

    while (pty_read(p, 0))
        continue;
    assert_int_equal(tcgetattr(p->slave, &now), 0);
    assert_int_equal(now.c_iflag, p->before.c_iflag);
    assert_int_equal(now.c_oflag, p->before.c_oflag);
    assert_int_equal(now.c_cflag, p->before.c_cflag);
    assert_int_equal(now.c_lflag, p->before.c_lflag);
    assert_memory_equal(now.c_cc, p->before.c_cc, sizeof now.c_cc);
    assert_false(p->grid.alternate);
    assert_false(p->grid.mouse);
    assert_false(p->grid.hidden_cursor);
    assert_int_equal(p->grid.unknown, 0);
}

static inline void pty_end(struct pty *p)
{
    close(p->control);
    close(p->master);
    close(p->slave);
}

#endif
