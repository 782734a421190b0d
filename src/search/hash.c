#include "search/hash.h"

#include <stdlib.h>
#include <string.h>

int hash_init(struct hash *hash, int bits, struct err *err)
{
    *hash = (struct hash){ .bits = bits, .shift = 64 - bits };
    hash->entry = calloc((size_t)1 << bits, sizeof *hash->entry);
    return hash->entry ? 0 : err_set(err, "out of memory: hash table of 2^%d entries", bits);
}

void hash_release(struct hash *hash)
{
    free(hash->entry);
    *hash = (struct hash){ 0 };
}

void hash_begin(struct hash *hash, int bits)
{
    hash->shift = 64 - (bits < hash->bits ? bits : hash->bits);
    hash_deepen(hash);
    hash->since = hash->generation;
}

void hash_deepen(struct hash *hash)
{
    hash->generation++;
    /* Generation 0 is that of a cleared entry, and must not be reached again. */
    if (hash->generation >> (64 - HASH_KEY_BITS)) {
        memset(hash->entry, 0, sizeof *hash->entry << hash->bits);
        hash->generation = hash->since = 1;
    }
}
