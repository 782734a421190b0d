#include "report/page_arena.h"

#include <stdlib.h>

#define NOWHERE UINT32_MAX

/* Gives each id of the pairings its place, in the order of their first pairing. */
static int find_players(struct page_arena *a, uint32_t *place, const struct page_source *s,
                        struct err *err)
{
    for (size_t i = 0; i < a->pairings; i++) {
        uint32_t id[2] = { a->pairing[i].a, a->pairing[i].b };

        for (int k = 0; k < 2; k++) {
            if (id[k] > s->last_id)
                return err_set(err, "a pairing names genome %u, which is not there",
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

            crosstable_add_unit(&a->table, place[p->a], place[p->b],
                                (enum game_outcome)p->result[g].outcome, swapped);
        }
    }
}

/* The ratings that were kept, and for the others those of the table, moved to that scale. */
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
        return err_set(err, "out of memory: %zu players", most);
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
                 : err_set(err, "out of memory: %u genomes", (unsigned)s->last_id);
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
