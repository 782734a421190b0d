#include "cmd/experiment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text_file.h"
#include "evolve/run.h"
#include "report/experiment_report.h"
#include "report/page.h"

#define WIDTH       80
#define NO_LIMIT    "run.generations=1000000" /* the most that a config may have */
#define BUDGET_SIZE 64

struct experiment_options {
    struct text_list vary, set;
    const char *seeds, *minutes, *out, *html;
    int games, openings, threads;
    bool csv, json, quiet, dry_run;
    char budget[BUDGET_SIZE];
    const char *command; /* the whole command line */
};

/* An experiment and what it owns. */
struct session {
    const struct experiment_options *o;
    struct experiment_plan plan;
    struct experiment e;
    struct text_list set; /* with the budget */
    struct run_config base;
    bool has_base;
    char *text, *dir;
};

static void session_release(struct session *s)
{
    experiment_plan_release(&s->plan);
    if (s->has_base)
        config_release(&s->base);
    free(s->text);
    free(s->dir);
}

/* Whether an assignment is one of that key. */
static bool sets_key(const char *assignment, const char *key)
{
    size_t length = strlen(key);

    return strncmp(assignment, key, length) == 0 && assignment[length] == '=';
}

/* Refuses a key that the command line sets in two ways. */
static int check_key(const struct session *s, const char *key, const char *option, bool varied,
                     struct err *err)
{
    if (varied && experiment_varies(&s->plan, key))
        return err_set(err, "%s and --vary both set %s", option, key);
    for (int i = 0; i < s->o->set.n; i++)
        if (sets_key(s->o->set.item[i], key))
            return err_set(err, "%s and --set both set %s", option, key);
    return 0;
}

static int check_keys(const struct session *s, struct err *err)
{
    const char *budget = s->o->games ? "--games" : s->o->minutes ? "--minutes" : NULL;

    for (size_t i = 0; i < s->plan.keys; i++)
        if (check_key(s, s->plan.key[i].name, "--vary", false, err))
            return -1;
    if (check_key(s, "run.seed", "--seeds", true, err))
        return -1;
    if (s->o->games && s->o->minutes)
        return err_set(err, "--games and --minutes cannot be used together");
    if (budget && (check_key(s, "run.generations", budget, true, err) ||
                   check_key(s, s->o->games ? "run.games" : "run.minutes", budget, true, err)))
        return -1;
    return 0;
}

/* The changes of the config that all runs share. */
static int make_settings(struct session *s, struct err *err)
{
    s->set = s->o->set;
    if (!s->o->budget[0])
        return 0;
    if (s->set.n + 2 > TEXT_LIST_MAX)
        return err_set(err, "more than %d changes of the config", TEXT_LIST_MAX);
    s->set.item[s->set.n++] = s->o->budget;
    s->set.item[s->set.n++] = NO_LIMIT;
    return 0;
}

/* Champions are measured as the config says without varied keys. If it is not complete without
 * them, those of the first run are taken. */
static int read_base(struct session *s, struct err *err)
{
    struct err why;

    if (evolution_read(&s->base, &s->e.source, &why) &&
        experiment_read_config(&s->e, 0, &s->base, err))
        return -1;
    s->has_base = true;
    return 0;
}

static int name_folder(struct session *s, struct err *err)
{
    char usual[128];

    snprintf(usual, sizeof usual, "reports/%s-experiment", s->base.name);
    s->dir = strdup(s->o->out ? s->o->out : usual);
    s->e.dir = s->dir;
    if (!s->dir)
        return err_shortage(err, "out of memory");
    return *s->dir ? 0 : err_set(err, "--out: the name is empty");
}

/* Reads all that the command line gives, and finds all errors. */
static int prepare(struct session *s, const char *path, struct err *err)
{
    const struct experiment_options *o = s->o;

    if (experiment_plan_init(&s->plan, o->vary.item, (size_t)o->vary.n, o->seeds, err) ||
        check_keys(s, err) || make_settings(s, err) || !(s->text = text_file_whole(path, err)))
        return -1;
    s->e = (struct experiment){ .plan = &s->plan,
                                .source = { .path = path, .text = s->text, .set = &s->set },
                                .base = &s->base,
                                .quiet = o->quiet };
    return experiment_check_configs(&s->e, err) || read_base(s, err) || name_folder(s, err) ||
                   (o->html && cli_check_writable(o->html, err))
               ? -1
               : 0;
}

/* Prints the games of a combination, and adds them up. */
static int plan_combination(const struct session *s, size_t combination, double *games,
                            struct err *err)
{
    char label[EXPERIMENT_LABEL];
    struct run_config config;
    size_t all;

