/*
 * player_pack - players in messages to other processes.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/player.h"
#include "heuristic/custom.h"

/* A player in a message. Its genes follow, and its tables and its book if no player before it has
 * the same. */
struct packed {
    struct search_keys keys; /* its pointers are meaningless */
    int search;              /* see search_index; -1 for a player that stays in this process */
    int has_genome;
    size_t tables; /* 1 + the index of the player whose tables these are; 0: none */
    size_t book;   /* the same for its book */
};

bool player_is_portable(const struct player *player)
{
    return !player->keys.uci && search_index(player->search) >= 0;
}

static bool same_book(const struct book *a, const struct book *b)
{
    return a == b || (a->plies == b->plies && a->kind == b->kind && a->n == b->n &&
                      memcmp(a->key, b->key, a->n * sizeof *a->key) == 0 &&
                      memcmp(a->result, b->result, a->n * sizeof *a->result) == 0);
}

/* The first player in the list with the tables of player i. */
static size_t find_tables(const struct player *player, size_t i)
{
    size_t first = 0;

    while (!player[first].has_genome || !player_is_portable(&player[first]) ||
           !tables_equal(player[first].genome.tables, player[i].genome.tables))
        first++;
    return first;
}

/* The first player in the list with the book of player i. */
static size_t find_book(const struct player *player, size_t i)
{
    size_t first = 0;

    while (!player[first].keys.book || !player_is_portable(&player[first]) ||
           !same_book(player[first].keys.book, player[i].keys.book))
        first++;
    return first;
}

static void put_tables(const struct tables *tables, struct bytes *out)
{
    unsigned char *room = bytes_extend(out, tables_packed_size());

    if (room)
        tables_pack(tables, room);
}

/* The other process names the same files. */
static void put_customs(struct bytes *out)
{
    const struct custom *c;

    for (int i = 0; (c = custom_at(i)); i++)
        bytes_put(out, c->path, strlen(c->path) + 1);
    bytes_put(out, "", 1);
}

static int take_customs(struct bytes_reader *in, struct err *err)
{
    char path[4096];
    size_t length;

    for (;;) {
        for (length = 0; length < sizeof path; length++) {
            path[length] = '\0';
            reader_take(in, &path[length], 1);
            if (!path[length])
                break;
        }
        if (length == 0 || in->failed)
            return 0;
        if (custom_load(path, err))
            return -1;
    }
}

void players_pack(const struct player *player, size_t n, struct bytes *out)
{
    put_customs(out);
    bytes_put(out, &n, sizeof n);
    for (size_t i = 0; i < n; i++) {
        const struct player *p = &player[i];
        struct packed packed = { .search = -1 };

        if (player_is_portable(p)) {
            packed = (struct packed){ .keys = p->keys,
                                      .search = search_index(p->search),
                                      .has_genome = p->has_genome,
                                      .book = p->keys.book ? find_book(player, i) + 1 : 0 };
            if (p->has_genome && p->genome.tables)
                packed.tables = find_tables(player, i) + 1;
        }
        bytes_put(out, &packed, sizeof packed);
        if (packed.has_genome)
            bytes_put(out, p->genome.gene, (size_t)gene_count() * sizeof *p->genome.gene);
        if (packed.tables == i + 1)
            put_tables(p->genome.tables, out);
        if (packed.book == i + 1)
            book_pack(p->keys.book, out);
    }
}

static int take_tables(struct player *list, size_t i, size_t owner, struct bytes_reader *in,
                       struct err *err)
{
    const unsigned char *bytes;

    if (owner > 0 && owner <= i)
        list[i].genome.tables = tables_share(list[owner - 1].genome.tables);
    if (owner != i + 1)
        return 0;
    bytes = reader_skip(in, tables_packed_size());
    if (!bytes)
        return 0; /* the reader has failed, as its owner will see */
    list[i].genome.tables = tables_unpack(bytes, err);
    return list[i].genome.tables ? 0 : -1;
}

static int take_book(struct player *list, size_t n, size_t i, size_t owner, struct bytes_reader *in,
                     struct err *err)
{
    struct player *p = &list[i];

    if (owner == i + 1) {
        p->book = calloc(1, sizeof *p->book);
        if (!p->book)
            return err_shortage(err, "is out of memory");
        if (book_unpack(p->book, in, err))
            return -1;
    }
    p->keys.book = owner && owner <= n ? list[owner - 1].book : NULL;
    p->no_book = true; /* apart from that one */
    return 0;
}

/* Pointers among the keys are meaningless here; player_ready sets them. */
static int take_player(struct player *list, size_t n, size_t i, struct bytes_reader *in,
                       struct err *err)
{
    struct player *p = &list[i];
    struct packed packed;

    reader_take(in, &packed, sizeof packed);
    if (in->failed || !search_at(packed.search))
        return 0;
    p->search = search_at(packed.search);
    p->keys = packed.keys;
    p->keys.sampler = NULL;
    p->keys.uci = NULL;
    p->has_genome = packed.has_genome;
    if (packed.has_genome)
        reader_take(in, p->genome.gene, (size_t)gene_count() * sizeof *p->genome.gene);
    return take_tables(list, i, packed.tables, in, err) ||
                   take_book(list, n, i, packed.book, in, err)
               ? -1
               : 0;
}

int players_unpack(struct player **list, size_t *n, struct bytes_reader *in, struct err *err)
{
    int status = 0;

    *n = 0;
    if (take_customs(in, err))
        return -1;
    reader_take(in, n, sizeof *n);
    *n = reader_bound(in, *n, sizeof(struct packed));
    *list = calloc(*n + 1, sizeof **list);
    if (!*list)
        return err_shortage(err, "is out of memory");
    for (size_t i = 0; i < *n && status == 0; i++)
        status = take_player(*list, *n, i, in, err);
    if (status == 0 && !in->failed)
        status = players_ready(*list, *n, err);
    if (status == 0)
        return 0;
    players_release(*list, *n);
    *list = NULL;
    return -1;
}
