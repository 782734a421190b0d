#include "cmd/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_file.h"
#include "base/replacement.h"
#include "cmd/evolution.h"
#include "cmd/evolve_from.h"
#include "cmd/progress.h"
#include "engines/uci_genes.h"
#include "evolve/run.h"
#include "heuristic/custom_linear.h"

#define TRIED_POSITIONS 20 /* to see whether an engine's options change a move */

struct evolve_options {
    int threads;
    const char *out, *save_config;
    struct text_list set;
    bool quiet, dry_run;
    struct evolve_from from; /* its genome is NULL without --from */
    struct text_list genomes, against;
};

/* "about 12 generations, and about 3 s for the play-off and the verdict" */
static void print_times(const struct run_config *c, double rate)
{
    double all = (double)run_games_in_all(c), end = (double)run_games_at_end(c);

    if (c->minutes > 0 && all / rate > 60 * c->minutes)
        printf("  %.0f games per second here: about %.0f generations until run.minutes is used up, "
               "%.0f s,\n",
               rate, ceil(c->generations * 60 * c->minutes * rate / all), 60 * c->minutes);
    else
        printf("  %.0f games per second here: about %.0f s,\n", rate, all / rate);
    printf("  and %.0f s for the %.0f games of play-off, verdict and changes\n", end / rate, end);
}

static int print_plan(const struct run_config *c, int threads)
{
    size_t games = generation_games(c, c->opponents.n, (size_t)c->hall);
    size_t verdict = 2 * c->references.n * (size_t)c->verdict_openings;
    double rate;
    struct err err;

    if (evolution_speed(c, threads, EVOLUTION_TRIAL_S, &rate, &err))
        return cli_fail(EXIT_USAGE, &err);
    printf("%s: %d generations of %d genomes, seed %llu\n", c->name, c->generations, c->size,
           (unsigned long long)c->seed);
    printf("  %zu founder%s, %zu opponent%s, up to %d earlier champion%s\n", c->founders.n,
           c->founders.n == 1 ? "" : "s", c->opponents.n, c->opponents.n == 1 ? "" : "s", c->hall,
           c->hall == 1 ? "" : "s");
    printf("  selection %s, crossover %s, mutation %s, fit %s\n", c->selection.method->name,
           c->crossover.method->name, c->mutation.method->name, c->fit_every ? "yes" : "no");
    printf("  %zu games per generation, %zu in all\n", games, run_games_in_all(c));
    printf("  verdict: %zu games at depth %d, and as many at each of %d other depth%s\n", verdict,
           c->player.keys.depth, c->depth_count, c->depth_count == 1 ? "" : "s");
    print_times(c, rate);
    return EXIT_DONE;
}

/* Refuses an engine that plays the same whatever its options say: there is nothing to tune. */
static int check_engines(const struct run_config *config, struct err *err)
{
    const struct uci_range range = { config->evolves, config->low, config->high };
    struct position pos[TRIED_POSITIONS];

    custom_positions(pos, TRIED_POSITIONS);
    for (int i = FAMILY_ADDED; i < family_count(); i++) {
        const char *name = family_table[i].name;
        bool evolves = false, matter = true;

        for (int g = 0; g < gene_count(); g++)
            evolves |= config->evolves[g] && (int)gene_table[g].family == i;
        if (!evolves || !uci_genes_known(name))
            continue;
        if (uci_genes_matter(name, &range, &config->player.keys, pos, TRIED_POSITIONS, &matter,
                             err))
            return err_prefix(err, name);
        if (!matter)
            return err_set(err,
                           "%s: none of its options, at its lowest and highest value, changes any "
                           "of %d moves: does the engine take setoption? If it does, search deeper "
                           "or tune other options",
                           name, TRIED_POSITIONS);
    }
    return 0;
}

