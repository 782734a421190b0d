#include "report/page_data.h"

#include <stdlib.h>
#include <string.h>

#include "stats/cycles.h"

#define NOWHERE UINT32_MAX

/* Numbers the players in the order of their first pairing. */
static int find_players(struct page_arena *a, uint32_t *place, const struct page_source *s,
                        struct err *err)
{
    for (size_t i = 0; i < a->pairings; i++) {
        uint32_t id[2] = { a->pairing[i].a, a->pairing[i].b };

        for (int k = 0; k < 2; k++) {
            if (id[k] > s->last_id)
                return err_set(err, "a pairing names genome %u, which does not exist",
                               (unsigned)id[k]);
            if (place[id[k]] != NOWHERE)
                continue;
            place[id[k]] = (uint32_t)a->n;
            if (journal_read_genome(&s->journal, id[k], &a->who[a->n], err))
                return -1;
            a->n++;
        }
    }
    return 0;
}

static void add_games(struct page_arena *a, const uint32_t *place)
{
    for (size_t i = 0; i < a->pairings; i++) {
        const struct journal_pairing *p = &a->pairing[i];

        for (uint32_t g = 0; g < p->games; g += 2) {
            enum game_outcome swapped =
                g + 1 < p->games ? (enum game_outcome)p->result[g + 1].outcome : GAME_UNPLAYED;

            crosstable_add_pair(&a->table, place[p->a], place[p->b],
                                (enum game_outcome)p->result[g].outcome, swapped);
        }
    }
}

/* Ratings of all players, fitted to the games and shifted to the scale of the stored ones. */
static int rate(struct page_arena *a, const struct page_source *s, struct err *err)
{
    struct journal_rating *kept;
    double shift = 0;
    size_t n, known = 0;

    if (ratings_init(&a->ratings, &a->table, (struct rating_anchor){ RATING_MEAN, 0 }, err) ||
        journal_read_ratings(&s->journal, s->closed - 1, &kept, &n, err))
        return -1;
    for (size_t i = 0; i < a->n; i++) {
        struct page_rival *r = &a->rival[i];

        *r = (struct page_rival){ .index = i,
                                  .id = a->who[i].id,
                                  .name = a->who[i].name,
                                  .kind = a->who[i].generation + 1 == s->closed ||
                                                  a->who[i].origin >= ORIGIN_OPPONENT
                                              ? origin_name[a->who[i].origin]
                                              : "earlier champion",
                                  .elo = a->ratings.elo[i],
                                  .error = a->ratings.error[i] };
        for (size_t k = 0; k < n; k++) {
            if (kept[k].id != r->id)
                continue;
            shift += kept[k].elo - r->elo;
            known++;
        }
    }
    for (size_t i = 0; i < a->n && known > 0; i++)
        a->rival[i].elo += shift / (double)known;
    free(kept);
    return 0;
}

static int fill(struct page_arena *a, uint32_t *place, const struct page_source *s, struct err *err)
{
    size_t most = 2 * a->pairings < s->last_id ? 2 * a->pairings : s->last_id;

    for (uint32_t id = 0; id <= s->last_id; id++)
        place[id] = NOWHERE;
    a->who = calloc(most + 1, sizeof *a->who);
    a->rival = calloc(most + 1, sizeof *a->rival);
    if (!a->who || !a->rival)
        return err_shortage(err, "out of memory: %zu players", most);
    if (find_players(a, place, s, err) || crosstable_init(&a->table, a->n, err))
        return -1;
    add_games(a, place);
    return rate(a, s, err);
}

int page_arena_init(struct page_arena *a, const struct page_source *s, struct err *err)
{
    uint32_t *place = malloc((s->last_id + 1) * sizeof *place);
    int status;

    *a = (struct page_arena){ 0 };
    status = place
                 ? journal_read_pairings(&s->journal, s->closed - 1, &a->pairing, &a->pairings, err)
                 : err_shortage(err, "out of memory: %u genomes", (unsigned)s->last_id);
    if (status == 0)
        status = fill(a, place, s, err);
    free(place);
    if (status)
        page_arena_release(a);
    return status;
}

void page_arena_release(struct page_arena *a)
{
    journal_pairings_free(a->pairing, a->pairings);
    free(a->who);
    free(a->rival);
    crosstable_release(&a->table);
    ratings_release(&a->ratings);
    *a = (struct page_arena){ 0 };
}

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

static void put_rivals(struct json *j, const struct crosstable *table, struct page_rival *list,
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

static void put_cycles(struct json *j, const struct cycles *cycles, const struct page_rival *rival)
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

int page_rivals(struct json *j, const struct page_source *s, struct err *err)
{
    const struct page_arena *a = &s->arena;
    struct page_rival shown[2 * PAGE_RIVALS];
    struct cycles cycles;
    size_t n;

    if (s->closed == 0)
        return 0;
    n = choose(shown, s, a);
    if (cycles_init(&cycles, &a->table, &a->ratings, MOST_CYCLES, err))
        return -1;
    json_begin(j, "rivals", '{');
    json_integer(j, "generation", s->closed - 1);
    json_integer(j, "met", (int64_t)a->n);
    put_rivals(j, &a->table, shown, n);
    put_cycles(j, &cycles, a->rival);
    json_end(j, '}');
    for (size_t i = 0; i < cycles.n; i++)
        for (int k = 0; k < 3; k++)
            page_want(s, a->rival[cycles.cycle[i].player[k]].id);
    cycles_release(&cycles);
    return 0;
}
