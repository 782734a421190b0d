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

#include "base/grown.h"
#include "report/run_tables.h"

enum { RUN_FILES_TABLES = 3 };

/*
 * Rows are added to a table as generations close, and only those of the open generation are written
 * again: a late generation costs as much memory and as many bytes as an early one. The first call in
 * a process writes whole files, and so does a call that finds a file gone or changed. Readers of a
 * running run may find the rows of the open generation cut short.
 *
 * champion.ini is written when there is another champion. Its comment takes as long as its lineage
 * is, so what it says of the champion's rating is brought up to date only by the first call and by
 * run_files_finish.
 */
struct run_files {
    struct store *store;
    struct run_table_file {
        struct grown grown;
        struct run_span open; /* the rows that may change */
    } table[RUN_FILES_TABLES];
    uint32_t champion; /* the genome in champion.ini, or its newest elite copy; 0: none yet */
};

/* The store must stay open, at the same address. There is nothing to release. */
void run_files_init(struct run_files *files, struct store *store);

/* Brings all files in the run folder up to date. Called after each generation by the process that
 * owns the run. Stops at the first file that fails, and may be called again. */
int run_files_update(struct run_files *files, struct err *err);

/* The same at the end, when all that follows from the run is written. */
int run_files_finish(struct run_files *files, struct err *err);

/* All of the above, once. */
int run_files_write(struct store *store, struct err *err);

#endif
