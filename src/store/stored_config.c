#include "store/stored_config.h"

#include <stdlib.h>
#include <string.h>

#include "base/draft.h"
#include "base/num.h"

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

int stored_config_read(struct store *store, bool files, struct run_config *config, struct err *err)
{
    char *path = NULL, *overrides = NULL;
    struct conf conf;
    int status = -1;

    if (store_get(store, RUN_PATH, &path, err) == 0 &&
        store_get(store, RUN_OVERRIDES, &overrides, err) == 0 &&
        conf_read_text(&conf, path ? path : "config", store->meta.config, err) == 0) {
        if (apply_overrides(&conf, overrides ? overrides : (char[]){ "" }, err) == 0)
            status = config_read(config, &conf, files, err);
        conf_release(&conf);
    }
    free(path);
    free(overrides);
    if (status == 0 && (read_generations(store, config, err) || read_twins(store, config, err))) {
        config_release(config);
        status = -1;
    }
    return status;
}
