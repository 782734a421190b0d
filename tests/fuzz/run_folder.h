/*
 * run_folder - a folder with a run file, and reading everything in it.
 */
#ifndef C4E_TESTS_FUZZ_RUN_FOLDER_H
#define C4E_TESTS_FUZZ_RUN_FOLDER_H

#include <sys/stat.h>

#include "fuzz/fuzz.h"
#include "report/lineage.h"
#include "report/run_tables.h"
#include "store/store.h"
#include "store/stored_config.h"

static char run_dir[64], run_path[80];

static inline void run_folder_make(void)
{
    if (run_dir[0])
        return;
    snprintf(run_dir, sizeof run_dir, "%s/c4evolve-fuzz-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    snprintf(run_path, sizeof run_path, "%s/run.db", run_dir);
    FUZZ_CHECK(mkdir(run_dir, 0700) == 0);
}

static inline void run_folder_remove(void)
{
    static const char *const ending[] = { "", "-wal", "-shm", "-journal" };

    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        char path[100];

        snprintf(path, sizeof path, "%s%s", run_path, ending[i]);
        unlink(path);
    }
    rmdir(run_dir);
    run_dir[0] = '\0';
}

static inline void run_folder_print(struct store *store, FILE *out)
{
    struct run_config config;
    struct lineage lineage;
    struct err err = { 0 };
    uint32_t id;

    for (const struct run_table *t = run_tables; t->name; t++)
        for (int format = 0; format < 2; format++)
            fuzz_check_error(
                t->print(store, &run_span_all, out, format ? TABLE_JSON : TABLE_TEXT, &err), &err);
    if (stored_config_read(store, false, &config, &err) == 0)
        config_release(&config);
    if (lineage_champion(store, &id, &err) == 0 &&
        lineage_init(&lineage, store, id, LINEAGE_FIRST, &err) == 0) {
        lineage_print_text(out, &lineage);
        lineage_release(&lineage);
    }
}

/* Reads all of the run, if it can be opened. */
static inline void run_folder_read(void)
{
    FILE *out = fopen("/dev/null", "w");
    struct store store;
    struct err err = { 0 };
    int status = store_open(&store, run_dir, STORE_READ, &err);

    fuzz_check_error(status, &err);
    FUZZ_CHECK(out);
    if (status == 0) {
        run_folder_print(&store, out);
        store_close(&store);
    }
    fclose(out);
}

#endif
