/*
 * lock - one process at a time, by a lock on a file.
 *
 * The kernel drops the lock when its process ends, even by `kill -9`; the file
 * stays and means nothing by itself. It holds the process id of whoever had the
 * lock last, for the message to whoever comes second.
 */
#ifndef C4E_STORE_LOCK_H
#define C4E_STORE_LOCK_H

#include <stdbool.h>

#include "base/err.h"

struct lock {
    int fd; /* only if held */
    bool held;
};

/* Makes the file if need be. Fails at once if someone else, or this process,
 * holds the lock already. */
int lock_take(struct lock *lock, const char *path, struct err *err);

/* Also takes a zeroed lock. */
void lock_release(struct lock *lock);

#endif
