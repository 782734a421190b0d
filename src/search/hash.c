#include "search/hash.h"

#include <stdlib.h>
#include <string.h>

int hash_init(struct hash *hash, int bits, struct err *err)
{
    *hash = (struct hash){ .bits = bits, .shift = 64 - bits };
    hash->entry = calloc((size_t)1 << bits, sizeof *hash->entry);
    return hash->entry ? 0 : err_shortage(err, "out of memory: hash table of 2^%d entries", bits);
}

void hash_release(struct hash *hash)
{
    free(hash->entry);
    *hash = (struct hash){ 0 };
}

void hash_begin(struct hash *hash, int bits)
{
    hash->shift = 64 - (bits < hash->bits ? bits : hash->bits);
    /* The generation has few bits. It starts again between searches, not within one, which would
     * lose its hints and search other nodes than usual. */
    if ((hash->generation + 1 + HASH_STEPS) >> HASH_GENERATION_BITS) {
        memset(hash->entry, 0, sizeof *hash->entry << hash->bits);
        hash->generation = 0; /* that of empty entries: no search uses it */
    }
    hash->since = ++hash->generation;
}

void hash_deepen(struct hash *hash)
{
    hash->generation++;
}
