#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/evolution.h"
#include "evolve/breed.h"
#include "evolve/run.h"

struct evolve_options {
    int threads;
    const char *out;
    struct text_list set;
    bool quiet, dry_run;
};

static int read_config(struct run_config *config, const char *path, const char *text,
                       const struct text_list *set, struct err *err)
{
    struct conf conf;
    int status = conf_read_text(&conf, path, text, err);

    if (status)
        return -1;
    for (int i = 0; i < set->n && status == 0; i++)
        status = strchr(set->item[i], '\n') ? err_set(err, "--set takes one line")
                                            : conf_override(&conf, set->item[i], err);
    if (status == 0)
        status = config_read(config, &conf, true, err);
    conf_release(&conf);
    return status;
}

/* Plays part of the first generation to measure the speed. */
static int measure(const struct run_config *config, int threads, double *games_per_s,
                   struct err *err)
{
    struct journal_genome *list = NULL;
    struct breed_space gs;
    struct generation first;
    struct pool pool;
    double start;
    size_t n;
    int status = -1;

    if (breed_space_init(&gs, config, err) || breed_founders(config, &gs, &list, &n, err))
        return -1;
    if (pool_init(&pool, threads, &worker_memory, err) == 0) {
        status =
            generation_init(&first, config, 0, list, list + config->size, config->opponents.n, err);
        if (status == 0) {
            size_t games = first.games.schedule.n < 1000 ? first.games.schedule.n : 1000;

            start = clock_s();
            status = games_play(&first.games, 0, games, &pool, &(struct watch){ 0 }, NULL, err);
            *games_per_s = (double)games / (clock_s() - start);
            generation_release(&first);
        }
        pool_release(&pool);
    }
    free(list);
    return status;
}

static int print_plan(const struct run_config *c, int threads)
{
    size_t games = run_games_per_generation(c, c->opponents.n, (size_t)c->hall);
    size_t all = run_games_in_all(c);
    size_t verdict = 2 * c->references.n * (size_t)c->verdict_openings;
    double rate;
    struct err err;

    if (measure(c, threads, &rate, &err))
        return cli_fail(EXIT_USAGE, &err);
    printf("%s: %d generations of %d genomes, seed %llu\n", c->name, c->generations, c->size,
           (unsigned long long)c->seed);
    printf("  %zu founders, %zu opponents, up to %d earlier champions\n", c->founders.n,
           c->opponents.n, c->hall);
    printf("  selection %s, crossover %s, mutation %s, fit %s\n", c->selection.method->name,
           c->crossover.method->name, c->mutation.method->name, c->fit_every ? "yes" : "no");
    printf("  %zu games per generation, %zu in all\n", games, all);
    printf("  verdict: %zu games at depth %d, and as many at each of %d other depths\n", verdict,
           c->player.keys.depth, c->depth_count);
    printf("  %.0f games per second here: about %.0f s, and the verdict\n", rate,
           (double)all / rate);
    return EXIT_DONE;
}

/* The overrides as one string, one a line. The caller frees it. */
static char *join(const struct text_list *set)
{
    size_t size = 1;
    char *text;

    for (int i = 0; i < set->n; i++)
        size += strlen(set->item[i]) + 1;
    text = calloc(size, 1);
    for (int i = 0; text && i < set->n; i++) {
        strcat(text, set->item[i]);
        strcat(text, "\n");
    }
    return text;
}

/* The run folder has everything that resume needs as soon as it exists. */
static int create(struct store *store, const char *dir, const char *text, const char *path,
                  const struct evolve_options *o, const struct run_config *config, struct err *err)
{
    char *overrides = join(&o->set);
    const char *strings[] = { RUN_PATH, path, RUN_OVERRIDES, overrides, NULL };
    struct store_meta meta = {
        .name = config->name, .seed = config->seed, .config = text, .strings = strings
    };
    int status =
        overrides ? store_create(store, dir, &meta, err) : err_set(err, "out of memory: --set");

    free(overrides);
    return status;
}

static int start_run(const struct evolve_options *o, const char *path, const char *text,
                     const struct run_config *config)
{
    struct store store;
    struct journal journal;
    char dir[4096];
    struct err err;
    int code;

    snprintf(dir, sizeof dir, "%s%s", o->out ? o->out : "reports/", o->out ? "" : config->name);
    if (create(&store, dir, text, path, o, config, &err))
        return cli_fail(EXIT_FAILED, &err);
    journal = store_journal(&store);
    if (run_begin(config, &journal, &err))
        code = cli_fail(EXIT_FAILED, &err);
    else
        code = evolution_run(&store, config, o->threads, o->quiet);
    store_close(&store);
    return code;
}

static int run(const struct evolve_options *o, const char *path)
{
    struct run_config config;
    struct err err;
    char *text;
    int code;

    if (o->out && !*o->out) {
        err_set(&err, "--out: the name is empty");
        return cli_fail(EXIT_USAGE, &err);
    }
    text = cli_read_text(path, &err);
    if (!text)
        return cli_fail(EXIT_USAGE, &err);
    if (read_config(&config, path, text, &o->set, &err)) {
        free(text);
        return cli_fail(EXIT_USAGE, &err);
    }
    code = o->dry_run ? print_plan(&config, o->threads) : start_run(o, path, text, &config);
    config_release(&config);
    free(text);
    return code;
}

int cmd_evolve(int argc, char **argv)
{
    struct evolve_options o = { 0 };
    const struct option_row options[] = {
        OPTION_THREADS(o.threads),
        { "--out", "DIR", "folder of the run; default reports/NAME", OPTION_TEXT, &o.out, 0, 0 },
        { "--set", "SECTION.KEY=VALUE", "changes the config; may be repeated", OPTION_LIST, &o.set,
          0, 0 },
        { "--quiet", NULL, "prints only the verdict", OPTION_FLAG, &o.quiet, 0, 0 },
        { "--dry-run", NULL, "checks the config and prints what would be played", OPTION_FLAG,
          &o.dry_run, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "evolve",
        .arguments = "CONFIG.ini [OPTIONS]",
        .about =
            "Runs an evolution: genomes play, are rated, selected and varied over generations,\n"
            "and the champion is measured against hand-picked genomes on openings never used in\n"
            "training. Everything is kept in DIR; Ctrl-C stops, 'c4evolve resume DIR' continues.\n"
            "'c4evolve CONFIG.ini' is short for this. 'c4evolve help config' lists all keys.",
        .examples = "  c4evolve configs/gen3.ini\n"
                    "  c4evolve configs/gen3.ini --set run.seed=2 --out reports/gen3-2\n"
                    "  c4evolve configs/gen3.ini --dry-run\n",
        .option = options,
        .min_args = 1,
        .max_args = 1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv[1]) : code;
}
