#include "cmd/evolution.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/cli.h"
#include "cmd/progress.h"
#include "evolve/run.h"
#include "evolve/validate.h"
#include "report/run_files.h"
#include "report/verdict.h"

/* What the callbacks of a run need. */
struct viewer {
    struct store *store;
    const struct run_config *config;
    bool quiet;
    struct run_files files;
    struct crew *crew;
    const volatile sig_atomic_t *stop;
    struct progress progress;
    double start_s;      /* of the run */
    double generation_s; /* of the current generation */
    uint32_t played;     /* generations since the start */
    size_t kept;         /* games of the current generation that were not played now */
    bool playing;        /* one at least was */
    struct err err;      /* of the files beside the run file */
    bool failed;
};

/* Applies what --set said when the run was begun, a line each; the text is cut up. */
static int apply_overrides(struct conf *conf, char *overrides, struct err *err)
{
    char *rest;

    for (char *line = strtok_r(overrides, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (conf_override(conf, line, err))
            return -1;
    return 0;
}

int evolution_config(struct store *store, bool files, struct run_config *config, struct err *err)
{
    char *path = NULL, *overrides = NULL;
    struct conf conf;
    int status = -1;

    if (store_get(store, EVOLUTION_PATH, &path, err) == 0 &&
        store_get(store, EVOLUTION_OVERRIDES, &overrides, err) == 0 &&
        conf_read_text(&conf, path ? path : "config", store->meta.config, err) == 0) {
        if (apply_overrides(&conf, overrides ? overrides : (char[]){ "" }, err) == 0)
            status = config_read(config, &conf, files, err);
        conf_release(&conf);
    }
    free(path);
    free(overrides);
    return status;
}

static void show_progress(void *context, const char *what, size_t done, size_t games)
{
    struct viewer *v = context;

    if (v->quiet)
        return;
    if (!v->playing)
        v->kept = done - 1;
    v->playing = true;
    v->progress.what = what;
    progress_show(&v->progress, done, games);
}

static double seconds_left(const struct viewer *v, uint32_t generation)
{
    double each = (clock_s() - v->start_s) / v->played;

    return each * (double)(v->config->generations - (int)generation - 1);
}

/* One line a generation, within 80 columns; Elo 0 is the mean of the opponents. */
static void print_summary(struct viewer *v, const struct generation_summary *s)
{
    double took = clock_s() - v->generation_s;

    if (v->played == 1)
        fprintf(stderr, "%-14s %5s %3s  %5s %6s  %-9s %5s  %-9s %8s %5s\n", "generation", "best",
                "+-", "mean", "spread", "champion", "Elo", "origin", "games/s", "left");
    fprintf(stderr, "generation %-3u %+5.0f %3.0f  %+5.0f %6.0f  #%-8u %+5.0f  %-9s %8.0f %4.0fs\n",
            s->generation, s->best, s->best_error, s->mean, s->spread, s->champion, s->champion_elo,
            s->new_champion ? origin_name[s->champion_origin] : "-",
            (double)(s->games - v->kept) / took, seconds_left(v, s->generation));
}

/* The clock of the next generation, or of what comes between. */
static void begin_stage(struct viewer *v)
{
    v->kept = 0;
    v->playing = false;
    v->generation_s = clock_s();
    progress_begin(&v->progress, "games");
}

static void closed(void *context, const struct generation_summary *s)
{
    struct viewer *v = context;

    v->played++;
    progress_end(&v->progress);
    if (!v->quiet)
        print_summary(v, s);
    v->failed = run_files_update(&v->files, &v->err) != 0;
    begin_stage(v);
}

static void validated(void *context, const struct validation_record *list, size_t n)
{
    struct viewer *v = context;

    progress_end(&v->progress);
    if (!v->quiet && list[0].generation < (uint32_t)v->config->generations) {
        struct tally all = { 0 };
        struct interval score;

        for (size_t i = 0; i < n; i++) {
            struct tally tally = validation_tally(&list[i]);

            tally_merge(&all, &tally);
        }
        score = tally_interval(&all);
        fprintf(stderr,
                "validation at depth %d: champion #%u scores %.3f (%.3f-%.3f) in %llu games\n",
                list[0].depth, list[0].champion, score.mean, score.low, score.high,
                (unsigned long long)wdl_games(all.games));
    }
    begin_stage(v);
}

static bool out_of_time(void *context)
{
    const struct viewer *v = context;

    return v->played > 0 && v->config->minutes > 0 &&
           clock_s() - v->start_s > 60 * v->config->minutes;
}

/* "c4evolve resume DIR", quoted for the shell where it has to be. */
static void print_resume(const struct viewer *v)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-./=:@%,";
    const char *dir = v->store->dir;

    fputs("  c4evolve resume ", stderr);
    if (strspn(dir, plain) == strlen(dir)) {
        fprintf(stderr, "%s\n", dir);
        return;
    }
    fputc('\'', stderr);
    for (const char *c = dir; *c; c++)
        fputs(*c == '\'' ? "'\\''" : (char[]){ *c, '\0' }, stderr);
    fputs("'\n", stderr);
}

/* The verdict is that of the last generation closed. */
static int print_verdict(struct viewer *v, const struct journal *j, struct err *err)
{
    struct validation_record *list;
    uint32_t closed_generations;
    size_t n;

    if (j->count_generations(j->context, &closed_generations, err) ||
        j->read_validation(j->context, &list, &n, err))
        return -1;
    verdict_print(stdout, list, n, closed_generations, v->config->player.keys.depth);
    free(list);
    return 0;
}

static void show_solved(void *context, size_t done, size_t positions)
{
    show_progress(context, "positions solved", done, positions);
}

/* The last champion, and the yardsticks among the outsiders, which come last there. */
static int count_mistakes(struct viewer *v, const struct journal *j,
                          struct truth_validation *result, bool *finished, struct err *err)
{
    struct play_watch watch = { v->stop, show_solved, v };
    struct individual_record champion, *fixed;
    struct truth_validation_input in = { .config = v->config, .champion = &champion };
    uint32_t closed_generations, id;
    size_t n, opponents = 0;
    int status;

    if (j->count_generations(j->context, &closed_generations, err) ||
        j->read_champion(j->context, closed_generations - 1, &id, err) ||
        j->read_individual(j->context, id, &champion, err) ||
        j->read_opponents(j->context, &fixed, &n, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        opponents += fixed[i].origin == ORIGIN_OPPONENT;
    in.yardstick = fixed + opponents;
    in.yardsticks = n - opponents;
    progress_begin(&v->progress, "positions solved");
    status = validate_truth(result, &in, v->crew, &watch, finished, err);
    progress_end(&v->progress);
    free(fixed);
    return status;
}

static int print_mistakes(struct viewer *v, const struct journal *j, bool *finished,
                          struct err *err)
{
    struct truth_validation result;

    *finished = true;
    if (!v->config->truth_sets[0])
        return 0;
    if (count_mistakes(v, j, &result, finished, err))
        return -1;
    if (!*finished)
        return 0;
    verdict_print_truth(stdout, &result);
    truth_validation_release(&result);
    return 0;
}

static int tell_interrupted(const struct viewer *v)
{
    fputs("c4evolve: interrupted; all finished games are saved. Go on with\n", stderr);
    print_resume(v);
    return EXIT_FAILED;
}

/* Why there are fewer generations than the config says, and where to find more. */
static void tell_finished(const struct viewer *v, uint32_t generations, enum run_end end)
{
    if (v->quiet)
        return;
    if (end == RUN_OUT_OF_TIME) {
        fputs("The time budget is used up. Go on with\n", stderr);
        print_resume(v);
    } else if (generations < (uint32_t)v->config->generations) {
        fprintf(stderr, "Stopped after %u generations: the last %d brought no new champion.\n",
                generations, v->config->patience);
    }
    fprintf(stderr, "%.0f s. The champion is %s/champion.ini; 'c4evolve log %s' tells more.\n",
            clock_s() - v->start_s, v->store->dir, v->store->dir);
}

static int tell_end(struct viewer *v, const struct journal *j, enum run_end end)
{
    uint32_t generations;
    bool finished;
    struct err err;

    if (end == RUN_INTERRUPTED)
        return tell_interrupted(v);
    if (run_files_update(&v->files, &err) || j->count_generations(j->context, &generations, &err) ||
        print_verdict(v, j, &err) || print_mistakes(v, j, &finished, &err))
        return cli_fail(EXIT_FAILED, &err);
    if (!finished)
        return tell_interrupted(v);
    tell_finished(v, generations, end);
    return EXIT_DONE;
}

static int go(struct viewer *v, const struct run_watch *watch)
{
    struct journal journal = store_journal(v->store);
    enum run_end end;
    struct err err;
    int status;

    v->start_s = clock_s();
    begin_stage(v);
    status = run_continue(v->config, &journal, v->crew, watch, &end, &err);
    progress_end(&v->progress);
    if (v->failed)
        cli_fail(EXIT_FAILED, &v->err);
    if (status == 0)
        return tell_end(v, &journal, end);
    cli_fail(EXIT_FAILED, &err);
    fputs("c4evolve: what was saved is safe; go on with\n", stderr);
    print_resume(v);
    return EXIT_FAILED;
}

int evolution_go(struct store *store, const struct run_config *config, int threads, bool quiet)
{
    struct crew crew;
    struct viewer v = {
        .store = store, .config = config, .quiet = quiet, .crew = &crew, .stop = interrupt_watch()
    };
    struct run_watch watch = { .stop = v.stop,
                               .progress = show_progress,
                               .closed = closed,
                               .validated = validated,
                               .out_of_time = out_of_time,
                               .context = &v };
    struct err err;
    int code;

    if (crew_init(&crew, threads, &err))
        return cli_fail(EXIT_FAILED, &err);
    run_files_init(&v.files, store);
    code = go(&v, &watch);
    run_files_release(&v.files);
    crew_release(&crew);
    return code;
}
