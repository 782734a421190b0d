#include "cmd/evolution.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "parallel/cluster.h"
#include "base/machine.h"
#include "base/quote.h"
#include "cmd/cli.h"
#include "cmd/progress.h"
#include "evolve/run.h"
#include "evolve/validate.h"
#include "report/page.h"
#include "report/run_files.h"
#include "report/verdict_report.h"
#include "store/folder.h"

/* What the callbacks of a run need. */
struct viewer {
    struct store *store;
    const struct run_config *config;
    bool quiet;
    struct run_files files;
    struct pool *pool;
    const atomic_bool *stop;
    struct progress progress;
    double start_s;      /* of the run */
    double generation_s; /* of the current generation */
    uint32_t played;     /* generations since the start */
    size_t kept;         /* games of the current generation that were not played now */
    bool playing;        /* one at least was */
    struct err err;      /* of the files beside the run file */
    bool failed;
};

static void show_progress(void *context, const char *what, size_t done, size_t games)
{
    struct viewer *v = context;

    if (v->quiet)
        return;
    if (!v->playing)
        v->kept = done - 1;
    v->playing = true;
    progress_show(&v->progress, what, done, games);
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
    struct journal journal = store_journal(v->store);
    struct journal_time time = { s->generation, (uint32_t)(s->games - v->kept),
                                 clock_s() - v->generation_s };

    v->played++;
    progress_end(&v->progress);
    if (!v->quiet)
        print_summary(v, s);
    v->failed = run_files_update(&v->files, &v->err) || journal_keep_time(&journal, &time, &v->err);
    begin_stage(v);
}

static void validated(void *context, const struct journal_validation *list, size_t n)
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

static void print_resume(const struct viewer *v)
{
    fputs("  c4evolve resume ", stderr);
    quote_shell(stderr, v->store->dir);
    fputc('\n', stderr);
}

/* The verdict is that of the last generation closed. */
static int print_verdict(struct viewer *v, const struct journal *j, struct err *err)
{
    struct journal_validation *list;
    uint32_t closed_generations;
    size_t n;

    if (journal_count_generations(j, &closed_generations, err) ||
        journal_read_validation(j, &list, &n, err))
        return -1;
    verdict_report_games(stdout, list, n, closed_generations, v->config->player.keys.depth);
    free(list);
    return 0;
}

/* For the page. */
static int keep_mistakes(struct viewer *v, const struct truth_validation *result,
                         uint32_t generation, uint32_t champion, struct err *err)
{
    struct journal journal = store_journal(v->store);
    struct journal_mistakes *list = calloc(result->n, sizeof *list);
    int status;

    if (!list)
        return err_set(err, "out of memory: %zu players", result->n);
    for (size_t i = 0; i < result->n; i++) {
        const struct truth_entry *e = &result->entry[i];

        list[i] = (struct journal_mistakes){ .generation = generation,
                                             .slot = (uint32_t)i,
                                             .champion = champion,
                                             .depth = result->depth,
                                             .positions = (uint32_t)e->summary.positions,
                                             .at_stake = (uint32_t)e->summary.at_stake,
                                             .mistakes = (uint32_t)e->summary.mistakes,
                                             .loss = e->summary.loss,
                                             .champion_only = (uint32_t)e->duel.first_only,
                                             .other_only = (uint32_t)e->duel.second_only,
                                             .p = e->duel.p };
        memcpy(list[i].name, e->name, sizeof list[i].name);
    }
    status = journal_keep_mistakes(&journal, list, result->n, err);
    free(list);
    return status;
}

/* Of the last champion and of the references. */
static int count_mistakes(struct viewer *v, const struct journal *j,
                          struct truth_validation *result, bool *finished, struct err *err)
{
    struct watch watch = { .stop = v->stop, .progress = show_progress, .context = v };
    struct journal_genome champion, *reference;
    struct truth_validation_input in = { .config = v->config, .champion = &champion };
    uint32_t closed_generations, id;
    size_t n;
    int status;

