#include "cmd/progress.h"

#include <stdio.h>
#include <unistd.h>

#define REDRAW_S 0.2
#define BAR      24

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

void progress_begin(struct progress *progress, const char *what)
{
    *progress = (struct progress){ .what = what, .terminal = isatty(STDERR_FILENO) };
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
}

void progress_show(void *context, size_t done, size_t total)
{
    struct progress *p = context;
    double elapsed, rate;
    int filled;

    if (!p->terminal)
        return;
    elapsed = seconds_since(&p->start);
    if (elapsed < p->drawn_s + REDRAW_S)
        return;
    p->drawn_s = elapsed;
    rate = (double)done / elapsed;
    filled = (int)(BAR * done / total);
    fprintf(stderr, "\r[%.*s%*s] %zu/%zu %s, %.0f/s, %.0f s left \033[K", filled,
            "########################", BAR - filled, "", done, total, p->what, rate,
            (double)(total - done) / rate);
    fflush(stderr);
}

double progress_end(struct progress *progress)
{
    if (progress->terminal && progress->drawn_s > 0)
        fputs("\r\033[K", stderr);
    return seconds_since(&progress->start);
}

/* A signal handler can reach nothing but a variable of this scope. */
static volatile sig_atomic_t interrupted;

static void note_signal(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

const volatile sig_atomic_t *interrupt_watch(void)
{
    struct sigaction action = { .sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}
