#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/nearest.h"
#include "cmd/progress.h"
#include "base/replacement.h"
#include "report/study_report.h"
#include "store/folder.h"

#define REPORT_FOLDER "reports"
#define REPORT_FILE   "studies.md"
#define TIMED_GAMES   50 /* of each player, replayed to measure its time */

struct studies_options {
    bool all, time, explain, csv;
    int games, threads;
    const char *seed_text; /* or NULL: the seeds of the experiments */
    const char *configs, *out;
    const char *name; /* a study or an experiment, or NULL */
};

/* The experiments to run, and the progress. */
struct job {
    const struct studies_options *o;
    struct study_list studies;
    struct study_run *run; /* one for each study */
    int experiments, done;
    double seconds, seconds_done; /* estimates from the studies */
    double start_s;
};

static void list(const struct study_list *studies)
{
    for (size_t i = 0; i < studies->n; i++) {
        const struct study *s = &studies->study[i];

        printf("%s%s: %s\n", i ? "\n" : "", s->name, s->about);
        if (s->paper)
            cli_print_row(stdout, "", 0, s->paper);
        for (size_t k = 0; k < s->experiments; k++)
            printf("  %-37s %s%s\n", s->experiment[k].name, s->experiment[k].about,
                   s->experiment[k].optional ? " (only when named)" : "");
    }
}

static int unknown_study(const struct study_list *studies, const char *what, const char *name)
{
    struct nearest near;

    nearest_init(&near, name);
    for (size_t i = 0; i < studies->n; i++) {
        nearest_offer(&near, studies->study[i].name);
        for (size_t k = 0; k < studies->study[i].experiments; k++)
            nearest_offer(&near, studies->study[i].experiment[k].name);
    }
    return cli_failf(EXIT_USAGE, "no %s '%s'%s 'c4evolve studies' lists them", what, name,
                     *nearest_hint(&near) ? near.hint : ";");
}

static int explain(const struct study_list *studies, const char *name)
{
    for (size_t i = 0; name && i < studies->n; i++) {
        if (strcmp(name, studies->study[i].name) != 0)
            continue;
        study_explain(stdout, &studies->study[i]);
        return EXIT_DONE;
    }
    return name ? unknown_study(studies, "study", name)
                : cli_failf(EXIT_USAGE, "--explain needs the name of a study");
}

static void choose(struct job *job)
{
    const char *name = job->o->name;

    for (size_t i = 0; i < job->studies.n; i++) {
        const struct study *s = &job->studies.study[i];
        bool whole = !name || strcmp(name, s->name) == 0;

        for (size_t k = 0; k < s->experiments; k++) {
            bool *wanted = &job->run[i].replay[k].wanted;

            *wanted = whole ? !s->experiment[k].optional : strcmp(name, s->experiment[k].name) == 0;
            if (!*wanted)
                continue;
            job->experiments++;
            job->seconds += (double)s->experiment[k].seconds;
        }
    }
}

#define CHANGE_SIZE 64

/* With fewer games: fewer openings where they are drawn, else fewer games from each. Returns the
 * number of changes. */
static int shorten(struct conf *conf, int games, char change[2][CHANGE_SIZE])
{
    struct conf_entry *openings = conf_find(conf, "tournament", "openings");
    struct conf_entry *played = conf_find(conf, "tournament", "games");
    int now = played ? atoi(played->value) : 1;
    long plies, count;

    snprintf(change[0], CHANGE_SIZE, "tournament.games=%d", now < games ? now : games);
    if (!openings || sscanf(openings->value, "%ld:%ld", &plies, &count) != 2 || count <= games)
        return 1;
    snprintf(change[1], CHANGE_SIZE, "tournament.openings=%ld:%d", plies, games);
    return 2;
}

/* Reads an experiment with the changes of the command line. */
static int read_experiment(struct tournament *t, const char *path, const struct studies_options *o,
                           struct err *err)
{
    char change[3][CHANGE_SIZE];
    const char *overrides[] = { change[0], change[1], change[2] };
    struct conf conf;
    int n = 0;

    if (conf_read(&conf, path, err))
        return -1;
    if (o->games)
        n = shorten(&conf, o->games, change);
    if (o->seed_text)
        snprintf(change[n++], CHANGE_SIZE, "tournament.seed=%s", o->seed_text);
    conf_release(&conf);
    return tournament_read(t, path, overrides, n, err);
}