    if (journal_count_generations(j, &closed_generations, err) ||
        journal_read_champion(j, closed_generations - 1, &id, err) ||
        journal_read_genome(j, id, &champion, err) ||
        journal_read_references(j, &reference, &n, err))
        return -1;
    in.reference = reference;
    in.references = n;
    progress_begin(&v->progress, "positions solved");
    status = validate_truth(result, &in, v->pool, &watch, finished, err);
    progress_end(&v->progress);
    free(reference);
    if (status || !*finished)
        return status;
    status = keep_mistakes(v, result, closed_generations, id, err);
    if (status)
        truth_validation_release(result);
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
    verdict_report_mistakes(stdout, &result);
    truth_validation_release(&result);
    return 0;
}

static int tell_interrupted(const struct viewer *v)
{
    fputs("c4evolve: interrupted; all finished games are saved. Go on with\n", stderr);
    print_resume(v);
    return EXIT_FAILED;
}

/* Some launchers kill all processes when one has died, and then nobody can say it any more. */
static void tell_start(const struct viewer *v)
{
    if (cluster_size() == 1)
        return;
    fprintf(stderr, "%d processes. If one of them fails all stop; then go on with\n",
            cluster_size());
    print_resume(v);
}

/* What it costs to be many: the time that the others wait for rank 0, and the letters. */
static void tell_cluster(const struct viewer *v)
{
    struct cluster_traffic t = cluster_traffic();
    double took = clock_s() - v->start_s;

    if (cluster_size() > 1)
        fprintf(stderr,
                "%d processes, %.0f%% of the time at work together; %lu letters (%.3g MB) from "
                "rank 0, %lu (%.3g MB) to it\n",
                cluster_size(), 100 * v->pool->filling_s / took, t.sent, 1e-6 * t.bytes_sent,
                t.received, 1e-6 * t.bytes_received);
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
    fprintf(stderr, "%.0f s. The champion is %s/champion.ini; %s/" PAGE_NAME " tells more.\n",
            clock_s() - v->start_s, v->store->dir, v->store->dir);
}

/* The page is for looking at: a run does not fail for want of it. */
static void write_page(struct viewer *v)
{
    struct err err;
    char *path = folder_path(v->store->dir, PAGE_NAME, &err);

    if (!path || page_mark_over(v->store, v->config, &err) ||
        evolution_write_page(v->store, v->config, path, 0, &err))
        fprintf(stderr, "c4evolve: no page was written: %s\n", err.text);
    free(path);
}

static int tell_end(struct viewer *v, const struct journal *j, enum run_end end)
{
    uint32_t generations;
    bool finished;
    struct err err;

    if (end == RUN_INTERRUPTED)
        return tell_interrupted(v);
    if (run_files_update(&v->files, &err) || journal_count_generations(j, &generations, &err) ||
        print_verdict(v, j, &err) || print_mistakes(v, j, &finished, &err))
        return cli_fail(EXIT_FAILED, &err);
    if (!finished)
        return tell_interrupted(v);
    write_page(v);
    tell_finished(v, generations, end);
    if (!v->quiet)
        tell_cluster(v);
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
    if (!v->quiet)
        tell_start(v);
    status = run_continue(v->config, &journal, v->pool, watch, &end, &err);
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

/* Where the run was begun. */
static int note_machine(struct store *store, int threads, struct err *err)
{
    char *known, text[512];
    int status = store_get(store, PAGE_MACHINE, &known, err);

    if (status == 0 && !known) {
        size_t used = machine_describe(text, sizeof text);

        snprintf(text + used, sizeof text - used, ", %d threads", threads);
        status = store_set(store, PAGE_MACHINE, text, err);
    }
    free(known);
    return status;
}

int evolution_go(struct store *store, const struct run_config *config, int threads, bool quiet)
{
    struct pool pool;
    struct viewer v = {
        .store = store, .config = config, .quiet = quiet, .pool = &pool, .stop = interrupt_watch()
    };
    struct run_watch watch = { .stop = v.stop,
                               .progress = show_progress,
                               .closed = closed,
                               .validated = validated,
                               .out_of_time = out_of_time,
                               .context = &v };
    struct err err;
    int code;

    if (pool_init(&pool, threads, &worker_memory, &err))
        return cli_fail(EXIT_FAILED, &err);
    run_files_init(&v.files, store);
    code = note_machine(store, pool.threads, &err) ? cli_fail(EXIT_FAILED, &err) : go(&v, &watch);
    run_files_release(&v.files);
    pool_release(&pool);
    return code;
}
