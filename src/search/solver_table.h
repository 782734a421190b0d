/*
 * solver_table - what a solver remembers: bounds on the scores of positions.
 *
 * An entry is one 64-bit word, on the usual board:
 *
 *      63 ....... 25 | 24 ..... 20 | 19 .. 15 | 14 .. 12 | 11 ... 6 | 5 ... 0
 *      rest of hash  | generation  | work     | move     | 21-upper | lower+21
 *
 * A hash is the position's key times an odd number, cut to the bits of a key (49).
 * Nothing is lost by that: the number of the bucket (the upper bits of the hash) and
 * the rest (its lower bits) belong to one position only, so that an answer is
 * never that of another. A word of zeros says nothing, whatever its position. On
 * boards whose keys leave too few bits an entry has a word more, for the whole hash.
 *
 * A new entry replaces the one in its bucket that took the least work to find,
 * entries of earlier generations first. So a small table is nearly as good as a
 * large one, and it stays in the processor's cache. The table starts small and
 * grows only after it has been overwritten many times.
 */
#ifndef C4E_SEARCH_SOLVER_TABLE_H
#define C4E_SEARCH_SOLVER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/position.h"

#define TABLE_SCORE_MAX     ((CELLS + 1) / 2)
#define TABLE_HASH_BITS     (COLUMNS * COLUMN_BITS)
#define TABLE_BUCKET        4
#define TABLE_WORDS         (TABLE_HASH_BITS > 56 ? 2 : 1) /* of an entry: its hash first */
#define TABLE_SCORE_BITS    6
#define TABLE_SCORE_MASK    ((1 << TABLE_SCORE_BITS) - 1)
#define TABLE_MOVE_AT       (2 * TABLE_SCORE_BITS)
#define TABLE_MOVE_BITS     (COLUMNS < 8 ? 3 : 4)
#define TABLE_WORK_AT       (TABLE_MOVE_AT + TABLE_MOVE_BITS)
#define TABLE_GENERATION_AT (TABLE_WORK_AT + 5)
#define TABLE_REST_AT       (TABLE_GENERATION_AT + 5)

_Static_assert(2 * TABLE_SCORE_MAX < 1 << TABLE_SCORE_BITS, "scores need more bits");

struct solver_table {
    uint64_t *slot;
    int bits;     /* there are 2^bits buckets */
    int max_bits; /* and there may be 2^max_bits */
    unsigned generation;
    uint64_t stores_left; /* until the table grows */
};

/* What is known about a position. */
struct table_bounds {
    int lower;
    int upper;
    int move; /* the column of a move that was good, plus one; or 0 */
};

int solver_table_init(struct solver_table *t, size_t megabytes, struct err *err);
void solver_table_release(struct solver_table *t);

/* Empties it, and makes it as small as it was at first. */
void solver_table_forget(struct solver_table *t);

/* Starts a generation: older entries are replaced first. */
void solver_table_age(struct solver_table *t);

/* Remembers bounds that `nodes` nodes were needed to find. */
void solver_table_put(struct solver_table *t, uint64_t hash, struct table_bounds known,
                      uint64_t nodes);

static inline uint64_t solver_table_hash(uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15) & UINT64_MAX >> (64 - TABLE_HASH_BITS);
}

static inline uint64_t *table_bucket(const struct solver_table *t, uint64_t hash)
{
    return t->slot + (hash >> (TABLE_HASH_BITS - t->bits)) * TABLE_BUCKET * TABLE_WORDS;
}

/* What an entry has of the hash of its position. */
static inline uint64_t table_rest(const struct solver_table *t, uint64_t hash)
{
    return TABLE_WORDS == 2 ? hash : hash & ((UINT64_C(1) << (TABLE_HASH_BITS - t->bits)) - 1);
}

static inline bool table_is(const uint64_t *bucket, int i, uint64_t rest)
{
    return TABLE_WORDS == 2 ? bucket[TABLE_WORDS * i] == rest : bucket[i] >> TABLE_REST_AT == rest;
}

/* The word of an entry with its bounds. */
static inline uint64_t table_entry(const uint64_t *bucket, int i)
{
    return bucket[TABLE_WORDS * i + TABLE_WORDS - 1];
}

static inline void solver_table_prefetch(const struct solver_table *t, uint64_t hash)
{
    __builtin_prefetch(table_bucket(t, hash));
}

static inline struct table_bounds solver_table_get(const struct solver_table *t, uint64_t hash)
{
    const uint64_t *bucket = table_bucket(t, hash);
    uint64_t rest = table_rest(t, hash);
    uint64_t found = 0;

    for (int i = 0; i < TABLE_BUCKET; i++)
        if (table_is(bucket, i, rest))
            found = table_entry(bucket, i);
    return (struct table_bounds){
        .lower = (int)(found & TABLE_SCORE_MASK) - TABLE_SCORE_MAX,
        .upper = TABLE_SCORE_MAX - (int)(found >> TABLE_SCORE_BITS & TABLE_SCORE_MASK),
        .move = (int)(found >> TABLE_MOVE_AT & ((1 << TABLE_MOVE_BITS) - 1)),
    };
}

#endif