    if (experiment_read_config(&s->e, combination, &config, err))
        return -1;
    all = run_games_in_all(&config);
    if (config.minutes > 0)
        printf("  %s: %g minutes\n", experiment_label(&s->plan, combination, label),
               config.minutes);
    else
        printf("  %s: up to %zu games\n", experiment_label(&s->plan, combination, label), all);
    *games += (double)all;
    config_release(&config);
    return 0;
}

static int print_plan(const struct session *s)
{
    size_t opponents = s->base.opponents.n + s->base.references.n, seeds = s->plan.seeds;
    size_t measured =
        2 * EXPERIMENT_POINTS * experiment_runs(&s->plan) * opponents * (size_t)s->o->openings;
    double games = 0, rate;
    struct err err;

    if (evolution_speed(&s->base, s->o->threads, EVOLUTION_TRIAL_S, &rate, &err))
        return cli_fail(EXIT_USAGE, &err);
    printf("%s: %zu combination%s, %zu seed%s: %zu runs in %s\n", s->base.name,
           s->plan.combinations, s->plan.combinations == 1 ? "" : "s", seeds, seeds == 1 ? "" : "s",
           experiment_runs(&s->plan), s->dir);
    for (size_t c = 0; c < s->plan.combinations; c++)
        if (plan_combination(s, c, &games, &err))
            return cli_fail(EXIT_USAGE, &err);
    printf("  measurement: up to %zu games, %d openings against each of up to %zu opponents\n",
           measured, s->o->openings, opponents);
    if (s->o->minutes)
        printf("  %.0f games per second here: about %.0f s to measure, besides the runs\n", rate,
               (double)measured / rate);
    else
        printf("  %.0f games per second here: about %.0f s, and the verdicts\n", rate,
               (games * (double)seeds + (double)measured) / rate);
    return EXIT_DONE;
}

struct told {
    const struct experiment_result *result;
    char *findings;
};

static void print_json(FILE *out, const void *context)
{
    const struct told *told = context;

    experiment_report_json(told->result, told->findings, out);
}

static int write_page(const struct session *s, const struct told *told, struct err *err)
{
    const struct page_result page = { .kind = "experiment",
                                      .name = s->base.name,
                                      .command = s->o->command,
                                      .config = s->text,
                                      .seed = s->plan.seed[0],
                                      .print = print_json,
                                      .context = told };

    return page_save_result(s->o->html, &page, err);
}

static int print_told(const struct session *s, const struct told *told, struct err *err)
{
    if (s->o->html && write_page(s, told, err))
        return -1;
    if (s->o->csv)
        return experiment_report_csv(told->result, stdout, err);
    if (!s->o->json)
        return experiment_report_text(told->result, cli_terminal_width(STDOUT_FILENO, WIDTH),
                                      stdout, err);
    print_json(stdout, told);
    return 0;
}

static int print(const struct session *s, const struct experiment_result *result, struct err *err)
{
    struct told told = { .result = result, .findings = experiment_report_findings(result, err) };
    int status = told.findings ? print_told(s, &told, err) : -1;

    free(told.findings);
    return status;
}

/* All that was done is kept, so the same command continues. */
static int tell_stopped(const struct session *s)
{
    fprintf(stderr, "c4evolve: %sall finished games are saved. To continue, run:\n  %s\n",
            atomic_load(progress_stop()) ? "interrupted; " : "", s->o->command);
    return EXIT_FAILED;
}

static int measure(const struct session *s)
{
    struct experiment_result result = { 0 };
    struct measure m = { 0 };
    struct err err;
    bool finished;
    int code = EXIT_DONE;

    if (experiment_measure(&s->e, (size_t)s->o->openings, &m, &result, &finished, &err) ||
        (finished && print(s, &result, &err)))
        code = cli_fail(EXIT_FAILED, &err);
    else if (!finished)
        code = tell_stopped(s);
    experiment_result_release(&result);
    measure_release(&m);
    return code;
}

