#include "cmd/evolution.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
    struct err err;      /* of the files beside the run file */
    bool failed;
};

static void show_progress(void *context, const char *what, size_t done, size_t games)
{
    struct viewer *v = context;

    if (v->quiet)
        return;
    v->progress.what = what;
    progress_show(&v->progress, done, games);
}

static double seconds_left(const struct viewer *v, uint32_t generation)
{
    double each = (clock_s() - v->start_s) / v->played;

    return each * (double)(v->config->generations - (int)generation - 1);
}

static void print_summary(struct viewer *v, const struct generation_summary *s)
{
    double took = clock_s() - v->generation_s;

    fprintf(
        stderr,
        "generation %3u  best %+5.0f +-%-3.0f  mean %+5.0f  spread %3.0f  champion #%u %+.0f%s%s%s",
        s->generation, s->best, s->best_error, s->mean, s->spread, s->champion, s->champion_elo,
        s->new_champion ? " (new, " : "", s->new_champion ? origin_name[s->champion_origin] : "",
        s->new_champion ? ")" : "");
    fprintf(stderr, "  %.0f games/s, %.0f s left\n", (double)s->games / took,
            seconds_left(v, s->generation));
}

static void closed(void *context, const struct generation_summary *s)
{
    struct viewer *v = context;

    v->played++;
    progress_end(&v->progress);
    if (!v->quiet)
        print_summary(v, s);
    if (run_files_update(&v->files, &v->err))
        v->failed = true;
    v->generation_s = clock_s();
    progress_begin(&v->progress, "games");
}

static void validated(void *context, const struct validation_record *list, size_t n)
{
    struct viewer *v = context;

    progress_end(&v->progress);
    if (!v->quiet && list[0].generation < (uint32_t)v->config->generations) {
        double score = 0;

        for (size_t i = 0; i < n; i++) {
            struct tally tally = validation_tally(&list[i]);

            score += wdl_score(tally.games) / (double)n;
        }
        fprintf(stderr, "validation: champion #%u scores %.3f against the hand-picked genomes\n",
                list[0].champion, score);
    }
    progress_begin(&v->progress, "games");
}

static bool out_of_time(void *context)
{
    const struct viewer *v = context;

    return v->config->minutes > 0 && clock_s() - v->start_s > 60 * v->config->minutes;
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

static int print_mistakes(struct viewer *v, const struct journal *j, struct err *err)
{
    struct truth_validation result;
    bool finished;

    if (!v->config->truth_sets[0])
        return 0;
    if (count_mistakes(v, j, &result, &finished, err))
        return -1;
    if (!finished) {
        fputs("c4evolve: interrupted; the mistakes are not counted\n", stderr);
        return 0;
    }
    verdict_print_truth(stdout, &result);
    truth_validation_release(&result);
    return 0;
}

static int tell_end(struct viewer *v, const struct journal *j, enum run_end end)
{
    struct err err;

    if (end == RUN_INTERRUPTED) {
        fprintf(stderr,
                "c4evolve: interrupted; all finished games are saved. Go on with\n  c4evolve "
                "resume %s\n",
                v->store->dir);
        return EXIT_FAILED;
    }
    if (run_files_update(&v->files, &err) || print_verdict(v, j, &err) ||
        print_mistakes(v, j, &err))
        return cli_fail(EXIT_FAILED, &err);
    fprintf(stderr, "%.0f s. The champion is %s/champion.ini; 'c4evolve log %s' tells more.\n",
            clock_s() - v->start_s, v->store->dir, v->store->dir);
    if (end == RUN_OUT_OF_TIME)
        fprintf(stderr, "The time budget is used up. Go on with\n  c4evolve resume %s\n",
                v->store->dir);
    return v->failed ? cli_fail(EXIT_FAILED, &v->err) : EXIT_DONE;
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
    struct journal journal = store_journal(store);
    enum run_end end;
    struct err err;
    int status, code;

    if (crew_init(&crew, threads, &err))
        return cli_fail(EXIT_FAILED, &err);
    run_files_init(&v.files, store);
    v.start_s = v.generation_s = clock_s();
    progress_begin(&v.progress, "games");
    status = run_continue(config, &journal, &crew, &watch, &end, &err);
    progress_end(&v.progress);
    if (status) {
        code = cli_fail(EXIT_FAILED, &err);
        fprintf(stderr, "c4evolve: what was saved is safe; go on with\n  c4evolve resume %s\n",
                store->dir);
    } else {
        code = tell_end(&v, &journal, end);
    }
    run_files_release(&v.files);
    crew_release(&crew);
    return code;
}
