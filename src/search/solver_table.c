#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS and madvise */
#include "search/solver_table.h"

#include <string.h>
#include <sys/mman.h>

#define FEWEST_BITS 4
#define LOST_BITS                                                                                  \
    (TABLE_WORDS == 2 ? 0                                                                          \
                      : TABLE_HASH_BITS + TABLE_REST_AT - 64) /* of a hash, but for its bucket */
#define MIN_BITS        (LOST_BITS > FEWEST_BITS ? LOST_BITS : FEWEST_BITS) /* 10: 32 kB */
#define START_BITS      (MIN_BITS > 13 ? MIN_BITS : 13)
#define MAX_BITS        (TABLE_HASH_BITS < 30 ? TABLE_HASH_BITS : 30)
#define GROWTH_BITS     2
#define WRITES_PER_SLOT 32 /* before it grows */
#define HUGE_PAGE       (2u << 20)
#define WORK_MAX        31
#define GENERATIONS     32

_Static_assert(MIN_BITS <= 20, "the solver's table would start with more than 32 MB");

static size_t table_bytes(int bits)
{
    return (TABLE_BUCKET * TABLE_WORDS * sizeof(uint64_t)) << bits;
}

/* New pages are zero and cost nothing until they are touched. */
static uint64_t *map_slots(int bits)
{
    size_t size = table_bytes(bits);
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
#if defined __linux__ && defined MADV_HUGEPAGE
    if (size > HUGE_PAGE)
        (void)madvise(memory, size, MADV_HUGEPAGE); /* for speed only; failure does no harm */
#endif
    return memory;
}

static void set_size(struct solver_table *t, uint64_t *slot, int bits)
{
    t->slot = slot;
    t->bits = bits;
    t->stores_left =
        bits < t->max_bits ? (uint64_t)(WRITES_PER_SLOT * TABLE_BUCKET) << bits : UINT64_MAX;
}

static int start_bits(const struct solver_table *t)
{
    return t->max_bits < START_BITS ? t->max_bits : START_BITS;
}

int solver_table_init(struct solver_table *t, size_t megabytes, struct err *err)
{
    int max_bits = MIN_BITS;
    uint64_t *slot;

    while (max_bits < MAX_BITS && (table_bytes(max_bits + 1) - 1) >> 20 < megabytes)
        max_bits++;
    *t = (struct solver_table){ .max_bits = max_bits };
    slot = map_slots(start_bits(t));
    if (!slot)
        return err_shortage(err, "out of memory: the solver's table");
    set_size(t, slot, start_bits(t));
    return 0;
}

void solver_table_release(struct solver_table *t)
{
    if (t->slot)
        munmap(t->slot, table_bytes(t->bits));
    *t = (struct solver_table){ 0 };
}

void solver_table_forget(struct solver_table *t)
{
    int bits = start_bits(t);
    uint64_t *slot = t->bits > bits ? map_slots(bits) : NULL;

    if (slot) {
        munmap(t->slot, table_bytes(t->bits));
        set_size(t, slot, bits);
    } else {
        memset(t->slot, 0, table_bytes(t->bits));
        set_size(t, t->slot, t->bits);
    }
    t->generation = 0;
}

void solver_table_age(struct solver_table *t)
{
    t->generation = (t->generation + 1) % GENERATIONS;
}

/* How much an entry is worth keeping: its work, and more if it is of this generation. */
static unsigned slot_value(const struct solver_table *t, uint64_t slot)
{
    unsigned work = slot >> TABLE_WORK_AT & WORK_MAX;

    return (slot >> TABLE_GENERATION_AT) % GENERATIONS == t->generation ? work + WORK_MAX + 1
                                                                        : work;
}

static void place(struct solver_table *t, uint64_t hash, uint64_t payload)
{
    uint64_t *bucket = table_bucket(t, hash);
    uint64_t rest = table_rest(t, hash);
    unsigned least = UINT32_MAX;
    int at = 0;

    for (int i = 0; i < TABLE_BUCKET; i++) {
        unsigned value = slot_value(t, table_entry(bucket, i));

        if (table_is(bucket, i, rest)) {
            at = i;
            break;
        }
        if (value < least) {
            least = value;
            at = i;
        }
    }
    if (TABLE_WORDS == 1) {
        bucket[at] = rest << TABLE_REST_AT | payload;
    } else {
        bucket[TABLE_WORDS * at] = hash;
        bucket[TABLE_WORDS * at + TABLE_WORDS - 1] = payload;
    }
}

/* The hash of an entry: bucket and rest together. */
static uint64_t hash_of(const struct solver_table *t, uint64_t bucket, int i)
{
    const uint64_t *entries = t->slot + bucket * TABLE_BUCKET * TABLE_WORDS;

    if (TABLE_WORDS == 2)
        return entries[TABLE_WORDS * i];
    return bucket << (TABLE_HASH_BITS - t->bits) | entries[i] >> TABLE_REST_AT;
}

/* Keeps all entries. */
static void grow(struct solver_table *t)
{
    struct solver_table old = *t;
    int bits = old.bits + GROWTH_BITS < old.max_bits ? old.bits + GROWTH_BITS : old.max_bits;
    uint64_t *slot = map_slots(bits);

    if (!slot) {
        t->stores_left = UINT64_MAX; /* a small table will do */
        return;
    }
    set_size(t, slot, bits);
    for (uint64_t i = 0; i < (uint64_t)TABLE_BUCKET << old.bits; i++) {
        uint64_t bucket = i / TABLE_BUCKET;
        int at = (int)(i % TABLE_BUCKET);
        uint64_t entry = table_entry(old.slot + bucket * TABLE_BUCKET * TABLE_WORDS, at);

        if (entry)
            place(t, hash_of(&old, bucket, at), entry & ((1u << TABLE_REST_AT) - 1));
    }
    solver_table_release(&old);
}

void solver_table_put(struct solver_table *t, uint64_t hash, struct table_bounds known,
                      uint64_t nodes)
{
    uint64_t work = 63 - (uint64_t)__builtin_clzll(nodes | 1);

    if (t->stores_left-- == 0)
        grow(t);
    place(t, hash,
          (uint64_t)(known.lower + TABLE_SCORE_MAX) |
              (uint64_t)(TABLE_SCORE_MAX - known.upper) << TABLE_SCORE_BITS |
              (uint64_t)known.move << TABLE_MOVE_AT |
              (work < WORK_MAX ? work : WORK_MAX) << TABLE_WORK_AT |
              (uint64_t)t->generation << TABLE_GENERATION_AT);
}
