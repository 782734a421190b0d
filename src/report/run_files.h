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

#include "store/store.h"

/* Writes all files, each of them whole or not at all, into the folder of the
 * store. Stops at the first that fails. To be called by whoever may write the
 * run, after each generation. */
int run_files_write(struct store *store, struct err *err);

#endif
