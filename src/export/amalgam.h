/*
 * amalgam - joins C files into one.
 *
 * The files come from a table that is built into the program (base/embedded.h), in
 * which they have no folders. Each file is written once, after the files that it
 * includes. Include guards are left out, and system headers are listed at the top.
 * Static functions and variables of all files must have different names.
 */
#ifndef C4E_EXPORT_AMALGAM_H
#define C4E_EXPORT_AMALGAM_H

#include <stdio.h>

#include "base/embedded.h"
#include "base/err.h"

/* A header that stands in for another. */
struct amalgam_swap {
    const char *name, *instead;
};

/* Joins the named files and all that they include. Names and swaps end with NULL. An included
 * file that is not in the table is an error. */
int amalgam_write(FILE *out, const struct embedded *files, const char *const *names,
                  const struct amalgam_swap *swaps, struct err *err);

#endif
