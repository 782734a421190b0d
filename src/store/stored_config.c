#include "store/stored_config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/draft.h"
#include "base/num.h"
#include "evolve/truth_files.h"
#include "engines/uci_genes.h"
#include "heuristic/custom.h"

/* Applies the --set options of the run, one a line; the text is cut up. */
static int apply_overrides(struct conf *conf, char *overrides, struct err *err)
{
    char *rest;

    for (char *line = strtok_r(overrides, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (conf_override(conf, line, err))
            return -1;
    return 0;
}

static int read_generations(struct store *store, struct run_config *config, struct err *err)
{
    char *kept = NULL;
    long total;

    if (store_get(store, RUN_GENERATIONS, &kept, err))
        return -1;
    if (kept && num_parse_long(kept, &total) == 0)
        config->generations = (int)total;
    free(kept);
    return 0;
}

/* A line for the name of each genome that was left out, followed by that of its twin. */
static int read_twins(struct store *store, struct run_config *config, struct err *err)
{
    char *kept = NULL, *rest, *name, *of;
    int status = store_get(store, RUN_TWINS, &kept, err);

    for (name = kept ? strtok_r(kept, "\n", &rest) : NULL; name && status == 0;
         name = strtok_r(NULL, "\n", &rest)) {
        of = strtok_r(NULL, "\n", &rest);
        status = of ? config_add_twin(config, name, of, err) : 0;
    }
    free(kept);
    return status;
}

char *stored_config_twins(const struct run_config *config, struct err *err)
{
    struct draft draft;

    if (draft_open(&draft, err))
        return NULL;
    for (size_t i = 0; i < config->twins.n; i++)
        fprintf(draft.out, "%s\n%s\n", config->twins.twin[i].name, config->twins.twin[i].of);
    return draft_take(&draft, err);
}

/* The lists of files, by the section of their key. */
static struct truth_files *find_files(struct run_config *config, const char *section)
{
    if (strcmp(section, "play") == 0)
        return &config->truth_files;
    return strcmp(section, "fit") == 0 ? &config->fit_files : NULL;
}

/* Three lines for each file: the section of its key, its checksum, its path. */
static int read_truth_files(struct store *store, struct run_config *config, struct err *err)
{
    char *kept = NULL, *rest, *section, *sum, *path;
    int status = store_get(store, RUN_TRUTH_FILES, &kept, err);

    for (section = kept ? strtok_r(kept, "\n", &rest) : NULL; section && status == 0;
         section = strtok_r(NULL, "\n", &rest)) {
        struct truth_files *files = find_files(config, section);
        uint64_t checksum;

        sum = strtok_r(NULL, "\n", &rest);
        path = sum ? strtok_r(NULL, "\n", &rest) : NULL;
        if (files && path && num_parse_u64(sum, &checksum) == 0)
            status = truth_files_recall(files, path, checksum, err);
    }
    free(kept);
    return status;
}

static void put_truth_files(FILE *out, const char *section, const struct truth_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        fprintf(out, "%s\n%" PRIu64 "\n%s\n", section, files->file[i].checksum,
                files->file[i].path);
}

char *stored_config_truth_files(const struct run_config *config, struct err *err)
{
    struct draft draft;

    if (draft_open(&draft, err))
        return NULL;
    put_truth_files(draft.out, "play", &config->truth_files);
    put_truth_files(draft.out, "fit", &config->fit_files);
    return draft_take(&draft, err);
}

char *stored_config_heuristics(struct err *err)
{
    const struct custom *c;
    struct draft draft;

    if (draft_open(&draft, err))
        return NULL;
    for (int i = 0; (c = custom_at(i)); i++)
        fprintf(draft.out, "%s %016" PRIx64 "\n", c->name, c->checksum);
    return draft_take(&draft, err);
}

/* One line of them. */
static int check_heuristic(const char *line, struct err *err)
{
    char name[CUSTOM_NAME_SIZE];
    const struct custom *c;
    uint64_t checksum;

    if (sscanf(line, "%63s %16" SCNx64, name, &checksum) != 2)
        return err_set_kind(err, ERR_DAMAGE, "its list of heuristics is damaged");
    c = custom_find(name);
    if (!c)
        return custom_missing(name, err);
    if (c->checksum == checksum)
        return 0;
    return err_set_kind(
        err, ERR_PROGRAM,
        "%s is not as it was when the run began: no generation can be added\n"
        "To go on with it, export the champion (c4evolve export RUN --as ini) and start a new run "
        "with it as a founder.",
        c->path);
}

int stored_config_check_heuristics(struct store *store, struct err *err)
{
    char *kept = NULL, *rest = NULL;
    int status = store_get(store, RUN_HEURISTICS, &kept, err);

    for (char *line = kept ? strtok_r(kept, "\n", &rest) : NULL; line && status == 0;
         line = strtok_r(NULL, "\n", &rest))
        if (check_heuristic(line, err))
            status = err_prefix(err, store->dir);
    free(kept);
    return status;
}

/* A run is somebody's file: it never loads what it names. */
static int check_named(const struct store *store, struct conf *conf, struct err *err)
{
    const struct conf_entry *e = conf_find(conf, "genes", "heuristic");
    char *copy = strdup(e ? e->value : ""), *rest = copy, *word, name[CUSTOM_NAME_SIZE];
    int status = copy ? 0 : err_shortage(err, "out of memory");

    while (status == 0 && (word = config_next_word(&rest))) {
        config_plain_word(word);
        if (!custom_find(custom_name(word, name)) && custom_missing(name, err))
            status = err_prefix(err, store->dir);
    }
    free(copy);
    e = conf_find(conf, "genes", "engine");
    if (status == 0 && e && *e->value && !uci_genes_known(uci_genes_name(e->value, name)))
        status = engine_missing(name, err), err_prefix(err, store->dir);
    return status;
}

int stored_config_read(struct store *store, bool files, struct run_config *config, struct err *err)
{
    char *path = NULL, *overrides = NULL;
    struct conf conf;
    int status = -1;

    if (store_get(store, RUN_PATH, &path, err) == 0 &&
        store_get(store, RUN_OVERRIDES, &overrides, err) == 0 &&
        conf_read_text(&conf, path ? path : "config", store->meta.config, err) == 0) {
        if (apply_overrides(&conf, overrides ? overrides : (char[]){ "" }, err) == 0 &&
            check_named(store, &conf, err) == 0)
            status = config_read(config, &conf, files, err);
        conf_release(&conf);
    }
    free(path);
    free(overrides);
    if (status == 0 && (read_generations(store, config, err) || read_twins(store, config, err) ||
                        (!files && read_truth_files(store, config, err)))) {
        config_release(config);
        status = -1;
    }
    return status;
}
