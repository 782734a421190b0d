#include "cmd/experiment.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/draft.h"
#include "base/replacement.h"
#include "base/text_file.h"
#include "report/page.h"
#include "store/stored_config.h"

/* The config of one run, with all changes. */
struct settings {
    struct evolution_source source;
    struct text_list list;
    char *made[EXPERIMENT_KEYS + 1]; /* owned; the others are borrowed */
    size_t n;
};

static void settings_release(struct settings *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->made[i]);
    *s = (struct settings){ 0 };
}

static int settings_add(struct settings *s, const char *key, const char *value, struct err *err)
{
    size_t size = strlen(key) + strlen(value) + 2;
    char *text = malloc(size);

    if (!text)
        return err_shortage(err, "out of memory");
    snprintf(text, size, "%s=%s", key, value);
    s->made[s->n++] = text;
    if (s->list.n == TEXT_LIST_MAX)
        return err_set(err, "more than %d changes of the config", TEXT_LIST_MAX);
    s->list.item[s->list.n++] = text;
    return 0;
}

/* Points into itself: do not copy. */
static int settings_init(struct settings *s, const struct experiment *e, size_t run,
                         struct err *err)
{
    const struct experiment_plan *plan = e->plan;
    size_t combination = experiment_combination(plan, run);
    char seed[32];
    int status = 0;

    *s = (struct settings){ .source = e->source, .list = *e->source.set };
    s->source.set = &s->list;
    for (size_t i = 0; i < plan->keys && status == 0; i++)
        status = settings_add(s, plan->key[i].name, experiment_value(plan, combination, i), err);
    snprintf(seed, sizeof seed, "%" PRIu64, experiment_seed(plan, run));
    if (status == 0)
        status = settings_add(s, "run.seed", seed, err);
    if (status)
        settings_release(s);
    return status;
}

int experiment_read_config(const struct experiment *e, size_t run, struct run_config *config,
                           struct err *err)
{
    struct settings settings;
    int status;

    if (settings_init(&settings, e, run, err))
        return -1;
    status = evolution_read(config, &settings.source, err);
    settings_release(&settings);
    return status;
}

