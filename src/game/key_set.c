#include "game/key_set.h"

#include <stdlib.h>

int key_set_init(struct key_set *set, size_t keys, struct err *err)
{
    size_t size = 16;

    while (size < 2 * keys)
        size *= 2;
    set->mask = size - 1;
    set->slot = calloc(size, sizeof *set->slot);
    return set->slot ? 0 : err_shortage(err, "out of memory: %zu positions", keys);
}

void key_set_release(struct key_set *set)
{
    free(set->slot);
    *set = (struct key_set){ 0 };
}

/* The slot of the key, or the empty one where it belongs. */
static uint64_t *find(const struct key_set *set, uint64_t key)
{
    size_t at = key_mix(key) & set->mask;

    while (set->slot[at] && set->slot[at] != key)
        at = (at + 1) & set->mask;
    return &set->slot[at];
}

bool key_set_add(struct key_set *set, uint64_t key)
{
    uint64_t *slot = find(set, key);
    bool is_new = *slot == 0;

    *slot = key;
    return is_new;
}

bool key_set_has(const struct key_set *set, uint64_t key)
{
    return *find(set, key) != 0;
}
