/*
 * run_files - what a run leaves in its folder besides run.db.
 *
 *     champion.ini       the genome that holds the title, once there is one,
 *                        with where it comes from in the comment
 *     generations.csv    the tables of these names, see run_tables.h
 *     lineage.csv
 *     winrates.csv
 *
 * The same run gives the same bytes. All of it follows from run.db and can be
 * written anew at any time.
 */
#ifndef C4E_REPORT_RUN_FILES_H
#define C4E_REPORT_RUN_FILES_H

#include "report/run_tables.h"

enum { RUN_FILES_TABLES = 3 };

/* Remembers the rows that can no longer change, so that a long run spends no more
 * on its files after a late generation than after an early one. */
struct run_files {
    struct store *store;
    struct kept_rows {
        char *text;
        size_t size;
        struct run_span rest; /* what is not in the text */
    } kept[RUN_FILES_TABLES];
};

/* The store must stay open, and where it is, until the release. */
void run_files_init(struct run_files *files, struct store *store);
void run_files_release(struct run_files *files);

/* Writes all files, each of them whole or not at all, into the folder of the
 * store; to be called after each generation by whoever may write the run. Stops
 * at the first file that fails, and may be called again. */
int run_files_update(struct run_files *files, struct err *err);

/* All of the above, once. */
int run_files_write(struct store *store, struct err *err);

#endif
