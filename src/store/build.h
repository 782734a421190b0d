/*
 * build - a new run file, which appears in its folder when it is complete.
 *
 * Killed at any time before, the folder holds no run, and a second attempt
 * begins again.
 */
#ifndef C4E_STORE_BUILD_H
#define C4E_STORE_BUILD_H

#include "store/database.h"
#include "store/lock.h"

struct build {
    const char *dir;
    struct lock lock;
    struct database db; /* with all tables and statements, in a transaction */
};

/* Refuses a folder that holds a run. */
int build_begin(struct build *build, const char *dir, struct err *err);

/* Publishes the file and closes it. The lock is still held. */
int build_finish(struct build *build, struct err *err);

/* Leaves no file behind that is not complete, and drops the lock. */
void build_release(struct build *build);

#endif
