#include "cmd/cli.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "evolve/verdict.h"
#include "report/page.h"
#include "report/table.h"
#include "store/stored_config.h"

#define DIR_SIZE 4096

/* The folders with runs, by name. */
struct run_list {
    char **dir;
    size_t n;
};

static void run_list_release(struct run_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->dir[i]);
    free(list->dir);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_run(struct run_list *list, const char *dir, struct err *err)
{
    char **grown = realloc(list->dir, (list->n + 1) * sizeof *grown);

    if (grown)
        list->dir = grown;
    if (!grown || !(grown[list->n] = strdup(dir)))
        return err_shortage(err, "out of memory: %zu runs", list->n + 1);
    list->n++;
    return 0;
}

/* The folder itself if it is a run, else the runs in it and in its folders (experiments). */
static int find_runs(struct run_list *list, const char *dir, int levels, struct err *err)
{
    struct dirent *entry;
    int status = 0;
    DIR *open;

    if (folder_has_run(dir))
        return add_run(list, dir, err);
    open = opendir(dir);
    if (!open)
        return err_file(err, dir, errno);
    while (status == 0 && (entry = readdir(open))) {
        char path[DIR_SIZE];
        struct stat st;

        if (entry->d_name[0] == '.' ||
            snprintf(path, sizeof path, "%s/%s", dir, entry->d_name) >= (int)sizeof path)
            continue;
        if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && (levels > 0 || folder_has_run(path))) {
            struct err why; /* a folder that cannot be read has no runs for us */

            if (find_runs(list, path, levels - 1, &why) && why.kind == ERR_SHORTAGE) {
                *err = why;
                status = -1;
            }
        }
    }
    closedir(open);
    return status;
}

/* What is said about a run. */
struct run_row {
    const char *state;
    bool over;
    bool readable;
    uint32_t closed;
    int planned, depth;
    double score, low, high; /* of the champion against the references, or nan */
    double megabytes;
};

static int read_score(struct run_row *row, const struct journal *journal, struct err *err)
{
    struct journal_validation *list;
    size_t n;

    if (journal_read_validation(journal, &list, &n, err))
        return -1;
    if (n > 0) {
        struct verdict_filter filter = { list[n - 1].generation, row->depth, VERDICT_ALL, NULL, 0 };
        struct verdict_total total = verdict_total(list, n, &filter);

        if (total.opponents > 0) {
            struct interval score = tally_group_interval(&total.games);

            row->score = score.mean;
            row->low = score.low;
            row->high = score.high;
        }
    }
    free(list);
    return 0;
}

static int read_store(struct run_row *row, struct store *store, struct err *err)
{
    struct journal journal = store_journal(store);
    struct run_config config;
    int status;

    if (stored_config_read(store, false, &config, err))
        return -1;
    row->planned = config.generations;
    row->depth = config.player.keys.depth;
    status = journal_count_generations(&journal, &row->closed, err) ||
             page_run_is_over(store, &config, &row->over, err);
    if (status == 0) {
        row->state = folder_is_locked(store->dir) ? "running" : row->over ? "finished" : "stopped";
        status = read_score(row, &journal, err);
    }
    config_release(&config);
    return status ? -1 : 0;
}

static int count_bytes(struct run_row *row, const char *dir, struct err *err)
{
    struct dirent *entry;
    DIR *open = opendir(dir);

    if (!open)
        return err_file(err, dir, errno);
    while ((entry = readdir(open))) {
        char path[DIR_SIZE];
        struct stat st;

        snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
        if (lstat(path, &st) == 0 && S_ISREG(st.st_mode))
            row->megabytes += 1e-6 * (double)st.st_size;
    }
    closedir(open);
    return 0;
}

/* Why a run cannot be read. If it needs a program of the user's, there is a way to read it. */
static const char *tell_unreadable(const char *dir, const struct err *err)
{
    if (err->kind != ERR_PROGRAM)
        return "unreadable";
    cli_fail(EXIT_USAGE, err);
    return folder_is_locked(dir) ? "running" : "needs program";
}

/* A run that cannot be read is a row, too, unless it is we who lack something. */
static int read_row(struct run_row *row, const char *dir, struct err *err)
{
    struct store store;
    int status;

    *row = (struct run_row){ .score = NAN, .low = NAN, .high = NAN };
    status = store_open(&store, dir, STORE_READ, err);
    if (status == 0) {
        status = read_store(row, &store, err);
        store_close(&store);
    }
    row->readable = status == 0;
    if (status)
        row->state = tell_unreadable(dir, err);
    if (status && err->kind == ERR_SHORTAGE)
        return -1;
    return count_bytes(row, dir, err) && err->kind == ERR_SHORTAGE ? -1 : 0;
}

