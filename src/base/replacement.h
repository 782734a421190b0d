/*
 * replacement - a file that is written anew: whole, or not at all.
 *
 * The content goes into a file beside it, "NAME.new", which takes its place once
 * all of it is on the disk. Whoever reads the file sees the old content or the
 * new. A process that is killed leaves NAME.new behind, which the next one
 * writes over. Processes that write the same file wait for each other.
 */
#ifndef C4E_BASE_REPLACEMENT_H
#define C4E_BASE_REPLACEMENT_H

#include <stdio.h>

#include "base/err.h"

struct replacement {
    FILE *out; /* to be written to */
    char *path;
    char *new_path; /* NULL where the file itself is written */
};

int replacement_begin(struct replacement *replacement, const char *dir, const char *name,
                      struct err *err);

/* The same at any path. What is there and no regular file, such as a link or /dev/stdout, is just
 * written to: to put a file in its place would be a disaster. */
int replacement_at(struct replacement *replacement, const char *path, struct err *err);

/* Puts the new content in its place, or leaves the old one there and fails. */
int replacement_finish(struct replacement *replacement, struct err *err);

/* Instead of finishing: leaves everything as it was. */
void replacement_cancel(struct replacement *replacement);

#endif
