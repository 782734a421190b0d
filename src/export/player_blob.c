#include "export/player_blob.h"

#include <string.h>

#include "base/portable.h"

#define NAME_SIZE 4

static void put_number(struct bytes *out, uint64_t number, int size)
{
    unsigned char *to = bytes_extend(out, (size_t)size);

    if (to)
        portable_put(to, number, size);
}

static uint64_t get_number(struct bytes_reader *in, int size)
{
    const unsigned char *from = reader_skip(in, (size_t)size);

    return from ? portable_get(from, size) : 0;
}

static void put_keys(const struct player_blob *blob, struct bytes *out)
{
    const struct search_keys *keys = &blob->keys;
    uint64_t seconds;

    memcpy(&seconds, &keys->seconds, sizeof seconds);
    put_number(out, (uint64_t)keys->depth, 4);
    put_number(out, keys->ties, 4);
    put_number(out, keys->win, 4);
    put_number(out, keys->view, 4);
    put_number(out, keys->extend, 4);
    put_number(out, keys->nodes, 8);
    put_number(out, seconds, 8);
}

static void get_keys(struct player_blob *blob, struct bytes_reader *in)
{
    struct search_keys *keys = &blob->keys;
    uint64_t seconds;

    keys->depth = (int)get_number(in, 4);
    keys->ties = (enum ties)get_number(in, 4);
    keys->win = (enum win_rule)get_number(in, 4);
    keys->view = (enum view)get_number(in, 4);
    keys->extend = (enum extend)get_number(in, 4);
    keys->nodes = get_number(in, 8);
    seconds = get_number(in, 8);
    memcpy(&keys->seconds, &seconds, sizeof seconds);
}

/* The numbers of the weights, array by array. */
struct span {
    int32_t *number;
    size_t n;
};

enum { SPANS = 9 };

#define SPAN(array)                                                                                \
    {                                                                                              \
        (int32_t *)(array), sizeof(array) / sizeof(int32_t)                                        \
    }

static void list_spans(struct weights *w, struct span span[SPANS])
{
    const struct span all[SPANS] = {
        SPAN(w->line[0]), SPAN(w->line[1]), SPAN(w->disc),    SPAN(w->threat), SPAN(w->zugzwang),
        SPAN(w->rules),   SPAN(w->lane),    { &w->tempo, 1 }, { &w->sure, 1 },
    };

    memcpy(span, all, sizeof all);
    if (!w->sided)
        span[1].n = 0;
}

static void put_units(const struct player_blob *blob, struct bytes *out)
{
    struct weights weights = blob->weights;
    struct span span[SPANS];

    list_spans(&weights, span);
    put_number(out, weights.sided, 4);
    for (int s = 0; s < SPANS; s++)
        for (size_t i = 0; i < span[s].n; i++)
            put_number(out, (uint32_t)span[s].number[i], 4);
}

static void get_units(struct player_blob *blob, struct bytes_reader *in)
{
    struct span span[SPANS];

    blob->weights.sided = get_number(in, 4) != 0;
    list_spans(&blob->weights, span);
    for (int s = 0; s < SPANS; s++)
        for (size_t i = 0; i < span[s].n; i++)
            span[s].number[i] = (int32_t)(uint32_t)get_number(in, 4);
}

static void put_tables(const struct player_blob *blob, struct bytes *out)
{
    unsigned char *to = bytes_extend(out, tables_packed_size());

    if (to)
        tables_pack(blob->tables, to);
}

static void get_tables(struct player_blob *blob, struct bytes_reader *in)
{
    const unsigned char *from = reader_skip(in, tables_packed_size());
    struct err err;

    if (from)
        blob->tables = tables_unpack(from, &err);
    in->failed |= !blob->tables;
}

static bool has_tables(const struct player_blob *blob)
{
    return blob->tables != NULL;
}

/* All blocks. A blob has each of them once, if it has it at all. */
static const struct block {
    char name[NAME_SIZE + 1];
    void (*put)(const struct player_blob *blob, struct bytes *out);
    void (*get)(struct player_blob *blob, struct bytes_reader *in);
    bool (*has)(const struct player_blob *blob); /* NULL: every blob has it */
} blocks[] = {
    { "keys", put_keys, get_keys, NULL },
    { "unit", put_units, get_units, NULL },
    { "tabl", put_tables, get_tables, has_tables },
};

enum { BLOCKS = sizeof blocks / sizeof *blocks };

void player_blob_put(const struct player_blob *blob, struct bytes *out)
{
    for (int b = 0; b < BLOCKS; b++) {
        size_t at;

        if (blocks[b].has && !blocks[b].has(blob))
            continue;
        bytes_put(out, blocks[b].name, NAME_SIZE);
        at = out->n;
        put_number(out, 0, 4);
        blocks[b].put(blob, out);
        if (!out->failed)
            portable_put(out->data + at, out->n - at - 4, 4);
    }
}

/* Reads one block that is not among those found. Returns its number, or -1. */
static int get_block(struct player_blob *blob, struct bytes_reader *in, unsigned found)
{
    const void *name = reader_skip(in, NAME_SIZE);
    size_t n = (size_t)get_number(in, 4);
    struct bytes_reader content = { .data = reader_skip(in, n), .n = n };

    if (in->failed)
        return -1;
    for (int b = 0; b < BLOCKS; b++) {
        if (found & 1u << b || memcmp(blocks[b].name, name, NAME_SIZE) != 0)
            continue;
        blocks[b].get(blob, &content);
        return content.failed || content.n > 0 ? -1 : b;
    }
    return -1;
}

/* Whether every block that a blob must have is among those found. */
static bool is_complete(unsigned found)
{
    for (int b = 0; b < BLOCKS; b++)
        if (!blocks[b].has && !(found & 1u << b))
            return false;
    return true;
}

static int get_blocks(struct player_blob *blob, struct bytes_reader *in)
{
    unsigned found = 0;

    while (in->n > 0) {
        int b = get_block(blob, in, found);

        if (b < 0)
            return -1;
        found |= 1u << b;
    }
    return is_complete(found) && blob->keys.depth >= 1 ? 0 : -1;
}

int player_blob_get(struct player_blob *blob, const void *bytes, size_t n)
{
    struct bytes_reader in = { .data = bytes, .n = n };

    memset(blob, 0, sizeof *blob);
    if (get_blocks(blob, &in) == 0)
        return 0;
    tables_release(blob->tables);
    blob->tables = NULL;
    return -1;
}
