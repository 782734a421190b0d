/* What a saved run says about itself: its config, its page, how to make it again. */
#include "cmd/evolution.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/quote.h"
#include "cmd/cli.h"
#include "report/page.h"

/* Applies what --set said when the run was begun, a line each; the text is cut up. */
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

int evolution_config(struct store *store, bool files, struct run_config *config, struct err *err)
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
    if (status == 0 && read_generations(store, config, err)) {
        config_release(config);
        status = -1;
    }
    return status;
}

/* "c4evolve CONFIG --set ... --out DIR", to be copied into a shell. */
static int print_command(FILE *out, struct store *store, struct err *err)
{
    char *path = NULL, *overrides = NULL, *generations = NULL, *rest;
    int status = store_get(store, RUN_PATH, &path, err) ||
                         store_get(store, RUN_OVERRIDES, &overrides, err) ||
                         store_get(store, RUN_GENERATIONS, &generations, err)
                     ? -1
                     : 0;

    fputs("c4evolve ", out);
    quote_shell(out, path ? path : "CONFIG.ini");
    for (char *line = overrides ? strtok_r(overrides, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        fputs(" --set ", out);
        quote_shell(out, line);
    }
    if (generations)
        fprintf(out, " --set run.generations=%s", generations);
    fputs(" --out ", out);
    quote_shell(out, store->dir);
    free(path);
    free(overrides);
    free(generations);
    return status;
}

int evolution_write_page(struct store *store, const struct run_config *config, const char *path,
                         int reload_s, struct err *err)
{
    char *command = NULL;
    size_t size;
    FILE *out = open_memstream(&command, &size);
    int status;

    if (!out)
        return err_set(err, "out of memory");
    status = print_command(out, store, err);
    fclose(out);
    if (status == 0 && command)
        status = page_save_run(path, &(struct page_run){ store, config, command, reload_s }, err);
    free(command);
    return status;
}
