#include "evolve/config.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "evolve/cmaes.h"
#include "evolve/crossover.h"
#include "evolve/mutation.h"
#include "evolve/selection.h"

/* Reading one key: where the value goes, and the complaint if it does not fit. */
struct reading {
    struct run_config *config;
    const struct conf *conf;
    bool files;
    struct err *err;
    bool failed;
};

struct config_key {
    const char *section, *name;
    const char *preset; /* NULL: must be given */
    const char *help;
    void (*set)(struct reading *r, const struct conf_entry *e, void *to,
                const struct config_key *k);
    size_t offset;
    double low, high;
};

static void complain(struct reading *r, const struct conf_entry *e, const char *why)
{
    conf_error(r->conf, e, r->err, "%s", why);
    r->failed = true;
}

static void set_real(struct reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    double value;
    char why[96];

    if (num_parse_double(e->value, &value) == 0 && value >= k->low && value <= k->high) {
        *(double *)to = value;
        return;
    }
    snprintf(why, sizeof why, "'%.32s' is not a number from %g to %g", e->value, k->low, k->high);
    complain(r, e, why);
}

static void set_int(struct reading *r, const struct conf_entry *e, void *to,
                    const struct config_key *k)
{
    long value;
    char why[96];

    if (num_parse_long(e->value, &value) == 0 && (double)value >= k->low &&
        (double)value <= k->high) {
        *(int *)to = (int)value;
        return;
    }
    snprintf(why, sizeof why, "'%.32s' is not a whole number from %g to %g", e->value, k->low,
             k->high);
    complain(r, e, why);
}

static void set_seed(struct reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    (void)k;
    if (num_parse_u64(e->value, to))
        complain(r, e, "is not a whole number");
}

static void set_name(struct reading *r, const struct conf_entry *e, void *to,
                     const struct config_key *k)
{
    (void)k;
    if (strlen(e->value) >= sizeof r->config->name || strchr(e->value, '/') || !*e->value)
        complain(r, e, "must be 1 to 63 characters without a slash");
    else
        strcpy(to, e->value);
}

/* Calls `each` for every word of a list that is parted by spaces or commas. */
static void for_words(struct reading *r, const struct conf_entry *e,
                      void (*each)(struct reading *r, const struct conf_entry *e, const char *word,
                                   void *to),
                      void *to)
{
    char *copy = strdup(e->value), *rest;

    if (!copy) {
        complain(r, e, "out of memory");
        return;
    }
    for (char *word = strtok_r(copy, ", \t", &rest); word; word = strtok_r(NULL, ", \t", &rest))
        each(r, e, word, to);
    free(copy);
}

static void add_file(struct reading *r, const struct conf_entry *e, const char *path,
                     struct file_list *list)
{
    char **grown = realloc(list->path, (list->n + 1) * sizeof *grown);

    if (grown)
        list->path = grown;
    if (!grown || !(list->path[list->n] = strdup(path)))
        complain(r, e, "out of memory");
    else
        list->n++;
}

