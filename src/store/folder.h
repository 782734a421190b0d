/*
 * folder - the folder of a run, the files in it, and the lock of its writer.
 *
 * The kernel drops the lock when its process ends, even by `kill -9`. The lock
 * file stays and means nothing by itself; it holds the id of the process that had
 * the lock last, for the message to the next one that asks for it.
 */
#ifndef C4E_STORE_FOLDER_H
#define C4E_STORE_FOLDER_H

#include <stdbool.h>

#include "base/err.h"

/* Inside the folder. SQLite adds run.db-wal and run.db-shm while the run is open. */
#define FOLDER_RUN  "run.db"
#define FOLDER_NEW  "run.db.new" /* until it is complete */
#define FOLDER_LOCK "run.lock"

struct folder_lock {
    int fd; /* only if held */
    bool held;
};

/* "dir/name", which the caller frees. */
char *folder_path(const char *dir, const char *name, struct err *err);

/* Creates a folder and its parents unless they exist. */
int folder_make(const char *dir, struct err *err);

/* Whether there is a run, finished or not. */
bool folder_has_run(const char *dir);

/* Succeeds if there is a run that can be read, and no link where SQLite keeps its files. */
int folder_check(const char *dir, struct err *err);

/* Succeeds unless the run file is a link: what we would write could belong to another run. */
int folder_check_own(const char *dir, struct err *err);

/* Removes what an earlier attempt may have left: an incomplete new file, and the log of a
 * deleted run. There must be no run. */
int folder_clear(const char *dir, struct err *err);

/* Turns the new file into the run, atomically. */
int folder_publish(const char *dir, struct err *err);

/* Fails at once if another process, or this one, holds the lock already. */
int folder_lock(struct folder_lock *lock, const char *dir, struct err *err);

/* Whether a process holds the lock, as far as the system tells; takes no lock itself. */
bool folder_is_locked(const char *dir);

/* Also takes a zeroed lock. */
void folder_unlock(struct folder_lock *lock);

#endif
