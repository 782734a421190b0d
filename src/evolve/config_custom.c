/*
 * config_custom - the heuristics and engines of users that a config names.
 */
#include <stdlib.h>
#include <string.h>

#include "engines/uci_genes.h"
#include "evolve/config.h"
#include "heuristic/custom.h"

static void load_heuristic(struct config_reading *r, const struct conf_entry *e, const char *file)
{
    char name[CUSTOM_NAME_SIZE];
    char *path = NULL;
    struct err why;

    if (custom_find(custom_name(file, name)))
        return;
    path = conf_resolve(r->conf, file);
    if (!path)
        config_starve(r, e);
    else if (r->files ? custom_load(path, &why) : custom_missing(name, &why))
        config_pass(r, e, &why);
    free(path);
}

static void add_heuristic(struct config_reading *r, const struct conf_entry *e, const char *word,
                          void *to)
{
    char *file = strdup(word);

    (void)to;
    if (file) {
        config_plain_word(file);
        load_heuristic(r, e, file);
    } else {
        config_starve(r, e);
    }
    free(file);
}

/* A program with a slash in its name is relative to the config. */
static void load_engine(struct config_reading *r, const struct conf_entry *e)
{
    char name[ENGINE_NAME_SIZE], *folder;
    struct err why;

    if (!*e->value || uci_genes_known(uci_genes_name(e->value, name)))
        return;
    folder = conf_resolve(r->conf, "");
    if (!folder)
        config_starve(r, e);
    else if (r->files ? uci_genes_load(e->value, folder, &why) : engine_missing(name, &why))
        config_pass(r, e, &why);
    free(folder);
}

void config_load_heuristics(struct config_reading *r)
{
    const struct conf_entry *e = conf_find(r->conf, "genes", "heuristic");

    if (e)
        config_for_words(r, e, add_heuristic, NULL);
    e = conf_find(r->conf, "genes", "engine");
    if (e)
        load_engine(r, e);
}
