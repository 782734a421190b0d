#include "cmd/evolution.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/clock.h"
#include "base/draft.h"
#include "base/quote.h"
#include "cmd/cli.h"
#include "cmd/evolve_from.h"
#include "cmd/loaded.h"
#include "cmd/progress.h"
#include "evolve/run.h"
#include "parallel/cluster.h"
#include "report/changes_report.h"
#include "report/importance_report.h"
#include "report/page.h"
#include "report/playoff_report.h"
#include "report/run_files.h"
#include "report/text.h"
#include "report/verdict_report.h"
#include "store/folder.h"

/* "c4evolve CONFIG --set ... --out DIR", to be copied into a shell. */
static int print_command(FILE *out, struct store *store, struct err *err)
{
    char *path = NULL, *overrides = NULL, *generations = NULL, *rest;
    int status = store_get(store, RUN_PATH, &path, err) ||
                         store_get(store, RUN_OVERRIDES, &overrides, err) ||
                         store_get(store, RUN_GENERATIONS, &generations, err)
                     ? -1
                     : 0;

    fputs("c4evolve ", out);
    if (path && strncmp(path, FROM_OPTION " ", strlen(FROM_OPTION " ")) == 0)
        fprintf(out, "evolve %s", path); /* these are options already */
    else
        quote_shell(out, path ? path : "CONFIG.ini");
    for (char *line = overrides ? strtok_r(overrides, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        fputs(" --set ", out);
        quote_shell(out, line);
    }
    if (generations)
        fprintf(out, " --set run.generations=%s", generations);
    fputs(" --out ", out);
    quote_shell(out, store->dir);
    free(path);
    free(overrides);
    free(generations);
    return status;
}

int evolution_write_page(struct store *store, const struct run_config *config, const char *path,
                         int reload_s, struct err *err)
{
    struct draft command;
    int status;

    if (draft_open(&command, err))
        return -1;
    status = print_command(command.out, store, err) || draft_close(&command, err);
    if (status == 0)
        status =
            page_save_run(path, &(struct page_run){ store, config, command.text, reload_s }, err);
    draft_release(&command);
    return status;
}

/* Seconds between two lines about generations without a new champion. */
#define LINE_S 5

/* What the callbacks of a run need. */
struct viewer {
    struct store *store;
    const struct run_config *config;
    struct pool *pool;
    bool quiet; /* no lines about the run */
    bool part;
    bool bar;
    struct run_files files;
    struct progress progress;
    uint32_t played; /* generations */
    double line_s;   /* when the last line about one was printed */
    double pace_s;   /* of a generation */
    bool failed;     /* to write the files beside the run file */
};

/* With a time budget the bar shows how much of it is used, until only play-off and verdict are
 * left. */
static void show_progress(void *context, const char *what, size_t done, size_t total)
{
    struct viewer *v = context;
    double budget = 60 * v->config->minutes, used = clock_s() - v->progress.begun_s;

    if (v->bar && used < budget)
        progress_show_time(&v->progress, used, budget);
    else if (v->bar)
        progress_show(&v->progress, what, done, total);
}

static double seconds_left(const struct viewer *v, uint32_t generation)
{
    double left = v->pace_s * (double)(v->config->generations - (int)generation - 1);
    double budget = 60 * v->config->minutes;

    if (budget > 0)
        left = fmin(left, fmax(budget - (clock_s() - v->progress.begun_s), 0));
    return left;
}

/* A run with a time budget may have hundreds of short generations: those that bring a new champion
 * are shown, and otherwise one every few seconds. */
static bool is_shown(struct viewer *v, const struct run_generation *g)
{
    double now = clock_s();

    if (v->quiet || (v->config->minutes > 0 && v->played > 1 && !g->figures.new_champion &&
                     now - v->line_s < LINE_S))
        return false;
    v->line_s = now;
    return true;
}

/* Regressions make some generations long, so the pace is that of the last eight or so. */
static void note_pace(struct viewer *v, double seconds)
{
    v->pace_s += (seconds - v->pace_s) / (v->played < 8 ? v->played : 8);
}

/* "95s", "12m", "3.4h" */
static void print_left(char *text, size_t size, double seconds)
{
    if (seconds < 100)
        snprintf(text, size, "%.0fs", seconds);
    else if (seconds < 6000)
        snprintf(text, size, "%.0fm", seconds / 60);
    else
        snprintf(text, size, "%.*fh", seconds < 36000 ? 1 : 0, seconds / 3600);
}

/* One line per generation, within 80 columns. The panel is the score that can be compared from line
 * to line; Elo 0 is even with the opponents. */
static void print_generation(const struct viewer *v, const struct run_generation *g)
{
    const struct generation_figures *f = &g->figures;
    char panel[16] = "-", left[16];

    if (v->played == 1)
        fprintf(stderr, "%-14s %5s %8s %5s %5s %6s %-8s %-9s %7s %4s\n", "generation", "panel",
                "best Elo", "+-95%", "mean", "spread", "champion", "origin", "games/s", "left");
    if (!isnan(g->panel))
        snprintf(panel, sizeof panel, "%.3f", g->panel);
    print_left(left, sizeof left, seconds_left(v, g->time.generation));
    fprintf(stderr, "generation %-3u %5s %+8.0f %5.0f %+5.0f %6.0f #%-7u %-9s %7.0f %4s\n",
            g->time.generation, panel, f->best.elo, f->best.error, f->mean, f->spread,
            f->champion.id, f->new_champion ? origin_name[g->champion_origin] : "-",
            g->time.games / g->time.seconds, left);
}

static void closed(void *context, const struct run_generation *g)
{
    struct viewer *v = context;
    struct err err;

    v->played++;
    note_pace(v, g->time.seconds);
    progress_end(&v->progress);
    if (is_shown(v, g))
        print_generation(v, g);
    /* The run goes on without these files, which can be written again at its end. */
    if (run_files_update(&v->files, &err) == 0) {
        v->failed = false;
    } else if (!v->failed && folder_has_run(v->store->dir)) { /* else the run itself will fail */
        cli_fail(EXIT_FAILED, &err);
        v->failed = true;
    }
}

static void validated(void *context, const struct journal_validation *list, size_t n)
{
    struct viewer *v = context;
    struct verdict_filter filter = { list->generation, list->depth, VERDICT_ALL, NULL, 0 };
    struct verdict_total total = verdict_total(list, n, &filter);
    struct interval score = tally_group_interval(&total.games);

    progress_end(&v->progress);
    if (!v->quiet)
        fprintf(stderr,
                "validation at depth %d: champion #%u scores %.3f (%.3f-%.3f) in %llu games\n",
                list->depth, list->champion, score.mean, score.low, score.high,
                (unsigned long long)wdl_games(total.games.all.games));
}

static void print_resume(const struct viewer *v)
{
    fputs("  c4evolve resume ", stderr);
    quote_shell(stderr, v->store->dir);
    loaded_print(stderr);
    fputc('\n', stderr);
}

/* Some launchers kill all processes when one of them dies, so say now how to continue. */
static void tell_start(const struct viewer *v)
{
    if (cluster_size() == 1)
        return;
    fprintf(stderr, "%d processes. If one of them fails, all stop; to continue, run:\n",
            cluster_size());
    print_resume(v);
}

/* The cost of several processes: waiting for rank 0, and messages. */
static void tell_cluster(const struct viewer *v)
{
    struct cluster_traffic t = cluster_traffic();
    double took = clock_s() - v->progress.begun_s;

    if (cluster_size() > 1)
        fprintf(stderr,
                "%d processes, busy %.0f%% of the time; %lu messages (%.3g MB) from rank 0, "
                "%lu (%.3g MB) to it\n",
                cluster_size(), 100 * v->pool->filling_s / took, t.sent, 1e-6 * t.bytes_sent,
                t.received, 1e-6 * t.bytes_received);
}

/* Why there are fewer generations than the config says, and where the results are. */
static void tell_finished(const struct viewer *v, uint32_t generations, enum run_end end)
{
    if (v->quiet)
        return;
    if (end == RUN_OUT_OF_TIME) {
        fputs("The time budget is used up. To continue, run:\n", stderr);
        print_resume(v);
    } else if (end == RUN_OUT_OF_GAMES) {
        fprintf(stderr, "Stopped after %u generations: run.games is used up.\n", generations);
    } else if (generations < (uint32_t)v->config->generations) {
        fprintf(stderr, "Stopped after %u generations: the last %d brought no new champion.\n",
                generations, v->config->patience);
    }
    fprintf(stderr, "Done in %.0f s. Champion: %s/champion.ini. Report: %s/" PAGE_NAME ".\n",
            clock_s() - v->progress.begun_s, v->store->dir, v->store->dir);
}

/* A run does not fail because its page cannot be written. */
static void write_page(struct viewer *v)
{
    struct err err;

    if (page_mark_over(v->store, v->config, &err) ||
        evolution_write_page(v->store, v->config, NULL, 0, &err))
        fprintf(stderr, "c4evolve: cannot write the report: %s\n", err.text);
}

void evolution_print_twins(FILE *out, const struct run_config *config)
{
    for (size_t i = 0; i < config->twins.n; i++) {
        text_put(out, config->twins.twin[i].name);
        fputs(" has the same weights as ", out);
        text_put(out, config->twins.twin[i].of);
        fputs(": counted once\n", out);
    }
}

static int print_importance(const struct viewer *v, const struct journal *journal, struct err *err)
{
    struct importance *list;
    size_t n;

    if (importance_find(journal, v->config, &list, &n, err))
        return -1;
    if (n > 0)
        putchar('\n');
    importance_report(stdout, list, n);
    free(list);
    return 0;
}

/* The play-off, the verdict, and the genes that matter. */
static int print_results(const struct viewer *v, const struct verdict *verdict, struct err *err)
{
    struct journal journal = store_journal(v->store);

    if (playoff_report(stdout, &journal, verdict->generation, err) ||
        verdict_report(stdout, verdict, err))
        return -1;
    if (v->config->twins.n > 0)
        putchar('\n');
    evolution_print_twins(stdout, v->config);
    return print_importance(v, &journal, err) || changes_report(stdout, &verdict->changes, err) ? -1
                                                                                                : 0;
}

/* Brings the files beside the run file up to date with the journal. */
static int tell_end(struct viewer *v, const struct verdict *verdict, enum run_end end)
{
    struct err err;

    if (end == RUN_INTERRUPTED) {
        run_files_finish(&v->files, &err); /* the next process writes them, too */
        if (v->part)
            return EXIT_FAILED;
        fputs("c4evolve: interrupted; all finished games are saved. To continue, run:\n", stderr);
        print_resume(v);
        return EXIT_FAILED;
    }
    if (run_files_finish(&v->files, &err) || (!v->part && print_results(v, verdict, &err)))
        return cli_fail(EXIT_FAILED, &err);
    write_page(v);
    tell_finished(v, verdict->generation, end);
    if (!v->quiet)
        tell_cluster(v);
    return EXIT_DONE;
}

/* The processor as Linux names it, after a comma; "" elsewhere. */
static void find_processor(char *buf, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];

    buf[0] = '\0';
    while (file && !buf[0] && fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');

        if (strncmp(line, "model name", strlen("model name")) != 0 || !value)
            continue;
        value[strcspn(value, "\n")] = '\0';
        snprintf(buf, size, ",%s", value + 1);
    }
    if (file)
        fclose(file);
}