static int play(struct session *s)
{
    struct folder_lock lock = { 0 };
    struct pool pool;
    struct err err;
    bool lost;
    int code;

    if (experiment_open_folder(&s->e, &lock, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (pool_init(&pool, s->o->threads, &worker_memory, &err)) {
        folder_unlock(&lock);
        return cli_fail(EXIT_FAILED, &err);
    }
    s->e.pool = &pool;
    code = experiment_play(&s->e, &lost);
    if (code == EXIT_DONE)
        code = measure(s);
    else if (code == EXIT_FAILED && !lost)
        code = tell_stopped(s);
    pool_release(&pool);
    folder_unlock(&lock);
    return code;
}

static int run(const struct experiment_options *o, const char *path)
{
    struct session s = { .o = o };
    struct err err;
    int code;

    if (!o->dry_run)
        progress_stop(); /* now: reading many configs and runs takes a moment */
    if (prepare(&s, path, &err))
        code = cli_fail(EXIT_USAGE, &err);
    else
        code = o->dry_run ? print_plan(&s) : play(&s);
    session_release(&s);
    return code;
}

static const char about[] =
    "Compares configs of an evolution: every combination of the values given by --vary is\n"
    "run with every seed, each in a folder of its own below DIR and with the same budget.\n"
    "Then all champions are measured on one test: against the opponents and references of\n"
    "the config, from openings that no run has trained on, and by their mistakes in solved\n"
    "positions. The output shows\n\n"
    "  - the mean score of each combination over its seeds with a 95% interval (Student's\n"
    "    t), the best and the worst seed, mistakes, games and time;\n"
    "  - the score against the number of games played;\n"
    "  - differences between combinations, paired by seed, with p corrected for the number\n"
    "    of comparisons (Holm), and what they show in a sentence.\n\n"
    "Without --games or --minutes, a run has the generations of its config. Champions are\n"
    "measured with the search and depth of the config without --vary. Quote values that\n"
    "have commas or spaces. Decide on the number of seeds first: adding seeds until a\n"
    "difference shows finds differences that are not there. Ctrl-C stops; the same command\n"
    "continues, also with more seeds. Except for times, the result is the same for any\n"
    "number of threads, unless --minutes makes it depend on the speed of the machine.";

static const struct cli description = {
    .name = "experiment",
    .arguments = "CONFIG.ini [OPTIONS]",
    .about = about,
    .examples = "  c4evolve experiment configs/gen3.ini --vary play.openings=2,4 \\\n"
                "      --seeds 1..5 --games 200000\n"
                "  c4evolve experiment configs/gen3.ini --html evolve.html \\\n"
                "      --vary 'genes.evolve=\"line shape\",\"line threat\"' --seeds 1..8\n",
    .min_args = 1,
    .max_args = 1,
};

static int parse(struct experiment_options *o, int argc, char **argv, int *args)
{
    const struct option_row options[] = {
        { "--vary", "SECTION.KEY=V1,V2", "a key of the config and its values; may be repeated",
          OPTION_LIST, &o->vary, 0, 0 },
        { "--seeds", "LIST", "seeds of the runs, as in 1..5 or 1,4,9; default 1..5", OPTION_TEXT,
          &o->seeds, 0, 0 },
        { "--games", "N", "games per run, instead of run.generations", OPTION_INT, &o->games, 1,
          1000000000 },
        { "--minutes", "M", "time per run, instead of run.generations", OPTION_TEXT, &o->minutes, 0,
          0 },
        { "--openings", "N", "openings per opponent to measure with; default 200", OPTION_INT,
          &o->openings, 1, 100000 },
        { "--set", "SECTION.KEY=VALUE", "changes the config of all runs; may be repeated",
          OPTION_LIST, &o->set, 0, 0 },
        { "--out", "DIR", "folder of the experiment; default reports/NAME-experiment", OPTION_TEXT,
          &o->out, 0, 0 },
        { "--html", "FILE", "writes the result to FILE as a web page", OPTION_TEXT, &o->html, 0,
          0 },
        { "--csv", NULL, "prints one row per run instead of tables", OPTION_FLAG, &o->csv, 0, 0 },
        { "--json", NULL, "prints one JSON object instead of tables", OPTION_FLAG, &o->json, 0, 0 },
        { "--dry-run", NULL, "checks all configs and prints what would be played", OPTION_FLAG,
          &o->dry_run, 0, 0 },
        { "--quiet", NULL, "prints only the result", OPTION_FLAG, &o->quiet, 0, 0 },
        OPTION_THREADS(o->threads),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    struct cli cli = description;

    cli.option = options;
    return cli_parse(&cli, argc, argv, args);
}

int cmd_experiment(int argc, char **argv)
{
    char *command = cli_command_line(argc, argv);
    struct experiment_options o = { .seeds = "1..5",
                                    .openings = 200,
                                    .command = command ? command : "" };
    int args;
    int code = parse(&o, argc, argv, &args);

    if (o.games)
        snprintf(o.budget, sizeof o.budget, "run.games=%d", o.games);
    else if (o.minutes)
        snprintf(o.budget, sizeof o.budget, "run.minutes=%s", o.minutes);
    if (code == CLI_GO_ON && o.csv && o.json)
        code = cli_failf(EXIT_USAGE, "--csv and --json cannot be used together");
    if (code == CLI_GO_ON)
        code = run(&o, argv[1]);
    free(command);
    return code;
}
