#include "arena/game_slot.h"

#include <string.h>

/* Outcome and moves, two columns in a byte. */
struct moves_slot {
    signed char outcome;
    unsigned char n, columns[(CELLS + 1) / 2];
};

static void put_moves(const struct game_result *result, void *slot)
{
    struct moves_slot *out = slot;

    *out = (struct moves_slot){ .outcome = result->outcome, .n = result->moves.n };
    for (int i = 0; i < out->n; i++)
        out->columns[i / 2] |= (unsigned char)(result->moves.column[i] << 4 * (i % 2));
}

static void take_moves(const void *slot, struct game_result *result)
{
    const struct moves_slot *in = slot;

    *result = (struct game_result){ .outcome = in->outcome, .moves.n = in->n };
    for (int i = 0; i < in->n; i++)
        result->moves.column[i] = in->columns[i / 2] >> 4 * (i % 2) & 15;
}

static void put_whole(const struct game_result *result, void *slot)
{
    memcpy(slot, result, sizeof *result);
}

static void take_whole(const void *slot, struct game_result *result)
{
    memcpy(result, slot, sizeof *result);
}

static void put_outcome(const struct game_result *result, void *slot)
{
    memcpy(slot, &result->outcome, 1);
}

static void take_outcome(const void *slot, struct game_result *result)
{
    *result = (struct game_result){ 0 };
    memcpy(&result->outcome, slot, 1);
}

static const struct {
    size_t size;
    void (*put)(const struct game_result *result, void *slot);
    void (*take)(const void *slot, struct game_result *result);
} details[] = {
    [GAME_WHOLE] = { sizeof(struct game_result), put_whole, take_whole },
    [GAME_MOVES] = { sizeof(struct moves_slot), put_moves, take_moves },
    [GAME_OUTCOME] = { 1, put_outcome, take_outcome },
};

size_t game_slot_size(enum game_detail detail)
{
    return details[detail].size;
}

void game_slot_put(enum game_detail detail, const struct game_result *result, void *slot)
{
    details[detail].put(result, slot);
}

void game_slot_take(enum game_detail detail, const void *slot, struct game_result *result)
{
    details[detail].take(slot, result);
}
