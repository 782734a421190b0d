/*
 * run_files - the files in a run folder that are derived from run.db.
 *
 *     champion.ini       the champion, with its lineage as a comment
 *     generations.csv    tables, see run_tables.h
 *     lineage.csv
 *     winrates.csv
 *
 * The same run gives the same bytes. The files can be rewritten at any time.
 */
#ifndef C4E_REPORT_RUN_FILES_H
#define C4E_REPORT_RUN_FILES_H

#include "report/run_tables.h"

enum { RUN_FILES_TABLES = 3 };

/* Keeps the rows that can no longer change, so that writing the files takes no longer after a
 * late generation than after an early one. */
struct run_files {
    struct store *store;
    struct kept_rows {
        char *text;
        size_t size;
        struct run_span rest; /* what the text does not hold */
    } kept[RUN_FILES_TABLES];
};

/* The store must stay open, at the same address, until the release. */
void run_files_init(struct run_files *files, struct store *store);
void run_files_release(struct run_files *files);

/* Writes all files into the run folder, each one atomically. Called after each generation by
 * the process that owns the run. Stops at the first file that fails, and may be called again. */
int run_files_update(struct run_files *files, struct err *err);

/* All of the above, once. */
int run_files_write(struct store *store, struct err *err);

#endif
