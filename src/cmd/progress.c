#include "cmd/progress.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/cli.h"

#define REDRAW_S 0.2
#define BAR      24
#define WITH_BAR 76 /* columns that the bar and the text beside it need */

void progress_begin(struct progress *progress)
{
    *progress = (struct progress){ .terminal = isatty(STDERR_FILENO), .begun_s = clock_s() };
}

static void draw(const struct progress *p, size_t total, double elapsed)
{
    double rate = (double)(p->done - p->before) / elapsed;
    int filled = (int)(BAR * p->done / total);

    fputc('\r', stderr);
    if (cli_terminal_width(STDERR_FILENO, WITH_BAR) >= WITH_BAR)
        fprintf(stderr, "[%.*s%*s] ", filled, "########################", BAR - filled, "");
    fprintf(stderr, "%zu/%zu %s, %.0f/s, %.0f s left\033[K", p->done, total, p->what, rate,
            (double)(total - p->done) / rate);
    fflush(stderr);
}

void progress_show(void *context, const char *what, size_t done, size_t total)
{
    struct progress *p = context;
    double now = clock_s();

    if (!p->terminal)
        return;
    if (!p->what || strcmp(p->what, what) != 0 || done < p->done) {
        p->what = what;
        p->before = done - 1;
        p->start_s = now;
    }
    p->done = done;
    if (now - p->start_s < REDRAW_S || now - p->drawn_s < REDRAW_S)
        return;
    p->drawn_s = now;
    draw(p, total, now - p->start_s);
}

double progress_end(struct progress *progress)
{
    if (progress->drawn_s > 0)
        fputs("\r\033[K", stderr);
    progress->what = NULL;
    progress->drawn_s = 0;
    return clock_s() - progress->begun_s;
}

/* A signal handler can only reach a variable of this scope. */
static atomic_bool interrupted;

static void note_signal(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

const atomic_bool *progress_stop(void)
{
    struct sigaction once = { .sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND };
    struct sigaction always = { .sa_handler = note_signal }, before;

    sigaction(SIGINT, &once, NULL);
    sigaction(SIGTERM, &once, NULL);
    /* A terminal that goes away may send this twice, and nohup has it ignored. */
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &always, NULL);
    return &interrupted;
}

/* A player that fails to move loses that game; one line for each such player. */
static void note_forfeits(const struct games *games)
{
    for (uint32_t i = 0; i < games->players; i++) {
        const struct forfeit *first;
        size_t n = forfeits_of(&games->forfeits, i, &first);

        if (n > 0)
            fprintf(stderr, "c4evolve: %s forfeited %zu game%s; %sgame %zu: %s\n",
                    games->player[i].name, n, n == 1 ? "" : "s", n == 1 ? "" : "the first, ",
                    first->game + 1, first->why);
    }
}

/* A bar would overwrite the prompts. */
static bool has_human(const struct games *games)
{
    for (uint32_t i = 0; i < games->players; i++)
        if (player_is_human(&games->player[i]))
            return true;
    return false;
}

int progress_play(struct games *games, int threads, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct pool pool;
    double seconds;
    int status;

    if (has_human(games))
        watch.progress = NULL;
    if (pool_init(&pool, threads, &worker_memory, err))
        return -1;
    if (games_repeats(games))
        fputs(
            "c4evolve: deterministic players play several times from the same opening; such games\n"
            "c4evolve: repeat earlier ones, so the intervals are too narrow\n",
            stderr);
    progress_begin(&progress);
    status = games_play_all(games, &pool, &watch, err);
    seconds = progress_end(&progress);
    pool_release(&pool);
    if (status || games_score(games, err))
        return -1;
    if (progress_interrupted(games))
        fprintf(stderr, "c4evolve: interrupted after %zu of %zu games\n", games->played,
                games->schedule.n);
    note_forfeits(games);
    fprintf(stderr, "%.1f s, %.0f games a second\n", seconds,
            (double)games->played / (seconds > 0 ? seconds : 1e-9));
    return 0;
}

/* The default file for solved positions; "" if there is none. */
static const char *default_cache(char *path, size_t size)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

    path[0] = '\0';
    if (base && base[0] == '/')
        snprintf(path, size, "%s/c4evolve/solved.txt", base);
    else if (home && home[0] == '/')
        snprintf(path, size, "%s/.cache/c4evolve/solved.txt", home);
    return path;
}

int progress_solve(struct solved_set *set, const char *cache, struct pool *pool, bool *finished,
                   struct err *err)
{
    char path[4096];
    const char *file = cache ? cache : default_cache(path, sizeof path);
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct err note;
    int status;

    progress_begin(&progress);
    status = solved_find_scores(set, *file ? file : NULL, pool, &watch, finished, &note, err);
    progress_end(&progress);
    if (note.text[0])
        fprintf(stderr, "c4evolve: cannot save solved positions: %s\n", note.text);
    return status;
}
