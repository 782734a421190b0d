#include "cmd/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/cli.h"

#define REDRAW_S 0.2
#define BAR      24
#define WITH_BAR 76 /* columns that the bar and what stands beside it may need */

void progress_begin(struct progress *progress, const char *what)
{
    *progress = (struct progress){ .what = what, .terminal = isatty(STDERR_FILENO) };
    progress->start_s = clock_s();
}

void progress_show(void *context, const char *what, size_t done, size_t total)
{
    struct progress *p = context;
    double elapsed, rate;
    int filled;

    if (!p->terminal)
        return;
    elapsed = clock_s() - p->start_s;
    if (elapsed < p->drawn_s + REDRAW_S)
        return;
    p->drawn_s = elapsed;
    rate = (double)done / elapsed;
    filled = (int)(BAR * done / total);
    fputc('\r', stderr);
    if (cli_terminal_width(STDERR_FILENO, WITH_BAR) >= WITH_BAR)
        fprintf(stderr, "[%.*s%*s] ", filled, "########################", BAR - filled, "");
    fprintf(stderr, "%zu/%zu %s, %.0f/s, %.0f s left\033[K", done, total, what, rate,
            (double)(total - done) / rate);
    fflush(stderr);
}

double progress_end(struct progress *progress)
{
    if (progress->terminal && progress->drawn_s > 0)
        fputs("\r\033[K", stderr);
    return clock_s() - progress->start_s;
}

/* A signal handler can reach nothing but a variable of this scope. */
static atomic_bool interrupted;

static void note_signal(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

const atomic_bool *interrupt_watch(void)
{
    struct sigaction action = { .sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}