static int start_run(const struct evolve_options *o, const struct evolution_source *source,
                     const struct run_config *config)
{
    struct store store;
    char dir[4096];
    struct err err;
    int code;

    if (check_engines(config, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (o->from.genome && !o->out) {
        if (evolve_from_folder(dir, sizeof dir, config->name, &err))
            return cli_fail(EXIT_FAILED, &err);
    } else {
        snprintf(dir, sizeof dir, "%s%s", o->out ? o->out : "reports/", o->out ? "" : config->name);
    }
    progress_stop(); /* now: making the first generation takes a moment */
    if (evolution_create(&store, dir, source, config, &err))
        return cli_fail(EXIT_FAILED, &err);
    code = evolution_run(&store, config, o->threads, o->quiet);
    store_close(&store);
    return code;
}

/* Runs a config that was read or made. */
static int run_text(const struct evolve_options *o, const struct evolution_source *source)
{
    struct run_config config;
    struct err err;
    int code;

    if (evolution_read(&config, source, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (!o->quiet) {
        evolution_print_twins(stderr, &config);
        evolution_print_ties(stderr, &config);
    }
    code = o->dry_run ? print_plan(&config, o->threads) : start_run(o, source, &config);
    config_release(&config);
    return code;
}

static int save_config(const char *path, const char *text, struct err *err)
{
    struct replacement file;

    if (replacement_at(&file, path, err))
        return -1;
    fputs(text, file.out);
    return replacement_finish(&file, err);
}

static int run(const struct evolve_options *o, const char *path)
{
    struct err err;
    char *text = text_file_whole(path, &err);
    int code;

    if (!text)
        return cli_fail(EXIT_USAGE, &err);
    code = run_text(o, &(struct evolution_source){ .path = path, .text = text, .set = &o->set });
    free(text);
    return code;
}

/* Whether no --set says how deep to search. */
static bool leaves_depth(const struct text_list *set)
{
    static const char *const limits[] = { "play.depth=", "play.nodes=", "play.search=" };

    for (int i = 0; i < set->n; i++)
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
            if (strncmp(set->item[i], limits[k], strlen(limits[k])) == 0)
                return false;
    return true;
}

/* Digits behind the point, for two figures that matter at least. */
static int digits_of(double number)
{
    return number < 10 ? 1 : 0;
}

static void tell_budget(const struct evolve_budget *b, const struct run_config *config)
{
    bool long_run = b->minutes > 2;
    double time = long_run ? b->minutes : 60 * b->minutes;

    fprintf(stderr, "%.*f games per second at depth %d%s: %.*f %s for generations",
            digits_of(b->games_per_s), b->games_per_s,
            b->depth ? b->depth : config->player.keys.depth, b->depth ? ", as it is slow" : "",
            digits_of(time), time, long_run ? "minutes" : "seconds");
    fputs(b->few ? ", a few opponents, a short verdict\n" : ", the rest for the verdict\n", stderr);
}

/* Measures how fast the config with the usual sizes is played here. */
static int find_budget(const struct evolve_options *o, struct evolve_budget *budget,
                       struct err *err)
{
    struct evolution_source source = { .path = FROM_OPTION, .set = &o->set };
    struct run_config config;
    double minutes;
    char *text;
    int status = -1;

    if (evolve_from_minutes(&o->from, &minutes, err))
        return -1;
    evolve_budget_usual(budget, minutes);
    text = evolve_from_config(&o->from, budget, err);
    source.text = text;
    if (text && evolution_read(&config, &source, err) == 0) {
        status =
            evolve_budget_find(budget, &config, leaves_depth(&o->set), o->threads, minutes, err);
        if (status == 0 && !o->quiet)
            tell_budget(budget, &config);
        config_release(&config);
    }
    free(text);
    return status;
}

static int run_from(const struct evolve_options *o)
{
    struct err err;
    struct evolve_budget budget;
    char *command = evolve_from_command(&o->from, &err);
    char *text = command && find_budget(o, &budget, &err) == 0
                     ? evolve_from_config(&o->from, &budget, &err)
                     : NULL;
    int code;

    if (!text)
        code = cli_fail(EXIT_USAGE, &err);
    else if (o->save_config && save_config(o->save_config, text, &err))
        code = cli_fail(EXIT_FAILED, &err);
    else
        code = run_text(
            o, &(struct evolution_source){
                   .path = FROM_OPTION, .text = text, .command = command, .set = &o->set });
    free(command);
    free(text);
    return code;
}

/* A config, or --from and what belongs to it. Arguments behind --against are more opponents. */
static int check_arguments(struct evolve_options *o, int args, char **argv)
{
    struct text_list *against = &o->against;

    if (o->out && !*o->out)
        return cli_failf(EXIT_USAGE, "--out: the name is empty");
    if (o->genomes.n > 1)
        return cli_failf(EXIT_USAGE, FROM_OPTION ": one genome at a time, not %s and %s",
                         o->genomes.item[0], o->genomes.item[1]);
    o->from.genome = o->genomes.item[0];
    if (!o->from.genome) {
        if (args != 1)
            return cli_failf(EXIT_USAGE, args ? "one config at a time"
                                              : "CONFIG.ini is missing, or --from GENOME");
        if (against->n || o->from.minutes || o->from.genes || o->from.symmetric || o->save_config)
            return cli_failf(EXIT_USAGE, "--against, --minutes, --genes, --symmetric and "
                                         "--save-config belong to --from; a config has keys for "
                                         "them");
        return CLI_GO_ON;
    }
    if (args > 0 && against->n == 0)
        return cli_failf(EXIT_USAGE, "--from needs no config: what is %s?", argv[1]);
    for (int i = 0; i < args; i++) {
        if (against->n == TEXT_LIST_MAX)
            return cli_failf(EXIT_USAGE, "--against: at most %d opponents", TEXT_LIST_MAX);
        against->item[against->n++] = argv[1 + i];
    }
    o->from.against = against->item;
    o->from.opponents = (size_t)against->n;
    return CLI_GO_ON;
}

int cmd_evolve(int argc, char **argv)
{
    struct evolve_options o = { 0 };
    const struct option_row options[] = {
        OPTION_THREADS(o.threads),
        { "--out", "DIR", "folder of the run; default reports/NAME", OPTION_TEXT, &o.out, 0, 0 },
        { "--set", "SECTION.KEY=VALUE", "changes the config; may be repeated", OPTION_LIST, &o.set,
          0, 0 },
        { FROM_OPTION, "GENOME", "without a config: tunes this genome", OPTION_LIST, &o.genomes, 0,
          0 },
        { "--minutes", "M", "with --from: time for everything; default " FROM_MINUTES, OPTION_TEXT,
          &o.from.minutes, 0, 0 },
        { "--against", "GENOME",
          "with --from: opponents, instead of hand-picked ones; more may follow", OPTION_LIST,
          &o.against, 0, 0 },
        { "--genes", "LIST", "with --from: more families or genes to evolve, as line,threat",
          OPTION_TEXT, &o.from.genes, 0, 0 },
        { "--symmetric", NULL, "with --from: what is good for one side is as bad for the other",
          OPTION_FLAG, &o.from.symmetric, 0, 0 },
        { "--save-config", "FILE", "with --from: writes the config that it stands for", OPTION_TEXT,
          &o.save_config, 0, 0 },
        { "--quiet", NULL, "prints only the verdict", OPTION_FLAG, &o.quiet, 0, 0 },
        { "--dry-run", NULL, "checks the config and prints what would be played", OPTION_FLAG,
          &o.dry_run, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "evolve",
        .arguments = "[CONFIG.ini] [OPTIONS]",
        .about =
            "Runs an evolution: genomes play, are rated, selected and varied over generations,\n"
            "and the champion is measured against hand-picked genomes on openings never used in\n"
            "training. Everything is kept in DIR; Ctrl-C stops, 'c4evolve resume DIR' continues.\n"
            "'c4evolve CONFIG.ini' is short for this. 'c4evolve help config' lists all keys.\n\n"
            "With --from there is no config. The genes of GENOME that are not at their defaults\n"
            "evolve, and the result is compared with GENOME and with hand-picked genomes: how "
            "much\n"
            "better it is, and which changes did it.",
        .examples = "  c4evolve configs/gen3.ini\n"
                    "  c4evolve configs/gen3.ini --set run.seed=2 --out reports/gen3-2\n"
                    "  c4evolve configs/gen3.ini --dry-run\n"
                    "  c4evolve evolve --from mine.ini --minutes 2\n"
                    "  c4evolve evolve --from mine.ini --symmetric --genes threat\n"
                    "  c4evolve evolve --from mine.ini --against fevalb lines\n",
        .option = options,
        .max_args = -1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code == CLI_GO_ON)
        code = check_arguments(&o, args, argv);
    if (code != CLI_GO_ON)
        return code;
    return o.from.genome ? run_from(&o) : run(&o, argv[1]);
}
