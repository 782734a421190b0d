/*
 * hash - the transposition table of alpha-beta.
 *
 * There is one entry per slot, and a new one always replaces it. An entry is valid
 * only for the search that wrote it: depth, genome and viewer are then the same, so
 * only the position has to be compared. hash_begin starts a new search in no time,
 * by counting up the generation. Of an earlier step of the same search only the move
 * is used, as a hint for ordering. Nothing is used of earlier searches, so that the
 * nodes of a search, and with a limit of nodes its depth, do not depend on what the
 * worker did before.
 */
#ifndef C4E_SEARCH_HASH_H
#define C4E_SEARCH_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/position.h"

enum bound { BOUND_LOWER = 1, BOUND_UPPER = 2, BOUND_EXACT = 3 };

#define HASH_NO_MOVE COLUMNS

#define HASH_KEY_BITS (COLUMNS * COLUMN_BITS)
#define HASH_WIDE     (HASH_KEY_BITS > 56) /* the key leaves too few bits for generations */

struct hash_entry {
    uint64_t tag; /* position key, with the generation above it unless it is wide */
    int32_t value;
    uint8_t bound;
    uint8_t column; /* best move, or HASH_NO_MOVE */
#if HASH_WIDE
    uint16_t generation;
#endif
};

struct hash {
    struct hash_entry *entry;
    int bits; /* allocated: 2^bits entries */
    int shift; /* in use: 2^(64 - shift) entries, fewer for shallow searches, which then stay in the cache */
    uint64_t generation;
    uint64_t since; /* the first generation of the current search */
};

int hash_init(struct hash *hash, int bits, struct err *err);
void hash_release(struct hash *hash);

/* Starts a search that will store about 2^bits positions. */
void hash_begin(struct hash *hash, int bits);

/* Starts a deeper step of the search; at most HASH_STEPS times. */
#define HASH_STEPS 64
void hash_deepen(struct hash *hash);

#define HASH_GENERATION_BITS (HASH_WIDE ? 16 : 64 - HASH_KEY_BITS)
_Static_assert((UINT64_C(1) << HASH_GENERATION_BITS) > 2 * HASH_STEPS,
               "the key of a position leaves too few bits for generations");

static inline struct hash_entry *hash_slot(const struct hash *hash, uint64_t key)
{
    return &hash->entry[(key * UINT64_C(0x9e3779b97f4a7c15)) >> hash->shift];
}

#if HASH_WIDE

static inline bool hash_same(const struct hash_entry *e, uint64_t key)
{
    return e->tag == key;
}

static inline uint64_t hash_generation(const struct hash_entry *e)
{
    return e->generation;
}

static inline bool hash_current(const struct hash *hash, const struct hash_entry *e, uint64_t key)
{
    return e->tag == key && e->generation == hash->generation;
}

static inline void hash_store(const struct hash *hash, struct hash_entry *e, uint64_t key,
                              int32_t value, enum bound bound, int column)
{
    *e = (struct hash_entry){ .tag = key,
                              .value = value,
                              .bound = (uint8_t)bound,
                              .column = (uint8_t)column,
                              .generation = (uint16_t)hash->generation };
}

#else

static inline bool hash_same(const struct hash_entry *e, uint64_t key)
{
    return (e->tag & ((UINT64_C(1) << HASH_KEY_BITS) - 1)) == key;
}

static inline uint64_t hash_generation(const struct hash_entry *e)
{
    return e->tag >> HASH_KEY_BITS;
}

static inline bool hash_current(const struct hash *hash, const struct hash_entry *e, uint64_t key)
{
    return e->tag == (key | hash->generation << HASH_KEY_BITS);
}

static inline void hash_store(const struct hash *hash, struct hash_entry *e, uint64_t key,
                              int32_t value, enum bound bound, int column)
{
    *e = (struct hash_entry){ .tag = key | hash->generation << HASH_KEY_BITS,
                              .value = value,
                              .bound = (uint8_t)bound,
                              .column = (uint8_t)column };
}

#endif

/* The best move of this step or an earlier one, or HASH_NO_MOVE. */
static inline int hash_hint(const struct hash *hash, const struct hash_entry *e, uint64_t key)
{
    return hash_same(e, key) && hash_generation(e) >= hash->since ? e->column : HASH_NO_MOVE;
}

#endif