/* A claim about a player that does not exist is an error in the study. */
static int check_claims(const struct study *study, size_t experiment, const struct games *games,
                        struct err *err)
{
    for (size_t i = 0; i < study->questions; i++) {
        const struct study_question *q = &study->question[i];
        struct err why;

        for (size_t k = 0; k < q->n; k++) {
            if (q->in[k] != experiment || claim_check(&q->claim, games, &why) == 0)
                continue;
            err_clear(err);
            return conf_error(&study->conf, q->claim_entry, err, "%s in %s", why.text,
                              study->experiment[experiment].name);
        }
    }
    return 0;
}

/* Reads everything before the first game is played. */
static int prepare(struct job *job, struct err *err)
{
    for (size_t i = 0; i < job->studies.n; i++) {
        const struct study *s = &job->studies.study[i];

        job->run[i].study = s;
        for (size_t k = 0; k < s->experiments; k++) {
            struct tournament *t = &job->run[i].replay[k].tournament;

            if (!job->run[i].replay[k].wanted)
                continue;
            if (read_experiment(t, s->experiment[k].path, job->o, err))
                return -1;
            if (check_claims(s, k, &t->games, err))
                return -1;
        }
    }
    return 0;
}

/* The time left is what the studies estimate, corrected by the pace so far. */
static void announce(const struct job *job, const struct study_experiment *x)
{
    double pace = job->seconds_done > 0 ? (clock_s() - job->start_s) / job->seconds_done : 1;

    fprintf(stderr, "%s (%d of %d", x->name, job->done + 1, job->experiments);
    if (!job->o->games && job->seconds > 0)
        fprintf(stderr, "; about %.0f s left", pace * (job->seconds - job->seconds_done));
    fputs(")\n", stderr);
}

static int play(struct job *job, const struct study_experiment *x, struct study_replay *replay,
                struct err *err)
{
    struct games *c = &replay->tournament.games;

    announce(job, x);
    if (progress_play(c, job->o->threads, err))
        return -1;
    if (x->effort) {
        replay->effort = calloc(c->players, sizeof *replay->effort);
        if (!replay->effort)
            return err_shortage(err, "out of memory: %u players", c->players);
        effort_count(replay->effort, c);
        if (job->o->time && effort_time(replay->effort, c, TIMED_GAMES, err))
            return -1;
    }
    job->done++;
    job->seconds_done += (double)x->seconds;
    return study_report_finish(replay, err);
}

/* Plays until everything is done, or until *interrupted. */
static int play_all(struct job *job, bool *interrupted, struct err *err)
{
    *interrupted = false;
    job->start_s = clock_s();
    for (size_t i = 0; i < job->studies.n; i++) {
        for (size_t k = 0; k < job->studies.study[i].experiments && !*interrupted; k++) {
            struct study_replay *replay = &job->run[i].replay[k];

            if (!replay->wanted)
                continue;
            if (play(job, &job->studies.study[i].experiment[k], replay, err))
                return -1;
            *interrupted = progress_interrupted(&replay->tournament.games);
        }
    }
    return 0;
}

/* Every pairing of every experiment that was played. */
static void print_csv(const struct job *job, FILE *out)
{
    fputs("study,experiment,first,second,wins,draws,losses\n", out);
    for (size_t i = 0; i < job->studies.n; i++) {
        const struct study_run *run = &job->run[i];

        for (size_t k = 0; k < run->study->experiments; k++) {
            char start[256];

            snprintf(start, sizeof start, "%s,%s,", run->study->name,
                     run->study->experiment[k].name);
            if (run->replay[k].played)
                tournament_report_csv_rows(out, start, &run->replay[k].tournament);
        }
    }
}

static int print(const struct job *job, FILE *out, struct err *err)
{
    if (job->o->csv) {
        print_csv(job, out);
        return 0;
    }
    if (job->o->all)
        return studies_report(out, job->run, job->studies.n, err);
    for (size_t i = 0; i < job->studies.n; i++) {
        const struct study_run *run = &job->run[i];

        for (size_t k = 0; k < run->study->experiments; k++)
            if (run->replay[k].played)
                return study_report(out, run, err);
    }
    return 0;
}

/* Opens the file of the report, which is replaced as a whole. */
static int open_report(struct replacement *file, const struct studies_options *o, struct err *err)
{
    if (o->out)
        return replacement_at(file, o->out, err);
    return folder_make(REPORT_FOLDER, err)
               ? -1
               : replacement_begin(file, REPORT_FOLDER, REPORT_FILE, err);
}

static int write_report(const struct job *job, struct err *err)
{
    struct replacement file;

    if ((!job->o->all || job->o->csv) && !job->o->out)
        return print(job, stdout, err);
    if (open_report(&file, job->o, err))
        return -1;
    if (print(job, file.out, err)) {
        replacement_cancel(&file);
        return -1;
    }
    return replacement_finish(&file, err);
}

