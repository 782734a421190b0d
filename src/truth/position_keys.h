/*
 * position_keys - positions that a new set leaves out.
 */
#ifndef C4E_TRUTH_POSITION_KEYS_H
#define C4E_TRUTH_POSITION_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* By keys that are the same for mirror images: ascending, distinct. */
struct position_keys {
    uint64_t *key;
    size_t n;
};

/* Adds the positions of a file: a set of positions, or text as solved_read takes it. */
int position_keys_add(struct position_keys *keys, const char *path, struct err *err);
void position_keys_release(struct position_keys *keys);

/* For position_recipe.without: 0 if there are none. */
uint64_t position_keys_checksum(const struct position_keys *keys);

#endif
