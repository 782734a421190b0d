/*
 * replacement - rewrites a file atomically.
 *
 * The content is written to a file beside it, "NAME.new", which replaces it once all
 * of it is on the disk. Readers see either the old content or the new. A process that
 * is killed leaves NAME.new behind, which the next one overwrites. Processes that write
 * the same file wait for each other.
 */
#ifndef C4E_BASE_REPLACEMENT_H
#define C4E_BASE_REPLACEMENT_H

#include <stdio.h>

#include "base/err.h"

struct replacement {
    FILE *out; /* the caller writes here */
    char *path;
    char *new_path; /* NULL if the file itself is written to */
};

int replacement_begin(struct replacement *replacement, const char *dir, const char *name,
                      struct err *err);

/* The same for any path. A link, a device such as /dev/stdout, or anything else that is not a
 * regular file is written to directly instead of being replaced. */
int replacement_at(struct replacement *replacement, const char *path, struct err *err);

/* Replaces the file; on failure the old content stays. */
int replacement_finish(struct replacement *replacement, struct err *err);

/* Instead of finishing: leaves the old content. */
void replacement_cancel(struct replacement *replacement);

#endif
