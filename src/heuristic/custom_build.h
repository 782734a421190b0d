/*
 * custom_build - compiles a user's heuristic into the cache.
 *
 * The compiler is $CC, or cc. What it makes is kept under the checksum of the
 * source after the preprocessor, so nothing is compiled twice, and a change in
 * a file that it includes is noticed.
 */
#ifndef C4E_HEURISTIC_CUSTOM_BUILD_H
#define C4E_HEURISTIC_CUSTOM_BUILD_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct custom_library {
    char path[4096];
    uint64_t checksum;   /* of the source, or of a library that was there already */
    char warnings[2048]; /* of the compiler */
};

/* For a source, which ends with ".c", or a library, which ends with ".so". */
int custom_build(struct custom_library *library, const char *path, struct err *err);

/* The text of heuristic.h, as it is built into the program. */
const char *custom_header(void);

#endif