/* Notes where the run was started, for its page. */
static int note_machine(struct store *store, int threads, struct err *err)
{
    struct utsname name = { .sysname = "unknown", .machine = "system" };
    char *known, processor[256], text[512];
    int status = store_get(store, PAGE_MACHINE, &known, err);

    if (status == 0 && !known) {
        uname(&name);
        find_processor(processor, sizeof processor);
        snprintf(text, sizeof text, "%.64s %.64s%s, %d threads", name.sysname, name.machine,
                 processor, threads);
        status = store_set(store, PAGE_MACHINE, text, err);
    }
    free(known);
    return status;
}

/* Plays the run; an exit code. */
static int play(struct viewer *v)
{
    struct run_watch watch = {
        .watch = { .stop = progress_stop(), .progress = show_progress, .context = v },
        .closed = closed,
        .validated = validated
    };
    struct journal journal = store_journal(v->store);
    struct verdict verdict;
    enum run_end end;
    struct err err;
    int code;

    progress_begin(&v->progress);
    if (!v->quiet)
        tell_start(v);
    code = run_play(v->config, &journal, v->pool, &watch, &verdict, &end, &err);
    progress_end(&v->progress);
    if (code == 0) {
        code = tell_end(v, &verdict, end);
        verdict_release(&verdict);
        return code;
    }
    code = cli_fail(EXIT_FAILED, &err);
    if (v->part || !folder_has_run(v->store->dir))
        return code;
    fputs("c4evolve: saved games are intact; to continue, run:\n", stderr);
    print_resume(v);
    return code;
}

int evolution_play(struct store *store, const struct run_config *config,
                   const struct evolution_how *how)
{
    struct viewer v = { .store = store,
                        .config = config,
                        .pool = how->pool,
                        .quiet = how->quiet || how->part,
                        .part = how->part,
                        .bar = !how->quiet };
    struct err err;
    int code;

    run_files_init(&v.files, store);
    code = note_machine(store, how->pool->threads, &err) ? cli_fail(EXIT_FAILED, &err) : play(&v);
    return code;
}

int evolution_run(struct store *store, const struct run_config *config, int threads, bool quiet)
{
    struct pool pool;
    struct err err;
    int code;

    if (pool_init(&pool, threads, &worker_memory, &err))
        return cli_fail(EXIT_FAILED, &err);
    code = evolution_play(store, config, &(struct evolution_how){ .pool = &pool, .quiet = quiet });
    pool_release(&pool);
    return code;
}
