#include "evolve/config.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/num.h"
#include "evolve/cmaes.h"
#include "evolve/crossover.h"
#include "evolve/mutation.h"
#include "evolve/selection.h"
#include "evolve/surface.h"
#include "evolve/truth_files.h"

/* Ways to breed that are chosen as mutations, but replace selection and crossover too. */
static const struct method *const strategies[] = { &cmaes_method, &cloud_method, NULL };

static const struct method *mutation_or_strategy(size_t i)
{
    size_t mutations = 0;

    while (mutation_method(mutations))
        mutations++;
    if (i < mutations)
        return mutation_method(i);
    return i - mutations < sizeof strategies / sizeof *strategies ? strategies[i - mutations]
                                                                  : NULL;
}

/* Sections whose keys are a method and its parameters. */
static const struct method_section {
    const char *section;
    const char *preset;
    method_lister *list;
    size_t offset;
} method_sections[] = {
    { "selection", "tournament", selection_method, offsetof(struct run_config, selection) },
    { "crossover", "uniform", crossover_method, offsetof(struct run_config, crossover) },
    { "mutation", "gaussian", mutation_or_strategy, offsetof(struct run_config, mutation) },
};

#define METHOD_SECTIONS (sizeof method_sections / sizeof *method_sections)

static void take_key(struct config_reading *r, struct conf *conf, const struct config_key *k)
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
        config_complain(r, &preset, "missing");
}

static void offer_key(void *context, const char *key, const char *value)
{
    if (!value)
        nearest_offer(context, key);
}

static void unknown_key(struct config_reading *r, const struct conf_entry *e)
{
    struct nearest near;
    char why[NEAREST_HINT_SIZE + 16];

    nearest_init(&near, e->key); /* its letters alone say how many may be wrong */
    snprintf(near.typed, sizeof near.typed, "%s.%s", e->section, e->key);
    config_list_keys(offer_key, &near);
    snprintf(why, sizeof why, "no such key%s", nearest_hint(&near));
    config_complain(r, e, why);
}

/* Whether any method of the section takes it. */
static bool is_other_param(const struct method_section *s, const char *key)
{
    const struct method *m;

    for (size_t row = 0; (m = s->list(row)); row++)
        for (size_t i = 0; i < method_params(m); i++)
            if (strcmp(m->param[i].name, key) == 0)
                return true;
    return false;
}

static void take_param(struct config_reading *r, const struct method_section *s,
                       struct chosen_method *chosen, const struct conf_entry *e)
{
    double value;
    struct err why;

    if (!is_other_param(s, e->key))
        unknown_key(r, e);
    else if (num_parse_double(e->value, &value))
        config_complain(r, e, "is not a number");
    else if (method_set(chosen->method, chosen->param, e->key, value, &why))
        config_pass(r, e, &why);
}

static void take_method(struct config_reading *r, struct conf *conf, const struct method_section *s)
{
    struct chosen_method *chosen = (struct chosen_method *)(void *)((char *)r->config + s->offset);
    struct conf_entry *name = conf_find(conf, s->section, "method");
    struct err why;

    chosen->method = method_find(s->list, s->section, name ? name->value : s->preset, &why);
    if (chosen->method)
        method_presets(chosen->method, chosen->param);
    else
        config_pass(r, name, &why); /* what its parameters should be is not known */
    for (size_t i = 0; i < conf->n; i++) {
        struct conf_entry *e = &conf->entry[i];

        if (!e->key || strcmp(e->section, s->section) != 0 || strcmp(e->key, "method") == 0)
            continue;
        e->used = true;
        if (chosen->method)
            take_param(r, s, chosen, e);
    }
}

/* A gene in [genes] gives its bounds, as "own3 = 0 100", and a typical step after them. */
static void take_bounds(struct config_reading *r, struct conf_entry *e, int gene)
{
    const struct gene_info *info = &gene_table[gene];
    double low, high, scale;
    int used = 0, step = 0;
    char why[128];

    e->used = true;
    if (sscanf(e->value, "%lf %lf%n %lf%n", &low, &high, &used, &scale, &step) >= 2 &&
        !e->value[step ? step : used] && low >= info->low && high <= info->high && low < high &&
        (!step || (scale > 0 && scale <= high - low))) {
        r->config->low[gene] = low;
        r->config->high[gene] = high;
        if (step)
            r->config->scale[gene] = scale;
        return;
    }
    snprintf(why, sizeof why,
             "must be two bounds, the lower first, from %g to %g, and perhaps a typical step",
             info->low, info->high);
    config_complain(r, e, why);
}

/* Keys of players in [play] and bounds in [genes]; anything else is unknown. */
static void take_others(struct config_reading *r, struct conf *conf)
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
        else if (play && gene < 0)
            config_pass(r, e, &why);
        else
            unknown_key(r, e);
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

void config_complain(struct config_reading *r, const struct conf_entry *e, const char *why)
{
    conf_error(r->conf, e, r->err, "%s", why);
    r->failed = true;
}

void config_pass(struct config_reading *r, const struct conf_entry *e, const struct err *why)
{
    conf_pass(r->conf, e, r->err, why);
    r->failed = true;
}

static int prepare(struct run_config *c, struct err *err)
{
    *c = (struct run_config){ 0 };
    for (int g = 0; g < gene_count(); g++) {
        c->low[g] = gene_table[g].low;
        c->high[g] = gene_table[g].high;
        c->scale[g] = gene_table[g].scale;
    }
    ties_init(&c->ties);
    return player_init(&c->player, "play", err);
}

