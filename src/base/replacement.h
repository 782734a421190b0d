/*
 * replacement - rewrites a file atomically.
 *
 * The content is written to a new file beside it, which replaces it once all of it is on the disk.
 * Readers see either the old content or the new. The new file has a name that nobody can foresee,
 * "NAME.new-" and a random number, so that nothing which lies in the folder, such as a link to
 * another file, is ever written to. A process that is killed leaves its file behind, and the next
 * one that replaces the same file removes it. If several processes do, the last one wins.
 */
#ifndef C4E_BASE_REPLACEMENT_H
#define C4E_BASE_REPLACEMENT_H

#include "base/err.h"
#include "base/output.h"

/* Must stay where it is until it is finished or cancelled. */
struct replacement {
    FILE *out; /* the caller writes here */
    struct output output;
    char *path;
    char *new_path; /* NULL if the file itself is written to */
};

/* A file in a folder of ours. A link of that name is replaced, not followed. */
int replacement_begin(struct replacement *replacement, const char *dir, const char *name,
                      struct err *err);

/* The same for a path that the user named. A link, a device such as /dev/stdout, or anything else
 * that is not a regular file is written to directly instead of being replaced. */
int replacement_at(struct replacement *replacement, const char *path, struct err *err);

/* Replaces the file; on failure the old content stays. */
int replacement_finish(struct replacement *replacement, struct err *err);

/* Instead of finishing: leaves the old content. */
void replacement_cancel(struct replacement *replacement);

#endif
