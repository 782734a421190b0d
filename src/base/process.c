#define _GNU_SOURCE /* pipe2: other threads may start programs, which must not inherit our pipes */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

#define FATE_PATIENCE_S 0.5 /* from the end of its output to the end of the process */

static bool is_program(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static bool find_in(const char *folders, const char *name, char *path, size_t size)
{
    while (*folders) {
        int length = (int)strcspn(folders, ":");

        snprintf(path, size, "%.*s/%s", length, folders, name);
        if (is_program(path))
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

int process_find(const char *name, char *path, size_t size, struct err *err)
{
    const char *folders = getenv("PATH");

    if (strchr(name, '/')) {
        snprintf(path, size, "%s", name);
        return is_program(path) ? 0 : err_set(err, "no program '%s'", name);
    }
    if (*name && ((folders && find_in(folders, name, path, size)) ||
                  find_in("/usr/games:/usr/local/games", name, path, size)))
        return 0;
    return err_set(err, "no program '%s' in PATH or in /usr/games", name);
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Both ends get numbers above those of the standard streams, even if those are closed, so that
 * giving one end to the program does not overwrite another. */
static int open_pipe(int end[2])
{
    if (pipe2(end, O_CLOEXEC))
        return -1;
    for (int i = 0; i < 2; i++) {
        int low = end[i];

        if (low > STDERR_FILENO)
            continue;
        end[i] = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(low);
        if (end[i] < 0)
            return -1;
    }
    return 0;
}

/* The program starts with no signal blocked or ignored, whatever we do. Returns an errno. */
static int spawn(pid_t *pid, const char *path, char *const *argv, char *const *variables,
                 const int end[3])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int status;

    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int fd = 0; fd < 3; fd++)
        posix_spawn_file_actions_adddup2(&actions, end[fd], fd);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    status = posix_spawn(pid, path, &actions, &attributes, argv, variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return status;
}

/* Pipes for standard input, output and errors: [i][0] is read from, [i][1] is written to. */
static int start(struct process *p, const char *path, char *const *argv, int pipes[3][2],
                 struct err *err)
{
    char **variables;
    int status;

    for (int i = 0; i < 3; i++)
        if (open_pipe(pipes[i]))
            return err_shortage(err, "no pipe: %s", strerror(errno));
    kin_init(&p->kin);
    variables = kin_environment(&p->kin);
    if (!variables)
        return err_shortage(err, "out of memory");
    status =
        spawn(&p->pid, path, argv, variables, (int[]){ pipes[0][0], pipes[1][1], pipes[2][1] });
    free(variables);
    if (status)
        return err_set_kind(err, err_kind_of(status), "%s: %s", path, strerror(status));
    p->in = pipes[0][1];
    p->out = pipes[1][0];
    p->err = pipes[2][0];
    pipes[0][1] = pipes[1][0] = pipes[2][0] = -1;
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    fcntl(p->err, F_SETFL, O_NONBLOCK);
    return 0;
}

/* The guard ends the program's group and its kin if we die first, even by kill -9: a shell that
 * waits for the end of a pipe that only we hold open. The group's number is not reused until we end
 * it ourselves. If the guard cannot be started, a program that hangs may outlive us. */
static void set_guard(struct process *p)
{
    static char shell[] = "sh", option[] = "-c",
                script[] = "read -r x; kill -s KILL -- \"-$1\"; for round in 1 2 3; do "
                           "for p in /proc/[0-9]*; do grep -qsaF \"$2\" \"$p/environ\" && "
                           "kill -s KILL \"${p#/proc/}\"; done; done";
    char number[24];
    char *argv[] = { shell, option, script, shell, number, p->kin.mark, NULL };
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC), end[2] = { -1, -1 };

    snprintf(number, sizeof number, "%ld", (long)p->pid);
    if (nowhere < 0 || open_pipe(end) ||
        spawn(&p->guard, "/bin/sh", argv, environ, (int[]){ end[0], nowhere, nowhere }) != 0)
        p->guard = 0;
    p->leash = p->guard ? end[1] : -1;
    if (!p->guard)
        close_end(&end[1]);
    close_end(&end[0]);
    close_end(&nowhere);
}

static void dismiss_guard(struct process *p)
{
    if (!p->guard)
        return;
    kill(p->guard, SIGKILL);
    while (waitpid(p->guard, NULL, 0) < 0 && errno == EINTR)
        ;
    close_end(&p->leash);
}

int process_start(struct process *process, char *const *argv, struct err *err)
{
    int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
    char path[4096];
    int status;

    memset(process, 0, sizeof *process);
    if (process_find(argv[0], path, sizeof path, err))
        return -1;
    status = start(process, path, argv, pipes, err);
    for (int i = 0; i < 3; i++) {
        close_end(&pipes[i][0]);
        close_end(&pipes[i][1]);
    }
    if (status)
        memset(process, 0, sizeof *process);
    else
        set_guard(process);
    return status;
}

/* Waits for the end but does not reap the process, so that its number is not reused and its group
 * can be killed safely. */
static bool has_ended(pid_t pid, double patience_s, siginfo_t *info)
{
    double deadline_s = clock_s() + patience_s;
    struct timespec nap = { .tv_nsec = 500000 };

    for (;;) {
        info->si_pid = 0;
        if (waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | WNOWAIT) != 0 || info->si_pid)
            return true;
        if (clock_s() >= deadline_s)
            return false;
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < 10000000)
            nap.tv_nsec *= 2;
    }
}

