#include "cmd/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cmd/evolution.h"
#include "cmd/progress.h"
#include "report/page.h"
#include "store/folder.h"
#include "store/stored_config.h"

struct report_options {
    const char *out;
    bool watch;
};

#define RELOAD_S 2

/* Writes the page once. */
static int write_page(const char *dir, const char *path, bool watch, bool *over, struct err *err)
{
    struct store store;
    struct run_config config;
    int status;

    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    status = stored_config_read(&store, false, &config, err);
    if (status == 0) {
        status = page_run_is_over(&store, &config, over, err) ||
                         evolution_write_page(&store, &config, path, watch ? RELOAD_S : 0, err)
                     ? -1
                     : 0;
        config_release(&config);
    }
    store_close(&store);
    return status;
}

/* Sizes and times of the run file: any write changes them. */
struct look {
    off_t size[2];
    struct timespec time[2];
};

static struct look look_at(const char *dir)
{
    static const char *const name[] = { FOLDER_RUN, FOLDER_RUN "-wal" };
    struct look look;

    memset(&look, 0, sizeof look);
    for (int i = 0; i < 2; i++) {
        char path[4096];
        struct stat st;

        snprintf(path, sizeof path, "%s/%s", dir, name[i]);
        if (stat(path, &st))
            continue;
        look.size[i] = st.st_size;
        look.time[i] = st.st_mtim;
    }
    return look;
}

/* Writes the page whenever the run has changed, until the run ends. */
static int watch_run(const char *dir, const char *path, struct err *err)
{
    const atomic_bool *stop = progress_stop();
    bool over = false;

    fprintf(stderr, "Watching %s; press Ctrl-C to stop.\n", dir);
    while (!*stop) {
        struct look before = look_at(dir), now;

        if (write_page(dir, path, true, &over, err))
            return -1;
        if (over)
            break;
        do {
            nanosleep(&(struct timespec){ .tv_sec = RELOAD_S }, NULL);
            now = look_at(dir);
        } while (!*stop && memcmp(&now, &before, sizeof now) == 0);
    }
    return 0;
}

static int run(const struct report_options *o, const char *dir)
{
    struct err err;
    bool over;

    if (folder_check(dir, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (o->watch ? watch_run(dir, o->out, &err) : write_page(dir, o->out, false, &over, &err))
        return cli_fail(EXIT_FAILED, &err);
    if (o->out)
        fprintf(stderr, "Wrote %s.\n", o->out);
    else
        fprintf(stderr, "Wrote %s/" PAGE_NAME ".\n", dir);
    return EXIT_DONE;
}

int cmd_report(int argc, char **argv)
{
    struct report_options o = { 0 };
    const struct option_row options[] = {
        { "-o", "FILE", "file to write; default RUN/" PAGE_NAME, OPTION_TEXT, &o.out, 0, 0 },
        { "--watch", NULL, "rewrites the page whenever the run changes, until it ends", OPTION_FLAG,
          &o.watch, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "report",
        .arguments = "RUN [-o FILE] [--watch]",
        .about =
            "Writes an HTML page about a run, finished or not: the verdict, progress, weights,\n"
            "lineage, who beats whom, and games to step through. The page is one file and needs\n"
            "no network. Every run writes its own page when it ends.",
        .examples = "  c4evolve report reports/gen3\n"
                    "  c4evolve report reports/gen3 --watch\n"
                    "  c4evolve report reports/gen3 -o gen3.html\n",
        .option = options,
        .min_args = 1,
        .max_args = 1,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    return code == CLI_GO_ON ? run(&o, argv[1]) : code;
}
