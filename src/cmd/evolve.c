#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text_file.h"
#include "cmd/evolution.h"
#include "evolve/run.h"

struct evolve_options {
    int threads;
    const char *out;
    struct text_list set;
    bool quiet, dry_run;
};

static int print_plan(const struct run_config *c, int threads)
{
    size_t games = generation_games(c, c->opponents.n, (size_t)c->hall);
    size_t all = run_games_in_all(c);
    size_t verdict = 2 * c->references.n * (size_t)c->verdict_openings;
    double rate;
    struct err err;

    if (evolution_speed(c, threads, &rate, &err))
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

static int start_run(const struct evolve_options *o, const struct evolution_source *source,
                     const struct run_config *config)
{
    struct store store;
    char dir[4096];
    struct err err;
    int code;

    snprintf(dir, sizeof dir, "%s%s", o->out ? o->out : "reports/", o->out ? "" : config->name);
    if (evolution_create(&store, dir, source, config, &err))
        return cli_fail(EXIT_FAILED, &err);
    code = evolution_run(&store, config, o->threads, o->quiet);
    store_close(&store);
    return code;
}

static int run(const struct evolve_options *o, const char *path)
{
    struct evolution_source source = { .path = path, .set = &o->set };
    struct run_config config;
    struct err err;
    char *text;
    int code;

    if (o->out && !*o->out) {
        err_set(&err, "--out: the name is empty");
        return cli_fail(EXIT_USAGE, &err);
    }
    text = text_file_whole(path, &err);
    if (!text)
        return cli_fail(EXIT_USAGE, &err);
    source.text = text;
    if (evolution_read(&config, &source, &err)) {
        free(text);
        return cli_fail(EXIT_USAGE, &err);
    }
    if (!o->quiet)
        evolution_print_twins(stderr, &config);
    code = o->dry_run ? print_plan(&config, o->threads) : start_run(o, &source, &config);
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