static void add_glob(struct reading *r, const struct conf_entry *e, const char *word, void *to)
{
    char *pattern = conf_resolve(r->conf, word);
    glob_t found = { 0 };
    char why[512];

    if (!pattern || glob(pattern, 0, NULL, &found)) {
        snprintf(why, sizeof why, "no file matches '%.400s'", word);
        complain(r, e, why);
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        add_file(r, e, found.gl_pathv[i], to);
    globfree(&found);
    free(pattern);
}

static void set_files(struct reading *r, const struct conf_entry *e, void *to,
                      const struct config_key *k)
{
    (void)k;
    if (r->files)
        for_words(r, e, add_glob, to);
}

static void add_gene(struct reading *r, const struct conf_entry *e, const char *word, void *to)
{
    int family = family_find(word), gene = gene_find(word);
    bool *evolves = to;
    char why[128];

    for (int g = 0; g < GENE_COUNT; g++)
        if (g == gene || (int)gene_table[g].family == family)
            evolves[g] = true;
    if (family < 0 && gene < 0) {
        snprintf(why, sizeof why, "'%.64s' is neither a family nor a gene", word);
        complain(r, e, why);
    }
}

static void set_genes(struct reading *r, const struct conf_entry *e, void *to,
                      const struct config_key *k)
{
    (void)k;
    for_words(r, e, add_gene, to);
}

static void add_family(struct reading *r, const struct conf_entry *e, const char *word, void *to)
{
    int family = family_find(word);

    if (family < 0 || family == FAMILY_SHAPE || family == FAMILY_MAP)
        complain(r, e, "can be line, disc, threat, zugzwang and tempo");
    else
        ((bool *)to)[family] = true;
}

static void set_families(struct reading *r, const struct conf_entry *e, void *to,
                         const struct config_key *k)
{
    (void)k;
    for_words(r, e, add_family, to);
}

static void add_depth(struct reading *r, const struct conf_entry *e, const char *word, void *to)
{
    struct run_config *c = to;
    long depth;

    if (num_parse_long(word, &depth) || depth < 1 || depth > DEPTH_LIMIT)
        complain(r, e, "must be plies from 1 to 42");
    else if (c->depth_count == CONFIG_DEPTHS)
        complain(r, e, "must be 8 depths at the most");
    else
        c->depths[c->depth_count++] = (int)depth;
}

static void set_depths(struct reading *r, const struct conf_entry *e, void *to,
                       const struct config_key *k)
{
    (void)k;
    for_words(r, e, add_depth, to);
}

#define AT(field) offsetof(struct run_config, field)

static const struct config_key config_keys[] = {
    { "run", "name", NULL, "names the run, and its folder reports/NAME", set_name, AT(name), 0, 0 },
    { "run", "seed", "1", "seed of all random choices", set_seed, AT(seed), 0, 0 },
    { "run", "generations", "20", "how many to play", set_int, AT(generations), 1, 1e6 },
    { "run", "patience", "0", "stops after so many generations without a new champion; 0: never",
      set_int, AT(patience), 0, 1e6 },
    { "run", "minutes", "0", "stops after the generation that uses up this time; 0: never",
      set_real, AT(minutes), 0, 1e6 },
    { "population", "size", "32", "genomes in a generation", set_int, AT(size), 2, 4096 },
    { "population", "founders", NULL, "genome files or globs of the first generation", set_files,
      AT(founders), 0, 0 },
    { "population", "elites", "4", "the best so many live on unchanged", set_int, AT(elites), 1,
      4096 },
    { "population", "immigrants", "0", "random genomes that enter each generation", set_int,
      AT(immigrants), 0, 4096 },
    { "population", "confidence", "0.8",
      "how sure it must be that a genome is better to take the champion's title", set_real,
      AT(confidence), 0.5, 1 },
    { "genes", "evolve", "line shape disc threat zugzwang tempo",
      "families or genes that change; the others stay at their defaults", set_genes, AT(evolves), 0,
      0 },
    { "genes", "spread", "1",
      "random changes that fill up the first generation, in the genes' typical steps", set_real,
      AT(spread), 0, 100 },
    { "play", "plies", "8", "plies of the openings", set_int, AT(plies), 1, 20 },
    { "play", "openings", "4",
      "openings of each pairing within the population, new in every generation; 0: none is played",
      set_int, AT(openings), 0, 10000 },
    { "play", "opponents", "", "genome files or globs that everybody meets", set_files,
      AT(opponents), 0, 0 },
    { "play", "opponent_openings", "4", "openings of each pairing with an opponent", set_int,
      AT(opponent_openings), 0, 10000 },
    { "play", "hall", "0", "so many of the latest champions are met by everybody", set_int,
      AT(hall), 0, 1000 },
    { "play", "hall_openings", "4", "openings of each pairing with an earlier champion", set_int,
      AT(hall_openings), 0, 10000 },
    { "fit", "every", "0",
      "a regression on the games adds a child every so many generations; 0: never", set_int,
      AT(fit_every), 0, 1e6 },
    { "fit", "positions", "20000", "positions that a regression uses", set_int, AT(fit_positions),
      100, 1e7 },
    { "fit", "families", "line disc threat zugzwang tempo", "families whose weights it fits",
      set_families, AT(fit_families), 0, 0 },
    { "validate", "every", "0", "generations between two validations; 0: only at the end", set_int,
      AT(validate_every), 0, 1e6 },
    { "validate", "against", NULL, "genome files or globs that champions are measured by",
      set_files, AT(yardsticks), 0, 0 },
    { "validate", "plies", "8", "plies of the openings, which training never sees", set_int,
      AT(validate_plies), 1, 20 },
    { "validate", "openings", "20", "openings against each, during the run", set_int,
      AT(validate_openings), 1, 100000 },
    { "validate", "verdict_openings", "200", "openings against each, for the verdict at the end",
      set_int, AT(verdict_openings), 1, 100000 },
    { "validate", "depths", "", "depths of the verdict besides that of training", set_depths, 0, 0,
      0 },
    { 0 },
};

/* Sections whose keys are a method and its parameters. */
static const struct method_section {
    const char *section;
    const char *preset;
    method_lister *list;
    size_t offset;
} method_sections[] = {
    { "selection", "tournament", selection_method, AT(selection) },
    { "crossover", "uniform", crossover_method, AT(crossover) },
    { "mutation", "gaussian", mutation_method, AT(mutation) },
};

#define METHOD_SECTIONS (sizeof method_sections / sizeof *method_sections)

static void take_key(struct reading *r, struct conf *conf, const struct config_key *k)
{
    struct conf_entry *e = conf_find(conf, k->section, k->name);
    struct conf_entry preset = { .section = (char *)(uintptr_t)k->section,
                                 .key = (char *)(uintptr_t)k->name,
                                 .value = (char *)(uintptr_t)k->preset };

    if (e)
        k->set(r, e, (char *)r->config + k->offset, k);
    else if (k->preset)
        k->set(r, &preset, (char *)r->config + k->offset, k);
    else
        complain(r, &preset, "missing");
}

/* mutation.method = cmaes is a row of its own, beside the table of mutations. */
static const struct method *find_method(const struct method_section *s, const char *name,
                                        struct err *err)
{
    if (strcmp(s->section, "mutation") == 0 && strcmp(name, cmaes_method.name) == 0)
        return &cmaes_method;
    return method_find(s->list, s->section, name, err);
}

static void take_param(struct reading *r, struct chosen_method *chosen, const struct conf_entry *e)
{
    double value;
    struct err why;

    if (num_parse_double(e->value, &value))
        complain(r, e, "is not a number");
    else if (method_set(chosen->method, chosen->param, e->key, value, &why))
        complain(r, e, why.text);
}

static void take_method(struct reading *r, struct conf *conf, const struct method_section *s)
{
    struct chosen_method *chosen = (struct chosen_method *)(void *)((char *)r->config + s->offset);
    struct conf_entry *name = conf_find(conf, s->section, "method");
    struct err why;

    chosen->method = find_method(s, name ? name->value : s->preset, &why);
    if (!chosen->method) {
        complain(r, name, why.text);
        return;
    }
    method_presets(chosen->method, chosen->param);
    for (size_t i = 0; i < conf->n; i++) {
        struct conf_entry *e = &conf->entry[i];

        if (!e->key || strcmp(e->section, s->section) != 0 || strcmp(e->key, "method") == 0)
            continue;
        e->used = true;
        take_param(r, chosen, e);
    }
}

/* A gene in [genes] gives its bounds, as "own3 = 0 100". */
static void take_bounds(struct reading *r, struct conf_entry *e, int gene)
{
    const struct gene_info *info = &gene_table[gene];
    double low, high;
    int used = 0;
    char why[96];

    e->used = true;
    if (sscanf(e->value, "%lf %lf%n", &low, &high, &used) == 2 && !e->value[used] &&
        low >= info->low && high <= info->high && low < high) {
        r->config->low[gene] = low;
        r->config->high[gene] = high;
        return;
    }
    snprintf(why, sizeof why, "must be two bounds, the lower first, from %g to %g", info->low,
             info->high);
    complain(r, e, why);
}

/* Keys of players in [play], bounds in [genes]; all else that is left is unknown. */
static void take_others(struct reading *r, struct conf *conf)
{
    for (size_t i = 0; i < conf->n; i++) {
        struct conf_entry *e = &conf->entry[i];
        int gene = e->key ? gene_find(e->key) : -1;
        bool play = strcmp(e->section, "play") == 0;
        struct err why;

        if (!e->key || e->used)
            continue;
        if (strcmp(e->section, "genes") == 0 && gene >= 0)
            take_bounds(r, e, gene);
        else if (play && gene < 0 && player_set(&r->config->player, e->key, e->value, &why) == 0)
            e->used = true;
        else
            complain(r, e, play && gene < 0 ? why.text : "no such key");
    }
}

static bool section_known(const char *name)
{
    for (const struct config_key *k = config_keys; k->section; k++)
        if (strcmp(k->section, name) == 0)
            return true;
    for (size_t i = 0; i < METHOD_SECTIONS; i++)
        if (strcmp(method_sections[i].section, name) == 0)
            return true;
    return false;
}

/* What no single key can tell. */
static void check_whole(struct reading *r)
{
    struct run_config *c = r->config;
    const char *wrong = NULL;

    if (c->elites + c->immigrants + (c->fit_every > 0) > c->size)
        wrong = "population: elites, immigrants and the child of the fit do not fit into its size";
    else if (c->openings == 0 && c->opponents.n == 0 && r->files)
        wrong = "play: nobody to play against: openings is 0 and there are no opponents";
    else if (strcmp(c->player.search->name, "random") == 0 || !c->player.search->needs_genome)
        wrong = "play: search: this search does not look at the genome";
    else if (c->player.keys.seconds > 0)
        wrong = "play: time: a run must not depend on the clock; use nodes or depth";
    if (wrong) {
        err_add(r->err, "%s: %s", r->conf->path, wrong);
        r->failed = true;
    }
}

static int prepare(struct run_config *c, struct err *err)
{
    *c = (struct run_config){ 0 };
    for (int g = 0; g < GENE_COUNT; g++) {
        c->low[g] = gene_table[g].low;
        c->high[g] = gene_table[g].high;
    }
    return player_init(&c->player, "play", err);
}

int config_read(struct run_config *config, struct conf *conf, bool files, struct err *err)
{
    struct reading r = { .config = config, .conf = conf, .files = files, .err = err };

    if (prepare(config, err))
        return -1;
    err->text[0] = '\0';
    for (const struct config_key *k = config_keys; k->section; k++)
        take_key(&r, conf, k);
    for (size_t i = 0; i < METHOD_SECTIONS; i++)
        take_method(&r, conf, &method_sections[i]);
    for (size_t i = 0; i < conf->n; i++)
        if (!conf->entry[i].key && !section_known(conf->entry[i].section))
            complain(&r, &conf->entry[i], "no such section");
    take_others(&r, conf);
    if (!r.failed)
        check_whole(&r);
    config->cmaes = config->mutation.method == &cmaes_method;
    if (config->player.keys.depth == 0)
        config->player.keys.depth = 5;
    if (r.failed)
        config_release(config);
    return r.failed ? -1 : 0;
}

static void file_list_release(struct file_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->path[i]);
    free(list->path);
}

