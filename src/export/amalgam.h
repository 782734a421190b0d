/*
 * amalgam - many C files as one.
 *
 * The files come from a table that was built into the program (base/embedded.h),
 * where they are known by their names without folders. Each is written once, after
 * all that it includes; include guards go, and system headers are listed on top.
 * Functions of one file that only it can see must not have the names of another's.
 */
#ifndef C4E_EXPORT_AMALGAM_H
#define C4E_EXPORT_AMALGAM_H

#include <stdio.h>

#include "base/embedded.h"
#include "base/err.h"

/* A header that takes the place of another. */
struct amalgam_swap {
    const char *name, *instead;
};

/* Names of files and swaps end with NULL. A file that is included but not there is an error. */
int amalgam_write(FILE *out, const struct embedded *files, const char *const *names,
                  const struct amalgam_swap *swaps, struct err *err);

#endif
