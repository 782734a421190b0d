/*
 * key_set - a set of position keys, to tell which positions were seen before.
 *
 * Open addressing in a table that is at most half full. 0 marks an empty slot; no
 * position has that key.
 */
#ifndef C4E_GAME_KEY_SET_H
#define C4E_GAME_KEY_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct key_set {
    uint64_t *slot;
    size_t mask;
};

/* With room for that many keys; never more may be added. */
int key_set_init(struct key_set *set, size_t keys, struct err *err);
void key_set_release(struct key_set *set);

/* Returns false if the key was there already. */
bool key_set_add(struct key_set *set, uint64_t key);

bool key_set_has(const struct key_set *set, uint64_t key);

/* A number in which every bit depends on all bits of x; different for every x. */
static inline uint64_t key_mix(uint64_t x)
{
    x ^= x >> 31;
    x *= UINT64_C(0x7fb5d329728ea185);
    x ^= x >> 27;
    x *= UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

#endif