int config_read(struct run_config *config, struct conf *conf, bool files, struct err *err)
{
    struct config_reading r = { .config = config, .conf = conf, .files = files, .err = err };

    err_clear(err);
    config_load_heuristics(&r);
    if (r.failed || prepare(config, err))
        return -1;
    for (const struct config_key *k = config_keys; k->section; k++)
        take_key(&r, conf, k);
    for (size_t i = 0; i < METHOD_SECTIONS; i++)
        take_method(&r, conf, &method_sections[i]);
    for (size_t i = 0; i < conf->n; i++)
        if (!conf->entry[i].key && !section_known(conf->entry[i].section))
            config_complain(&r, &conf->entry[i], "no such section");
    take_others(&r, conf);
    config->breeding = config->mutation.method == &cmaes_method   ? BREED_CMAES
                       : config->mutation.method == &cloud_method ? BREED_CLOUD
                                                                  : BREED_GA;
    if (!r.failed)
        config_check(&r);
    if (config->player.keys.depth == 0)
        config->player.keys.depth = CONFIG_DEPTH;
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

void config_genome_name(char *name, size_t size, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *dot;

    snprintf(name, size, "%s", slash ? slash + 1 : path);
    dot = strstr(name, ".ini");
    if (dot && dot[4] == '\0')
        *dot = '\0';
}

int config_add_twin(struct run_config *config, const char *name, const char *of, struct err *err)
{
    struct twin_list *list = &config->twins;
    struct twin *grown;

    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->twin[i].name, name) == 0 && strcmp(list->twin[i].of, of) == 0)
            return 0;
    grown = realloc(list->twin, (list->n + 1) * sizeof *grown);
    if (!grown)
        return err_shortage(err, "out of memory: %zu genomes", list->n + 1);
    list->twin = grown;
    grown[list->n] = (struct twin){ strdup(name), strdup(of) };
    if (grown[list->n].name && grown[list->n].of) {
        list->n++;
        return 0;
    }
    free(grown[list->n].name);
    free(grown[list->n].of);
    return err_shortage(err, "out of memory: %zu genomes", list->n + 1);
}

static void twin_list_release(struct twin_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->twin[i].name);
        free(list->twin[i].of);
    }
    free(list->twin);
}

void config_release(struct run_config *config)
{
    file_list_release(&config->founders);
    file_list_release(&config->opponents);
    file_list_release(&config->references);
    truth_files_release(&config->truth_files);
    truth_files_release(&config->fit_files);
    twin_list_release(&config->twins);
    player_release(&config->player);
    *config = (struct run_config){ 0 };
}

#define KEY_SIZE 64

static const char *full_key(char key[KEY_SIZE], const char *section, const char *name)
{
    snprintf(key, KEY_SIZE, "%s.%s", section, name);
    return key;
}

/* Methods have parameters of the same name. */
static bool listed_before(const struct method_section *s, size_t row, const char *param)
{
    const struct method *m;

    for (size_t i = 0; i < row && (m = s->list(i)); i++)
        for (size_t k = 0; k < method_params(m); k++)
            if (strcmp(m->param[k].name, param) == 0)
                return true;
    return false;
}

static void list_method(const struct method_section *s, size_t row, const struct method *m,
                        config_key_found *found, void *context)
{
    char key[KEY_SIZE];

    found(context, full_key(key, s->section, "method"), m->name);
    for (size_t i = 0; i < method_params(m); i++)
        if (!listed_before(s, row, m->param[i].name))
            found(context, full_key(key, s->section, m->param[i].name), NULL);
}

static void list_methods(const struct method_section *s, config_key_found *found, void *context)
{
    const struct method *m;
    char key[KEY_SIZE];
    size_t row = 0;

    found(context, full_key(key, s->section, "method"), NULL);
    for (; (m = s->list(row)); row++)
        list_method(s, row, m, found, context);
}

void config_list_keys(config_key_found *found, void *context)
{
    char key[KEY_SIZE];

    for (const struct config_key *k = config_keys; k->section; k++) {
        found(context, full_key(key, k->section, k->name), NULL);
        for (int f = 0; config_key_takes_families(k) && f < family_count(); f++)
            found(context, key, family_table[f].name);
    }
    for (const struct player_key *k = player_keys; k->name; k++)
        found(context, full_key(key, "play", k->name), NULL);
    for (size_t i = 0; i < METHOD_SECTIONS; i++)
        list_methods(&method_sections[i], found, context);
}

static void help_method(FILE *out, const struct method *m)
{
    fprintf(out, "  method = %-10s %s\n", m->name, m->help);
    for (size_t i = 0; i < method_params(m); i++)
        fprintf(out, "    %-16s %s; default %g\n", m->param[i].name, m->param[i].help,
                m->param[i].preset);
}

void config_help(FILE *out)
{
    const char *section = "";

    fprintf(
        out,
        "The config of an evolution is an INI file; configs/gen3.ini is an example with comments.\n"
        "Paths are relative to the file. [play] also takes player keys (default depth %d), and\n"
        "[genes] the bounds of single genes, as in 'own3 = 0 200'. Of genomes with the same "
        "weights, each\n"
        "list has only the first.\n\n",
        CONFIG_DEPTH);

    for (const struct config_key *k = config_keys; k->section; k++) {
        if (strcmp(section, k->section) != 0)
            fprintf(out, "%s[%s]\n", *section ? "\n" : "", k->section);
        section = k->section;
        fprintf(out, "  %-18s %s", k->name, k->help);
        if (!k->preset)
            fputs("; required", out);
        else if (*k->preset)
            fprintf(out, "; default %s", k->preset);
        fputc('\n', out);
    }
    for (size_t i = 0; i < METHOD_SECTIONS; i++) {
        const struct method *m;

        fprintf(out, "\n[%s]\n", method_sections[i].section);
        for (size_t row = 0; (m = method_sections[i].list(row)); row++)
            help_method(out, m);
    }
}
