#include "cmd/progress.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/clock.h"
#include "cmd/cli.h"
#include "cmd/scoreboard.h"

#define REDRAW_S 0.2
#define BAR      24
#define WITH_BAR 76 /* columns that the bar and the text beside it need */

void progress_begin(struct progress *progress)
{
    *progress = (struct progress){ .terminal = isatty(STDERR_FILENO), .begun_s = clock_s() };
}

/* On a line of its own, which it begins. */
static void draw_bar(double share)
{
    int filled = (int)(BAR * share);

    fputc('\r', stderr);
    if (cli_terminal_width(STDERR_FILENO, WITH_BAR) >= WITH_BAR)
        fprintf(stderr, "[%.*s%*s] ", filled, "########################", BAR - filled, "");
}

static void draw(const struct progress *p, size_t total, double elapsed)
{
    double rate = (double)(p->done - p->before) / elapsed;

    draw_bar((double)p->done / (double)total);
    fprintf(stderr, "%zu/%zu %s, %.0f/s, %.0f s left%s\033[K", p->done, total, p->what, rate,
            (double)(total - p->done) / rate, p->note);
    fflush(stderr);
}

void progress_show(void *context, const char *what, size_t done, size_t total)
{
    struct progress *p = context;
    double now;

    if (!p->terminal)
        return;
    now = clock_s();
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

void progress_show_time(struct progress *p, double used_s, double total_s)
{
    double now = clock_s();

    if (!p->terminal || now - p->drawn_s < REDRAW_S)
        return;
    p->drawn_s = now;
    draw_bar(fmin(used_s / total_s, 1));
    fprintf(stderr, "%.0f of %.0f s, %.0f s left\033[K", used_s, total_s,
            fmax(total_s - used_s, 0));
    fflush(stderr);
}

double progress_end(struct progress *progress)
{
    if (progress->drawn_s > 0)
        fputs("\r\033[J", stderr); /* with the table below it, if there is one */
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

/* How a list of games is played: all of it, or until a test ends. */
static int play(struct games *games, struct match *match, uint32_t pairs, struct pool *pool,
                struct progress *progress, struct err *err)
{
    struct watch watch = { .stop = progress_stop() };
    struct games_keeper keeper;
    struct scoreboard board;
    int status;

    if (scoreboard_init(&board, games, progress, err))
        return -1;
    if (!has_human(games)) {
        watch.progress = scoreboard_show;
        watch.context = &board;
    }
    keeper = (struct games_keeper){ scoreboard_keep, &board };
    if (match)
        status = match_play(match,
                            &(struct match_input){ .other = 1, .pairs = pairs, .keeper = &keeper },
                            games, pool, &watch, err);
    else
        status = games_play(games, 0, games->schedule.n, pool, &watch, &keeper, err);
    scoreboard_release(&board);
    return status;
}

/* Leaves only games that the test has counted. */
static void cut_at_decision(struct games *games, const struct match *match)
{
    size_t pairs = 0;

    for (int i = 0; i < 5; i++)
        pairs += match->sprt.count[i];
    if (match->sprt.answer != SPRT_OPEN)
        games->schedule.n = games->played = 2 * pairs;
}

static int play_and_tell(struct games *games, struct match *match, uint32_t pairs, int threads,
                         struct err *err)
{
    struct progress progress;
    struct pool pool;
    double seconds;
    size_t played;
    int status;

    if (pool_init(&pool, threads, &worker_memory, err))
        return -1;
    if (!match && games_repeats(games))
        fputs(
            "c4evolve: deterministic players play several times from the same opening; such games\n"
            "c4evolve: repeat earlier ones, so the intervals are too narrow\n",
            stderr);
    progress_begin(&progress);
    status = play(games, match, pairs, &pool, &progress, err);
    seconds = progress_end(&progress);
    pool_release(&pool);
    played = games->played;
    if (status == 0 && match)
        cut_at_decision(games, match);
    if (status || games_score(games, err))
        return -1;
    if (progress_interrupted(games))
        fprintf(stderr, "c4evolve: interrupted after %zu of %zu games\n", games->played,
                games->schedule.n);
    note_forfeits(games);
    fprintf(stderr, "%.1f s, %.0f games a second\n", seconds,
            (double)played / (seconds > 0 ? seconds : 1e-9));
    return 0;
}

int progress_play(struct games *games, int threads, struct err *err)
{
    return play_and_tell(games, NULL, 0, threads, err);
}

int progress_play_test(struct games *games, struct match *match, uint32_t pairs, int threads,
                       struct err *err)
{
    return play_and_tell(games, match, pairs, threads, err);
}

/* Every board has a file of its own. */
#if BOARD_IS_USUAL
#define CACHE_FILE "solved.txt"
#else
#define CACHE_FILE "solved-" BOARD_NAME ".txt"
#endif

int progress_solve(struct solved_set *set, const char *cache, struct pool *pool, bool *finished,
                   struct err *err)
{
    char path[4096];
    const char *file = cache ? cache : cache_path(CACHE_FILE, path, sizeof path);
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