/* Checks before the games that the report can be written. A file that is not a regular one is
 * opened differently, because opening it for writing may empty it. */
static int check_report(const struct studies_options *o, struct err *err)
{
    struct replacement file;
    struct stat st;

    if ((!o->all || o->csv) && !o->out)
        return 0;
    if (o->out && lstat(o->out, &st) == 0 && !S_ISREG(st.st_mode))
        return cli_check_writable(o->out, err);
    if (open_report(&file, o, err))
        return -1;
    replacement_cancel(&file);
    return 0;
}

static int run_job(struct job *job)
{
    bool interrupted;
    struct err err;

    choose(job);
    if (job->experiments == 0)
        return unknown_study(&job->studies, "study or experiment", job->o->name);
    if (prepare(job, &err) || check_report(job->o, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (play_all(job, &interrupted, &err))
        return cli_fail(EXIT_FAILED, &err);
    if (interrupted && (job->o->all || job->o->out))
        return cli_failf(EXIT_FAILED, "no report was written: games are missing");
    if (write_report(job, &err))
        return cli_fail(EXIT_FAILED, &err);
    return interrupted ? EXIT_FAILED : EXIT_DONE;
}

static int run(const struct studies_options *o)
{
    struct job *job = calloc(1, sizeof *job);
    char folder[DATA_PATH_SIZE];
    int code = EXIT_DONE;
    struct err err;

    if (!job)
        return cli_failf(EXIT_FAILED, "out of memory");
    job->o = o;
    if (study_list_read(&job->studies, o->configs ? o->configs : study_folder(folder), &err)) {
        free(job);
        return cli_fail(EXIT_USAGE, &err);
    }
    job->run = calloc(job->studies.n, sizeof *job->run);
    if (!job->run) {
        code = cli_failf(EXIT_FAILED, "out of memory: %zu studies", job->studies.n);
    } else if (o->explain) {
        code = explain(&job->studies, o->name);
    } else if (o->name || o->all) {
        code = run_job(job);
    } else {
        list(&job->studies);
    }
    for (size_t i = 0; job->run && i < job->studies.n; i++)
        study_report_release(&job->run[i]);
    free(job->run);
    study_list_release(&job->studies);
    free(job);
    return code;
}

int cmd_studies(int argc, char **argv)
{
    struct studies_options o = { 0 };
    const struct option_row options[] = {
        { "--all", NULL, "runs all studies and writes " REPORT_FOLDER "/" REPORT_FILE, OPTION_FLAG,
          &o.all, 0, 0 },
        { "--explain", NULL, "says what we read in the study's program; plays nothing", OPTION_FLAG,
          &o.explain, 0, 0 },
        { "-o", "FILE", "file for the report", OPTION_TEXT, &o.out, 0, 0 },
        { "--games", "N", "a quick look: at most N openings, or N games from each", OPTION_INT,
          &o.games, 1, 1000000 },
        { "--seed", "S", "seed of all openings and random choices; default: the experiments' own",
          OPTION_TEXT, &o.seed_text, 0, 0 },
        { "--csv", NULL, "prints every pairing as CSV instead of the report", OPTION_FLAG, &o.csv,
          0, 0 },
        { "--time", NULL, "also shows measured times, which differ from run to run", OPTION_FLAG,
          &o.time, 0, 0 },
        { "--configs", "DIR", "folder with the studies; default configs/studies", OPTION_TEXT,
          &o.configs, 0, 0 },
        OPTION_THREADS(o.threads),
        { 0 },
    };
    const struct cli cli = {
        .name = "studies",
        .arguments = "[NAME] [OPTIONS]",
        .about =
            "Replays the experiments of published studies. NAME is a study or one of its\n"
            "experiments; without NAME, all are listed. Prints Markdown: our figures beside the\n"
            "published ones, and a verdict on each of the study's answers. The result does not\n"
            "depend on the number of threads. 'c4evolve help claims' explains how to write a\n"
            "study.",
        .examples = "  c4evolve studies\n"
                    "  c4evolve studies karplus-2010\n"
                    "  c4evolve studies bleskachek-2019 --explain\n"
                    "  c4evolve studies bleskachek-2019-generation1 --time\n"
                    "  c4evolve studies --all -o my-studies.md\n",
        .option = options,
        .max_args = 1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    o.name = args ? argv[1] : NULL;
    if (o.name && o.all)
        return cli_failf(EXIT_USAGE, "--all runs every study and takes no name, but '%s' was given",
                         o.name);
    if (o.csv && !o.name && !o.all)
        return cli_failf(EXIT_USAGE, "--csv needs the name of a study or experiment, or --all");
    return run(&o);
}
