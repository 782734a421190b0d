/*
 * amalgam - joins C files into one.
 *
 * The files come from a table that is built into the program (base/data.h), in
 * which they have no folders. Each file is written once, after the files that it
 * includes. Include guards are left out, and system headers are listed at the top.
 * Static functions and variables of all files must have different names.
 */
#ifndef C4E_EXPORT_AMALGAM_H
#define C4E_EXPORT_AMALGAM_H

#include <stdio.h>

#include "base/data.h"
#include "base/err.h"

/* A header that stands in for another. One for a system header, whose name is then in angle
 * brackets, is written before all else, and the system header is left to the caller. */
struct amalgam_swap {
    const char *name, *instead;
};

/* Joins all .c files of the table, and the headers that they include. `swaps` ends with NULL. An
 * included header that is not in the table is an error. */
int amalgam_write(FILE *out, const struct data_file *files, const struct amalgam_swap *swaps,
                  struct err *err);

#endif
