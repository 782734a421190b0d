/*
 * config_files - lists of genomes in a config.
 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "engines/uci_genes.h"
#include "evolve/config.h"
#include "evolve/truth_files.h"
#include "heuristic/custom.h"

static void add_file(struct config_reading *r, const struct conf_entry *e, const char *path,
                     struct file_list *list)
{
    char **grown = realloc(list->path, (list->n + 1) * sizeof *grown);

    if (grown)
        list->path = grown;
    if (!grown || !(list->path[list->n] = strdup(path)))
        config_starve(r, e);
    else
        list->n++;
}

static void note_twin(struct config_reading *r, const struct conf_entry *e, const char *path,
                      const char *of)
{
    char name[2][256];
    struct err why;

    config_genome_name(name[0], sizeof name[0], path);
    config_genome_name(name[1], sizeof name[1], of);
    if (config_add_twin(r->config, name[0], name[1], &why))
        config_pass(r, e, &why);
}

/* *twin is the file in the list that has the same weights, or NULL. */
static int find_twin(const char **twin, const struct genome *genome, const struct file_list *list,
                     struct err *err)
{
    *twin = NULL;
    for (size_t i = 0; i < list->n && !*twin; i++) {
        struct genome other;

        if (player_without_genome(list->path[i]))
            continue;
        if (player_read_genome(&other, list->path[i], err))
            return -1;
        if (memcmp(other.gene, genome->gene, sizeof other.gene) == 0 &&
            tables_equal(other.tables, genome->tables))
            *twin = list->path[i];
        genome_release(&other);
    }
    return 0;
}

/* A genome file without errors, unless its weights are in the list already: then it would count
 * twice. */
static void add_genome(struct config_reading *r, const struct conf_entry *e, const char *path,
                       struct file_list *list)
{
    struct genome genome;
    const char *twin;
    struct err why;
    int status = player_read_genome(&genome, path, &why);

    if (status == 0) {
        if (list == &r->config->founders && genome.tables)
            r->config->has_tables = true;
        status = find_twin(&twin, &genome, list, &why);
        genome_release(&genome);
    }
    if (status)
        config_pass(r, e, &why);
    else if (twin)
        note_twin(r, e, path, twin);
    else
        add_file(r, e, path, list);
}

/* RUN#ID, where RUN may be a glob: a genome of a run. Returns whether it was one. */
static bool add_of_run(struct config_reading *r, const struct conf_entry *e, char *pattern,
                       struct file_list *list)
{
    char *mark = strrchr(pattern, '#'), path[4096];
    glob_t found = { 0 };
    bool added = false;

    if (!mark)
        return false;
    *mark = '\0';
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            snprintf(path, sizeof path, "%s#%s", found.gl_pathv[i], mark + 1);
            if (!player_of_run(path))
                continue;
            add_genome(r, e, path, list);
            added = true;
        }
        globfree(&found);
    }
    *mark = '#';
    return added;
}

/* A file, a glob, a run, a heuristic of the user, or the name of a player without a genome, which cannot be
 * a founder. */
static void add_glob(struct config_reading *r, const struct conf_entry *e, const char *word,
                     void *to)
{
    char *pattern;
    glob_t found = { 0 };
    char why[512];
    int status;

    if (player_without_genome(word)) {
        if (to == &r->config->founders)
            config_complain(r, e, "founders need a genome");
        else
            add_file(r, e, word, to);
        return;
    }
    if (custom_find(word) || uci_genes_known(word)) {
        add_genome(r, e, word, to);
        return;
    }
    pattern = conf_resolve(r->conf, word);
    status = pattern ? glob(pattern, 0, NULL, &found) : GLOB_NOSPACE;
    if (status == GLOB_NOSPACE) {
        config_starve(r, e);
    } else if (status && !add_of_run(r, e, pattern, to)) {
        snprintf(why, sizeof why, "no file matches '%.400s'", word);
        config_complain(r, e, why);
    }
    for (size_t i = 0; status == 0 && i < found.gl_pathc; i++)
        add_genome(r, e, found.gl_pathv[i], to);
    if (status == 0)
        globfree(&found); /* else it is empty, or freed already */
    free(pattern);
}

void config_set_files(struct config_reading *r, const struct conf_entry *e, void *to,
                      const struct config_key *k)
{
    (void)k;
    if (r->files)
        config_for_words(r, e, add_glob, to);
}

/* Sets of solved positions, which a resumed run recalls from its run file. */
static void add_truth_file(struct config_reading *r, const struct conf_entry *e, const char *word,
                           void *to)
{
    char *path = conf_resolve(r->conf, word);
    struct err why;

    if (!path)
        config_starve(r, e);
    else if (truth_files_add(to, path, &why))
        config_pass(r, e, &why);
    free(path);
}

void config_set_truth_files(struct config_reading *r, const struct conf_entry *e, void *to,
                            const struct config_key *k)
{
    (void)k;
    if (r->files)
        config_for_words(r, e, add_truth_file, to);
}
