/*
 * fit_sets - the sets of solved positions that `fit` is given.
 *
 * What a set is made for holds: only those of 'positions --set train' are fitted to, and none that is
 * unfinished. No position that is held out is among the others.
 */
#ifndef C4E_CMD_FIT_SETS_H
#define C4E_CMD_FIT_SETS_H

#include <stdio.h>

#include "cmd/fit_options.h"
#include "game/position.h"

/* A file, for the record. */
struct fit_set {
    char *path;
    uint64_t checksum; /* see position_set_checksum */
    size_t n;
    long times; /* that it counts */
    bool held_out;
};

struct fit_sets {
    struct position *pos;
    signed char *result;
    size_t n;
    size_t held_out; /* the last ones */
    struct fit_set *file;
    size_t files;
};

/* Release it also after an error. */
int fit_sets_read(struct fit_sets *sets, const struct fit_options *o, struct err *err);
void fit_sets_release(struct fit_sets *sets);

/* One line for each file, as comments of a genome. */
void fit_sets_describe(const struct fit_sets *sets, FILE *out);

#endif
