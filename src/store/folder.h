/*
 * folder - the folder of a run, and the files in it.
 */
#ifndef C4E_STORE_FOLDER_H
#define C4E_STORE_FOLDER_H

#include <stdbool.h>

#include "base/err.h"

/* Inside the folder. SQLite adds run.db-wal and run.db-shm while the run is open. */
#define FOLDER_RUN  "run.db"
#define FOLDER_NEW  "run.db.new" /* until it is complete */
#define FOLDER_LOCK "run.lock"

/* "dir/name", which the caller frees. */
char *folder_path(const char *dir, const char *name, struct err *err);

/* Makes a folder and its parents, where they are missing. */
int folder_make(const char *dir, struct err *err);

/* Is there a run, finished or not? */
bool folder_has_run(const char *dir);

/* Fails with the reason if there is no run that can be read. */
int folder_check(const char *dir, struct err *err);

/* Removes what an earlier attempt may have left: a new file that was never
 * complete, and the log of a run that is no more. There must be no run. */
int folder_clear(const char *dir, struct err *err);

/* The new file becomes the run: at once, or not at all. */
int folder_publish(const char *dir, struct err *err);

#endif