/* The name of a folder as CSV does not trick a terminal; JSON and tables never do. */
static void print_dir(struct table *table, const char *dir)
{
    char tame[DIR_SIZE];

    snprintf(tame, sizeof tame, "%s", dir);
    utf8_tame(tame);
    table_text(table, table->format == TABLE_CSV ? tame : dir);
}

static void print_row(struct table *table, const char *dir, const struct run_row *row)
{
    /* A run that its time or its games have ended was not meant to have so many. */
    bool limited = row->over && row->closed < (uint32_t)row->planned;
    bool planned = row->readable && !(limited && table->format == TABLE_TEXT);

    print_dir(table, dir);
    table_text(table, row->state);
    table_number(table, row->readable ? (double)row->closed : (double)NAN);
    table_number(table, planned ? (double)row->planned : (double)NAN);
    table_number(table, row->score);
    table_number(table, row->low);
    table_number(table, row->high);
    table_number(table, row->megabytes);
}

static int print_rows(const struct run_list *list, const struct run_row *row,
                      enum table_format format, struct err *err)
{
    static const struct column column[] = {
        { "run", "run", COLUMN_TEXT, 0 },
        { "state", "state", COLUMN_TEXT, 0 },
        { "generations", "generations", COLUMN_NUMBER, 0 },
        { "planned", "of", COLUMN_NUMBER, 0 },
        { "score", "score", COLUMN_NUMBER, 3 },
        { "low", "from", COLUMN_NUMBER, 3 },
        { "high", "to", COLUMN_NUMBER, 3 },
        { "megabytes", "MB", COLUMN_NUMBER, 1 },
    };
    struct table table;

    table_begin(&table, stdout, format, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < list->n; i++)
        print_row(&table, list->dir[i], &row[i]);
    return table_end(&table, err);
}

static int print_runs(const struct run_list *list, enum table_format format, struct err *err)
{
    struct run_row *row = calloc(list->n + 1, sizeof *row);
    int status = row ? 0 : err_shortage(err, "out of memory: %zu runs", list->n);

    for (size_t i = 0; i < list->n && status == 0; i++)
        status = read_row(&row[i], list->dir[i], err);
    if (status == 0)
        status = print_rows(list, row, format, err);
    free(row);
    return status;
}

static int run(const char *dir, enum table_format format)
{
    struct run_list list = { 0 };
    struct err err;
    int code = EXIT_DONE;

    if (find_runs(&list, dir, 1, &err))
        code = cli_fail(EXIT_USAGE, &err);
    else if (list.n == 0)
        fprintf(stderr, "There are no runs in %s.\n", dir);
    if (list.n > 0)
        qsort(list.dir, list.n, sizeof *list.dir, by_name);
    if (code == EXIT_DONE && (list.n > 0 || format != TABLE_TEXT) &&
        print_runs(&list, format, &err))
        code = cli_fail(EXIT_FAILED, &err);
    run_list_release(&list);
    return code;
}

int cmd_runs(int argc, char **argv)
{
    bool csv = false, json = false;
    const struct option_row options[] = {
        { "--csv", NULL, "prints CSV, with every digit", OPTION_FLAG, &csv, 0, 0 },
        { "--json", NULL, "prints JSON: an array of objects", OPTION_FLAG, &json, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "runs",
        .arguments = "[DIR] [OPTIONS]",
        .about =
            "Lists the runs in a folder, by default reports: whether each is running, finished or\n"
            "stopped, its generations, the score of its champion against all references at the\n"
            "depth of training with its 95% interval, and how much room it takes. One that uses a\n"
            "heuristic or engine of your own is read if you name that.",
        .examples = "  c4evolve runs\n"
                    "  c4evolve runs reports --csv\n"
                    "  c4evolve runs --heuristic mine.c\n",
        .option = options,
        .max_args = 1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (csv && json)
        return cli_failf(EXIT_USAGE, "--csv and --json cannot be combined");
    return run(args ? argv[1] : "reports", csv ? TABLE_CSV : json ? TABLE_JSON : TABLE_TEXT);
}