/* Adds the lines of a message that another one does not have yet. */
static void add_new_lines(struct err *all, struct err *more)
{
    char *rest;

    for (char *line = strtok_r(more->text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (!strstr(all->text, line))
            err_add(all, "%s", line);
}

int experiment_check_configs(const struct experiment *e, struct err *err)
{
    err_clear(err);
    for (size_t run = 0; run < experiment_runs(e->plan); run++) {
        struct run_config config;
        struct err why;

        if (experiment_read_config(e, run, &config, &why) == 0)
            config_release(&config);
        else
            add_new_lines(err, &why);
    }
    return err->text[0] ? -1 : 0;
}

/* What makes it this experiment and no other. */
static char *describe(const struct experiment *e, struct err *err)
{
    struct draft draft;
    FILE *out;

    if (draft_open(&draft, err))
        return NULL;
    out = draft.out;
    fputs("c4evolve experiment\n", out);
    for (int i = 0; i < e->source.set->n; i++)
        fprintf(out, "set %s\n", e->source.set->item[i]);
    for (size_t i = 0; i < e->plan->keys; i++)
        for (size_t k = 0; k < e->plan->key[i].values; k++)
            fprintf(out, "vary %s=%s\n", e->plan->key[i].name, e->plan->key[i].value[k]);
    fprintf(out, "config:\n%s", e->source.text);
    return draft_take(&draft, err);
}

/* Says how the folder's experiment differs, by the first line that does. */
static int refuse(const char *dir, const char *there, const char *here, struct err *err)
{
    int number = 1;

    while (*there && *there == *here) {
        size_t length = strcspn(there, "\n");

        if (strncmp(there, here, length + 1) != 0)
            break;
        number++;
        there += length + (there[length] != '\0');
        here += length + (here[length] != '\0');
    }
    return err_set(err,
                   "%s belongs to another experiment: line %d of %s is '%.*s', not '%.*s'; "
                   "choose another folder with --out",
                   dir, number, EXPERIMENT_FILE, (int)strcspn(there, "\n"), there,
                   (int)strcspn(here, "\n"), here);
}

static int write_description(const char *dir, const char *text, struct err *err)
{
    struct replacement file;

    if (replacement_begin(&file, dir, EXPERIMENT_FILE, err))
        return -1;
    fputs(text, file.out);
    return replacement_finish(&file, err);
}

static int check_description(const char *dir, const char *text, struct err *err)
{
    char *path = folder_path(dir, EXPERIMENT_FILE, err), *there = NULL;
    struct stat st;
    int status;

    if (!path)
        return -1;
    if (lstat(path, &st))
        status = errno == ENOENT ? write_description(dir, text, err) : err_file(err, path, errno);
    else if (!S_ISREG(st.st_mode))
        status = err_set(err, "%s is a link or not a file: remove it", path);
    else if (!(there = text_file_whole(path, err)))
        status = -1;
    else
        status = strcmp(there, text) == 0 ? 0 : refuse(dir, there, text, err);
    free(there);
    free(path);
    return status;
}

int experiment_open_folder(const struct experiment *e, struct folder_lock *lock, struct err *err)
{
    char *text;
    int status;

    if (folder_has_run(e->dir))
        return err_set(err, "%s holds a run; choose another folder with --out", e->dir);
    if (folder_make(e->dir, err) || folder_lock(lock, e->dir, err))
        return -1;
    text = describe(e, err);
    status = text ? check_description(e->dir, text, err) : -1;
    free(text);
    if (status)
        folder_unlock(lock);
    return status;
}

char *experiment_run_path(const struct experiment *e, size_t run, struct err *err)
{
    char name[EXPERIMENT_LABEL];

    return folder_path(e->dir, experiment_folder(e->plan, run, name), err);
}

/* A run that is there must have the config that it would be given now. */
static int check_run(const struct experiment *e, size_t run, struct store *store, struct err *err)
{
    char *there = NULL, *here = NULL;
    struct settings settings;
    int status;

    if (settings_init(&settings, e, run, err))
        return -1;
    here = evolution_overrides(&settings.list);
    settings_release(&settings);
    status =
        here ? store_get(store, RUN_OVERRIDES, &there, err) : err_shortage(err, "out of memory");
    if (status == 0 &&
        (!there || strcmp(there, here) != 0 || strcmp(store->meta.config, e->source.text) != 0))
        status = err_set(err, "%s is not a run of this experiment", store->dir);
    free(here);
    free(there);
    return status;
}

/* Whether a run has been played to its end. */
static int find_state(const struct experiment *e, size_t run, bool *over, struct err *err)
{
    char *path = experiment_run_path(e, run, err);
    struct run_config config;
    struct store store;
    int status = -1;

    *over = false;
    if (!path || !folder_has_run(path)) {
        free(path);
        return path ? 0 : -1;
    }
    if (store_open(&store, path, STORE_READ, err) == 0) {
        status = check_run(e, run, &store, err);
        if (status == 0)
            status = stored_config_read(&store, false, &config, err);
        if (status == 0) {
            status = page_run_is_over(&store, &config, over, err);
            config_release(&config);
        }
        store_close(&store);
    }
    free(path);
    return status;
}

static int add_seconds(void *context, const struct journal_time *time, struct err *err)
{
    (void)err;
    *(double *)context += time->seconds;
    return 0;
}

int experiment_seconds(struct store *store, double *seconds, struct err *err)
{
    *seconds = 0;
    return store_each_time(store, 0, UINT32_MAX, add_seconds, seconds, err);
}

static int create_run(const struct experiment *e, size_t run, const char *path, struct store *store,
                      struct run_config *config, struct err *err)
{
    struct settings settings;
    int status;

    if (settings_init(&settings, e, run, err))
        return -1;
    status = evolution_read(config, &settings.source, err);
    if (status == 0 && evolution_create(store, path, &settings.source, config, err)) {
        config_release(config);
        status = -1;
    }
    settings_release(&settings);
    return status;
}

/* What is left of a time budget is what the run has not used yet. */
static int continue_run(const char *path, struct store *store, struct run_config *config,
                        struct err *err)
{
    double used;

    if (evolution_open(store, path, config, err))
        return -1;
    if (evolution_check_rules(store, config, err) || experiment_seconds(store, &used, err)) {
        config_release(config);
        store_close(store);
        return -1;
    }
    if (config->minutes > 0)
        config->minutes = used < 60 * config->minutes ? config->minutes - used / 60 : 1e-9;
    return 0;
}

/* Somebody else may have made the folder of the experiment, with links in it to folders of the user. */
static int refuse_links(const struct experiment *e, size_t run, struct err *err)
{
    char *path = experiment_run_path(e, run, err), *slash;
    int status = path ? 0 : -1;
    struct stat st;

    for (int level = 0; level < 2 && status == 0; level++) { /* the run, then its combination */
        if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
            status = err_set(err, "%s is a link: remove it", path);
        slash = strrchr(path, '/');
        *slash = '\0';
    }
    free(path);
    return status;
}

static int play_run(const struct experiment *e, size_t run)
{
    const struct evolution_how how = { .pool = e->pool, .quiet = e->quiet, .part = true };
    struct run_config config;
    struct store store;
    struct err err;
    char *path = experiment_run_path(e, run, &err);
    int code;

    if (!path || refuse_links(e, run, &err) ||
        (folder_has_run(path) ? continue_run(path, &store, &config, &err)
                              : create_run(e, run, path, &store, &config, &err))) {
        free(path);
        return cli_fail(EXIT_FAILED, &err);
    }
    code = evolution_play(&store, &config, &how);
    config_release(&config);
    store_close(&store);
    free(path);
    return code;
}

/* "run 3 of 10: openings=4, seed 2; about 12 minutes left" */
static void tell_run(const struct experiment *e, size_t run, double left_s)
{
    char label[EXPERIMENT_LABEL];

    if (e->quiet)
        return;
    fprintf(stderr, "run %zu of %zu: %s, seed %" PRIu64, run + 1, experiment_runs(e->plan),
            experiment_label(e->plan, experiment_combination(e->plan, run), label),
            experiment_seed(e->plan, run));
    if (left_s >= 120)
        fprintf(stderr, "; about %.0f minutes left", left_s / 60);
    else if (left_s >= 1)
        fprintf(stderr, "; about %.0f s left", left_s);
    fputc('\n', stderr);
}

/* What has been made is still there. Otherwise creating the next run would bring back the folder, and
 * hours would pass before the results are missed. */
static int check_folder(const struct experiment *e, const bool *over, struct err *err)
{
    char *path = folder_path(e->dir, EXPERIMENT_FILE, err);
    struct stat st;
    bool there = path && lstat(path, &st) == 0;

    for (size_t i = 0; there && i < experiment_runs(e->plan); i++) {
        if (!over[i])
            continue;
        free(path);
        path = experiment_run_path(e, i, err);
        there = path && folder_has_run(path);
    }
    if (path && !there)
        err_set(err, "%s is gone: it was removed or moved while the experiment was using it", path);
    free(path);
    return there ? 0 : -1;
}

/* Plays a run unless the results of others are lost. Returns an exit code. */
static int play_next(const struct experiment *e, size_t run, bool *over, double left_s)
{
    struct err err;
    int code;

    if (check_folder(e, over, &err))
        return cli_fail(EXIT_FAILED, &err);
    tell_run(e, run, left_s);
    code = play_run(e, run);
    over[run] = code == EXIT_DONE;
    return code;
}

int experiment_play(const struct experiment *e, bool *lost)
{
    size_t runs = experiment_runs(e->plan), left = 0, played = 0;
    bool *over = calloc(runs, sizeof *over);
    double start_s = clock_s();
    struct err err;
    int code = EXIT_DONE;

    *lost = false;
    if (!over)
        return cli_failf(EXIT_FAILED, "out of memory: %zu runs", runs);
    for (size_t i = 0; i < runs && code == EXIT_DONE; i++) {
        if (find_state(e, i, &over[i], &err))
            code = cli_fail(EXIT_USAGE, &err);
        left += !over[i];
    }
    for (size_t i = 0; i < runs && code == EXIT_DONE; i++) {
        if (over[i])
            continue;
        code = play_next(e, i, over,
                         played ? (clock_s() - start_s) / (double)played * (double)left : 0);
        played++;
        left--;
    }
    *lost = code == EXIT_FAILED && check_folder(e, over, &err);
    free(over);
    return code;
}
