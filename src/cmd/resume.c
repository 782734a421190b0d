#include "cmd/cli.h"

#include <stdio.h>
#include <string.h>

#include "cmd/evolution.h"
#include "store/folder.h"

struct resume_options {
    int threads, generations, generation;
    const char *out;
    bool quiet;
};

/* Changes the total number of generations in the config. */
static int set_generations(struct store *store, struct run_config *config, int wanted,
                           struct err *err)
{
    struct journal journal = store_journal(store);
    uint32_t closed;

    if (journal_count_generations(&journal, &closed, err))
        return -1;
    if ((uint32_t)wanted < closed)
        return err_set(err, "%s already has %u generations; --generations is the total", store->dir,
                       closed);
    config->generations = wanted;
    return 0;
}

static int keep_generations(struct store *store, int total, struct err *err)
{
    char number[16];

    snprintf(number, sizeof number, "%d", total);
    return store_set(store, RUN_GENERATIONS, number, err);
}

static int play_on(const struct resume_options *o, struct store *store, struct run_config *config)
{
    bool change = o->generations && o->generations != config->generations;
    struct err err;

    if (change && set_generations(store, config, o->generations, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (evolution_check_rules(store, config, &err) ||
        (change && keep_generations(store, o->generations, &err)))
        return cli_fail(EXIT_FAILED, &err);
    return evolution_run(store, config, o->threads, o->quiet);
}

static int continue_run(const struct resume_options *o, const char *dir)
{
    struct run_config config;
    struct store store;
    struct err err;
    int code;

    if (folder_check(dir, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (evolution_open(&store, dir, &config, &err))
        return cli_fail(EXIT_FAILED, &err);
    code = play_on(o, &store, &config);
    config_release(&config);
    store_close(&store);
    return code;
}

static int run(const struct resume_options *o, const char *dir)
{
    struct err err;

    if ((o->generation >= 0) != (o->out != NULL)) {
        err_set(&err, "--generation and --out belong together: they fork a run");
        return cli_fail(EXIT_USAGE, &err);
    }
    if (!o->out)
        return continue_run(o, dir);
    if (o->generations && o->generations < o->generation) {
        err_set(&err, "--generations %d is the total, but less than --generation %d",
                o->generations, o->generation);
        return cli_fail(EXIT_USAGE, &err);
    }
    if (folder_check(dir, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (evolution_check_fork(dir, &err) || store_fork(dir, (uint32_t)o->generation, o->out, &err))
        return cli_fail(EXIT_FAILED, &err);
    return continue_run(o, o->out);
}

int cmd_resume(int argc, char **argv)
{
    struct resume_options o = { .generation = -1 };
    const struct option_row options[] = {
        OPTION_THREADS(o.threads),
        { "--generations", "N", "total number of generations", OPTION_INT, &o.generations, 1,
          1000000 },
        { "--generation", "G", "with --out: starts a new run from this saved generation",
          OPTION_INT, &o.generation, 0, 1000000 },
        { "--out", "DIR", "folder of the new run", OPTION_TEXT, &o.out, 0, 0 },
        { "--quiet", NULL, "prints only the verdict", OPTION_FLAG, &o.quiet, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "resume",
        .arguments = "RUN [OPTIONS]",
        .about =
            "Continues a run that was interrupted or killed, from the last saved game; the result\n"
            "is the same as if it had never stopped. A finished run continues if --generations\n"
            "is larger than before. With --generation and --out, a new run starts from a saved\n"
            "generation of the old one, which is not changed.",
        .examples = "  c4evolve resume reports/gen3\n"
                    "  c4evolve resume reports/gen3 --generations 60\n"
                    "  c4evolve resume reports/gen3 --generation 10 --out reports/gen3-fork\n",
        .option = options,
        .min_args = 1,
        .max_args = 1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv[1]) : code;
}