void config_release(struct run_config *config)
{
    file_list_release(&config->founders);
    file_list_release(&config->opponents);
    file_list_release(&config->yardsticks);
    player_release(&config->player);
    *config = (struct run_config){ 0 };
}

static void help_method(FILE *out, const struct method *m)
{
    fprintf(out, "  method = %-16s %s\n", m->name, m->help);
    for (size_t i = 0; i < method_params(m); i++)
        fprintf(out, "    %-12s %-8g %s\n", m->param[i].name, m->param[i].preset, m->param[i].help);
}

void config_help(FILE *out)
{
    const char *section = "";

    for (const struct config_key *k = config_keys; k->section; k++) {
        if (strcmp(section, k->section) != 0)
            fprintf(out, "%s[%s]\n", *section ? "\n" : "", k->section);
        section = k->section;
        fprintf(out, "  %-18s %-8s %s\n", k->name, k->preset && *k->preset ? "" : "", k->help);
        if (k->preset && *k->preset)
            fprintf(out, "  %-18s default: %s\n", "", k->preset);
    }
    for (size_t i = 0; i < METHOD_SECTIONS; i++) {
        const struct method *m;

        fprintf(out, "\n[%s]\n", method_sections[i].section);
        for (size_t row = 0; (m = method_sections[i].list(row)); row++)
            help_method(out, m);
        if (strcmp(method_sections[i].section, "mutation") == 0)
            help_method(out, &cmaes_method);
    }
}
