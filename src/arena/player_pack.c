#include "arena/player_pack.h"

#include <stdlib.h>
#include <string.h>

/* A player as it travels; its genes follow, and its book if nobody before it had the same. */
struct packed {
    struct search_keys keys; /* the pointers in it mean nothing */
    int search;              /* see search_index; -1 for a player that stays at home */
    int has_genome;
    size_t book; /* the player that brings it, and one more; 0: none */
};

bool player_travels(const struct player *player)
{
    return !player->keys.uci && search_index(player->search) >= 0;
}

static bool same_book(const struct book *a, const struct book *b)
{
    return a == b || (a->plies == b->plies && a->kind == b->kind && a->n == b->n &&
                      memcmp(a->key, b->key, a->n * sizeof *a->key) == 0 &&
                      memcmp(a->result, b->result, a->n * sizeof *a->result) == 0);
}

/* The first player with the book of player i. */
static size_t find_bringer(const struct player *player, size_t i)
{
    size_t first = 0;

    while (!player[first].keys.book || !player_travels(&player[first]) ||
           !same_book(player[first].keys.book, player[i].keys.book))
        first++;
    return first;
}

void players_pack(const struct player *player, size_t n, struct bytes *out)
{
    bytes_put(out, &n, sizeof n);
    for (size_t i = 0; i < n; i++) {
        const struct player *p = &player[i];
        struct packed packed = { .search = -1 };

        if (player_travels(p)) {
            packed = (struct packed){ .keys = p->keys,
                                      .search = search_index(p->search),
                                      .has_genome = p->has_genome,
                                      .book = p->keys.book ? find_bringer(player, i) + 1 : 0 };
        }
        bytes_put(out, &packed, sizeof packed);
        if (packed.has_genome)
            bytes_put(out, p->genome.gene, sizeof p->genome.gene);
        if (packed.book == i + 1)
            book_pack(p->keys.book, out);
    }
}

static int take_book(struct travellers *set, size_t i, size_t bringer, struct bytes_reader *in,
                     struct err *err)
{
    struct player *p = &set->player[i];

    if (bringer == i + 1) {
        p->book = calloc(1, sizeof *p->book);
        if (!p->book)
            return err_set(err, "is out of memory");
        if (book_unpack(p->book, in, err))
            return -1;
    }
    p->keys.book = bringer && bringer <= set->n ? set->player[bringer - 1].book : NULL;
    p->no_book = true; /* but for that one */
    return 0;
}

/* Pointers among the keys mean nothing here; player_ready makes what they point to. */
static int take_player(struct travellers *set, size_t i, struct bytes_reader *in, struct err *err)
{
    struct player *p = &set->player[i];
    struct packed packed;

    reader_take(in, &packed, sizeof packed);
    if (in->failed || packed.search < 0)
        return 0;
    p->search = search_at(packed.search);
    p->keys = packed.keys;
    p->keys.sampler = NULL;
    p->keys.uci = NULL;
    p->has_genome = packed.has_genome;
    if (packed.has_genome)
        reader_take(in, p->genome.gene, sizeof p->genome.gene);
    return take_book(set, i, packed.book, in, err) || player_ready(p, err) ? -1 : 0;
}

int players_unpack(struct travellers *set, struct bytes_reader *in, struct err *err)
{
    *set = (struct travellers){ 0 };
    reader_take(in, &set->n, sizeof set->n);
    set->player = calloc(set->n + 1, sizeof *set->player);
    if (!set->player)
        return err_set(err, "is out of memory");
    for (size_t i = 0; i < set->n; i++) {
        if (take_player(set, i, in, err)) {
            travellers_release(set);
            return -1;
        }
    }
    return 0;
}

void travellers_release(struct travellers *set)
{
    for (size_t i = 0; set->player && i < set->n; i++)
        player_release(&set->player[i]);
    free(set->player);
    *set = (struct travellers){ 0 };
}
