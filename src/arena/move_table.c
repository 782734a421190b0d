#include "arena/move_table.h"

#include <stdlib.h>

/* About as many entries as a game has moves; the largest table takes 4 MB. */
#define ENTRIES_PER_GAME 32
#define MIN_BITS         8
#define MAX_BITS         17

#define ENTRY_SIZE 32

/* A choice; small, because reading one from memory takes as long as a short search. */
struct entry {
    uint64_t key; /* of the position; 0: no choice is here */
    uint64_t nodes;
    uint32_t player;
    int32_t value;
    signed char column, depth;
    atomic_bool busy;
};
_Static_assert(sizeof(struct entry) == ENTRY_SIZE, "entries must not share lines of the cache");

struct move_table {
    struct entry *entry; /* at a multiple of ENTRY_SIZE */
    int shift;           /* turns a hash into the place of an entry */
};

struct move_table *move_table_create(size_t games)
{
    struct move_table *table;
    uintptr_t first;
    int bits = MIN_BITS;

    if (games == 0)
        return NULL;
    while (bits < MAX_BITS && (size_t)1 << bits < ENTRIES_PER_GAME * games)
        bits++;
    /* Zeroed, but not touched yet: most of it may never be used. */
    table = calloc(1, sizeof *table + ENTRY_SIZE + ((size_t)ENTRY_SIZE << bits));
    if (!table)
        return NULL;
    first = (uintptr_t)(table + 1) + ENTRY_SIZE - 1;
    table->entry = (struct entry *)(first - first % ENTRY_SIZE);
    table->shift = 64 - bits;
    return table;
}

void move_table_free(struct move_table *table)
{
    free(table);
}

/* The entry where such a choice may be, for the caller alone until it lets go of it; NULL if another
 * thread has it. */
static struct entry *take(struct move_table *table, uint32_t player, uint64_t key)
{
    uint64_t hash = (key ^ (uint64_t)player << 48) * UINT64_C(0x9e3779b97f4a7c15);
    struct entry *e;

    if (!table)
        return NULL;
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    e = &table->entry[hash >> table->shift];
    return atomic_exchange_explicit(&e->busy, true, memory_order_acquire) ? NULL : e;
}

static void let_go(struct entry *e)
{
    atomic_store_explicit(&e->busy, false, memory_order_release);
}

bool move_table_find(struct move_table *table, uint32_t player, const struct position *pos,
                     struct choice *choice)
{
    uint64_t key = position_key(pos->own, pos->all);
    struct entry *e = take(table, player, key);
    bool found;

    if (!e)
        return false;
    found = e->key == key && e->player == player;
    if (found)
        *choice = (struct choice){
            .column = e->column, .depth = e->depth, .value = e->value, .nodes = e->nodes
        };
    let_go(e);
    return found;
}

void move_table_keep(struct move_table *table, uint32_t player, const struct position *pos,
                     const struct choice *choice)
{
    uint64_t key = position_key(pos->own, pos->all);
    struct entry *e = take(table, player, key);

    if (!e)
        return;
    e->key = key;
    e->nodes = choice->nodes;
    e->player = player;
    e->value = choice->value;
    e->column = (signed char)choice->column;
    e->depth = (signed char)choice->depth;
    let_go(e);
}