void process_release(struct process *process, double patience_s)
{
    siginfo_t info;

    if (!process->pid)
        return;
    close_end(&process->in);
    close_end(&process->out);
    close_end(&process->err);
    if (patience_s > 0)
        has_ended(process->pid, patience_s, &info);
    dismiss_guard(process);
    kill(-process->pid, SIGKILL);
    kin_end(&process->kin);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    memset(process, 0, sizeof *process);
}

/* Like poll, with a deadline. */
static int wait_for(struct pollfd *fds, nfds_t n, double deadline_s)
{
    for (;;) {
        double left_s = deadline_s - clock_s();
        int ready;

        if (left_s <= 0)
            return 0;
        ready = poll(fds, n, left_s > 1000 ? 1000000 : (int)(left_s * 1000) + 1);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return ready;
    }
}

/* A write that does not raise SIGPIPE and does not change how that signal is handled. */
static ssize_t write_quietly(int fd, const char *text, size_t length)
{
    sigset_t pipe_signal, before, pending;
    struct timespec at_once = { 0 };
    ssize_t written;
    int error;

    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    written = write(fd, text, length);
    error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

bool process_send(struct process *process, const char *text, double deadline_s)
{
    size_t length = strlen(text);

    while (length > 0) {
        struct pollfd fd = { .fd = process->in, .events = POLLOUT };
        ssize_t written = write_quietly(process->in, text, length);

        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (written < 0 && errno != EAGAIN && errno != EINTR) {
            return false;
        } else if (wait_for(&fd, 1, deadline_s) <= 0) {
            return false;
        }
    }
    return true;
}

/* Keeps the last line of standard error, for messages. */
static void hear_words(struct process *p)
{
    char chunk[512];
    ssize_t got = read(p->err, chunk, sizeof chunk);

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_end(&p->err);
    for (ssize_t i = 0; i < got; i++) {
        if (chunk[i] == '\n' || chunk[i] == '\r') {
            p->words_ended = true;
            continue;
        }
        if (p->words_ended)
            p->words = 0;
        p->words_ended = false;
        if (p->words < PROCESS_WORDS - 1)
            p->last_words[p->words++] = (unsigned char)chunk[i] < ' ' ? '?' : chunk[i];
        p->last_words[p->words] = '\0';
    }
}

/* Takes a whole line from the buffer, or the start of one that is too long for it. */
static const char *take_line(struct process *p)
{
    char *line = p->buffer + p->start;
    char *newline = memchr(line, '\n', p->end - p->start);
    bool cutting = p->cutting;

    if (!newline) {
        if (!cutting && (p->start > 0 || p->end < PROCESS_LINE_MAX - 1))
            return NULL;
        p->buffer[p->end] = '\0';
        p->start = p->end = 0;
        p->cutting = true;
        return cutting ? NULL : line;
    }
    *newline = '\0';
    if (newline > line && newline[-1] == '\r')
        newline[-1] = '\0';
    p->start = (size_t)(newline + 1 - p->buffer);
    p->cutting = false;
    return cutting ? take_line(p) : line;
}

/* Reads some output. False if there is no more. */
static bool hear_output(struct process *p)
{
    ssize_t got;

    if (p->start > 0) {
        memmove(p->buffer, p->buffer + p->start, p->end - p->start);
        p->end -= p->start;
        p->start = 0;
    }
    got = read(p->out, p->buffer + p->end, PROCESS_LINE_MAX - 1 - p->end);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    p->end += (size_t)got;
    return got > 0;
}

enum process_answer process_line(struct process *process, double deadline_s, const char **line)
{
    for (;;) {
        struct pollfd fds[2] = { { .fd = process->out, .events = POLLIN },
                                 { .fd = process->err, .events = POLLIN } };

        /* A program that writes without end is late, too. */
        if (clock_s() >= deadline_s)
            return PROCESS_LATE;
        *line = take_line(process);
        if (*line)
            return PROCESS_LINE;
        if (process->out < 0)
            return PROCESS_GONE;
        if (wait_for(fds, 2, deadline_s) <= 0)
            return PROCESS_LATE;
        if (fds[1].revents)
            hear_words(process);
        if (fds[0].revents && !hear_output(process))
            close_end(&process->out);
    }
}

bool process_succeeded(struct process *process, double patience_s)
{
    siginfo_t info = { 0 };

    return has_ended(process->pid, patience_s, &info) && info.si_code == CLD_EXITED &&
           info.si_status == 0;
}

void process_fate(struct process *process, char *text, size_t size)
{
    siginfo_t info = { 0 };
    bool ended = has_ended(process->pid, FATE_PATIENCE_S, &info);
    const char *words = process->last_words;
    const char *between;

    for (int i = 0; i < 64 && process->err >= 0; i++)
        hear_words(process);
    between = *words ? ": " : "";
    if (!ended)
        snprintf(text, size, "%s%s%s", process->out < 0 ? "closed its output" : "closed its input",
                 between, words);
    else if (info.si_code == CLD_EXITED)
        snprintf(text, size, "ended with status %d%s%s", info.si_status, between, words);
    else
        snprintf(text, size, "was killed by signal %d (%s)%s%s", info.si_status,
                 strsignal(info.si_status), between, words);
}
