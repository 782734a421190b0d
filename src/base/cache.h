/*
 * cache - files that the program can make again: in $XDG_CACHE_HOME, or ~/.cache.
 */
#ifndef C4E_BASE_CACHE_H
#define C4E_BASE_CACHE_H

#include <stddef.h>

#include "base/err.h"

/* The path of a file in the cache, such as "solved.txt"; "" if there is no cache. Returns it. */
const char *cache_path(const char *name, char *path, size_t size);

/* The same for a folder, which is made; fails if that cannot be done. */
int cache_folder(const char *name, char *path, size_t size, struct err *err);

/* Fails if anybody but root and us can put a file there: what lies in it is run. */
int cache_check_private(const char *path, struct err *err);

#endif
