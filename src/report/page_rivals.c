/* The crosstable of the last generation, and the cycles in it. */
#include "report/page_arena.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CYCLES 5

static int by_elo(const void *a, const void *b)
{
    const struct page_rival *x = a, *y = b;

    if (x->elo != y->elo)
        return x->elo < y->elo ? 1 : -1;
    return x->index < y->index ? -1 : 1;
}

static void put_rival(struct json *j, const struct page_rival *r)
{
    json_begin(j, NULL, '{');
    if (r->id)
        json_integer(j, "id", r->id);
    json_string(j, "name", r->name);
    json_string(j, "kind", r->kind);
    page_number(j, "elo", r->elo);
    page_number(j, "error", r->error);
    json_end(j, '}');
}

static void put_cell(struct json *j, struct wdl w)
{
    json_begin(j, NULL, '[');
    if (wdl_games(w) > 0) {
        json_integer(j, NULL, w.wins);
        json_integer(j, NULL, w.draws);
        json_integer(j, NULL, w.losses);
    }
    json_end(j, ']');
}

void page_put_rivals(struct json *j, const struct crosstable *table, struct page_rival *list,
                     size_t n)
{
    qsort(list, n, sizeof *list, by_elo);
    json_begin(j, "players", '[');
    for (size_t i = 0; i < n; i++)
        put_rival(j, &list[i]);
    json_end(j, ']');
    json_begin(j, "cells", '[');
    for (size_t i = 0; i < n; i++) {
        json_begin(j, NULL, '[');
        for (size_t k = 0; k < n; k++)
            put_cell(j, i == k ? (struct wdl){ 0 }
                               : crosstable_wdl(table, list[i].index, list[k].index));
        json_end(j, ']');
    }
    json_end(j, ']');
}

static void put_cycle(struct json *j, const struct cycle *c, const struct page_rival *rival)
{
    json_begin(j, NULL, '{');
    json_begin(j, "players", '[');
    for (int k = 0; k < 3; k++)
        put_rival(j, &rival[c->player[k]]);
    json_end(j, ']');
    json_begin(j, "scores", '[');
    for (int k = 0; k < 3; k++)
        page_number(j, NULL, c->score[k].mean);
    json_end(j, ']');
    page_number(j, "p", c->p);
    page_number(j, "p_adjusted", c->p_adjusted);
    json_end(j, '}');
}

void page_put_cycles(struct json *j, const struct cycles *cycles, const struct page_rival *rival)
{
    json_begin(j, "cycles", '{');
    page_number(j, "transitive", cycles->transitive_share);
    page_number(j, "cyclic", cycles->cyclic_share);
    page_number(j, "chance", cycles->chance_share);
    page_number(j, "p", cycles->p);
    json_integer(j, "triples", (int64_t)cycles->triples);
    json_integer(j, "circular", (int64_t)cycles->circular);
    json_begin(j, "list", '[');
    for (size_t i = 0; i < cycles->n; i++)
        put_cycle(j, &cycles->cycle[i], rival);
    json_end(j, ']');
    json_end(j, '}');
}

static bool is_outside(const struct page_source *s, const struct journal_genome *who)
{
    return who->origin >= ORIGIN_OPPONENT || who->generation + 1 != s->closed;
}

/* The best of the population and the best of the others. */
static size_t choose(struct page_rival *shown, const struct page_source *s,
                     const struct page_arena *a)
{
    struct page_rival *all = calloc(a->n, sizeof *all);
    size_t room[2] = { PAGE_RIVALS, PAGE_RIVALS }, n = 0;

    if (!all)
        return 0;
    memcpy(all, a->rival, a->n * sizeof *all);
    qsort(all, a->n, sizeof *all, by_elo);
    for (size_t i = 0; i < a->n; i++) {
        size_t *left = &room[is_outside(s, &a->who[all[i].index])];

        if (*left == 0)
            continue;
        --*left;
        shown[n++] = all[i];
        page_want(s, all[i].id);
    }
    free(all);
    return n;
}

int page_rivals(struct json *j, const struct page_source *s, const struct page_arena *a,
                struct err *err)
{
    struct page_rival shown[2 * PAGE_RIVALS];
    struct cycles cycles;
    size_t n = choose(shown, s, a);

    if (cycles_init(&cycles, &a->table, &a->ratings, MOST_CYCLES, err))
        return -1;
    json_begin(j, "rivals", '{');
    json_integer(j, "generation", s->closed - 1);
    json_integer(j, "met", (int64_t)a->n);
    page_put_rivals(j, &a->table, shown, n);
    page_put_cycles(j, &cycles, a->rival);
    json_end(j, '}');
    for (size_t i = 0; i < cycles.n; i++)
        for (int k = 0; k < 3; k++)
            page_want(s, a->rival[cycles.cycle[i].player[k]].id);
    cycles_release(&cycles);
    return 0;
}
