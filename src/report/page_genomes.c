/* Genomes that a page can show in full. */
#include "report/page_data.h"

#include <stdlib.h>

#include "report/rating_cache.h"
#include "report/tables_text.h"

/* Adding up more pairings would take too long. */
#define MOST_PAIRINGS 400000

/* Results of each genome over all its games, by id. */
struct results {
    struct wdl *first, *second;
    uint32_t last_id;
};

static int add_pairing(void *context, const struct pairing_summary *p, struct err *err)
{
    struct results *r = context;

    (void)err;
    if (p->a > r->last_id || p->b > r->last_id)
        return 0;
    r->first[p->a] = wdl_sum(r->first[p->a], p->first);
    r->second[p->a] = wdl_sum(r->second[p->a], p->second);
    r->second[p->b] = wdl_sum(r->second[p->b], wdl_reverse(p->first));
    r->first[p->b] = wdl_sum(r->first[p->b], wdl_reverse(p->second));
    return 0;
}

static int count_pairing(void *context, const struct pairing_summary *p, struct err *err)
{
    uint64_t *n = context;

    (void)p;
    (void)err;
    ++*n;
    return 0;
}

/* Of all generations, or only of the last one if there are too many pairings. */
static int add_results(struct results *r, const struct page_source *s, bool *all, struct err *err)
{
    uint32_t last = s->closed ? s->closed - 1 : 0;
    uint64_t pairings = 0;

    *r = (struct results){ calloc(s->last_id + 1, sizeof *r->first),
                           calloc(s->last_id + 1, sizeof *r->second), s->last_id };
    if (!r->first || !r->second)
        return err_shortage(err, "out of memory: %u genomes", (unsigned)s->last_id);
    if (store_each_pairing(s->store, last, last, count_pairing, &pairings, err))
        return -1;
    *all = pairings * s->closed <= MOST_PAIRINGS;
    return store_each_pairing(s->store, *all ? 0 : last, UINT32_MAX, add_pairing, r, err);
}

static void put_wdl(struct json *j, struct wdl w)
{
    json_integer(j, NULL, w.wins);
    json_integer(j, NULL, w.draws);
    json_integer(j, NULL, w.losses);
}

static void put_genome(struct json *j, const struct page_source *s,
                       const struct journal_genome *who, const struct journal_rating *rating,
                       const struct results *r)
{
    json_begin(j, NULL, '{');
    json_integer(j, "id", who->id);
    json_integer(j, "generation", who->generation);
    json_string(j, "origin", origin_name[who->origin]);
    json_begin(j, "parents", '[');
    for (int i = 0; i < 2; i++)
        if (who->parent[i])
            json_integer(j, NULL, who->parent[i]);
    json_end(j, ']');
    if (who->name[0])
        json_string(j, "name", who->name);
    page_number(j, "elo", rating->elo);
    page_number(j, "error", rating->error);
    page_number(j, "score", rating->score);
    page_number(j, "score_error", rating->score_error);
    if (wdl_games(r->first[who->id]) + wdl_games(r->second[who->id]) > 0) {
        json_begin(j, "results", '[');
        put_wdl(j, r->first[who->id]);
        put_wdl(j, r->second[who->id]);
        json_end(j, ']');
    }
    json_begin(j, "weights", '[');
    for (int g = 0; g < gene_count(); g++)
        if (s->gene[g])
            page_number(j, NULL, who->gene[g]);
    json_end(j, ']');
    tables_json(j, "tables", who->tables);
    json_end(j, '}');
}

/* Adds the newest genomes to the wanted ones while there is room. */
static void fill_up(const struct page_source *s)
{
    uint32_t room = PAGE_VALUES / (uint32_t)(s->genes ? s->genes : 1), used = 0;

    if (room > PAGE_GENOMES)
        room = PAGE_GENOMES;
    for (uint32_t id = 1; id <= s->last_id; id++)
        used += s->wanted[id];
    for (uint32_t id = s->last_id; id > 0 && used < room; id--) {
        used += !s->wanted[id];
        s->wanted[id] = 1;
    }
}

static int put_genomes(struct json *j, const struct page_source *s, const struct results *r,
                       struct err *err)
{
    struct rating_cache cache = { .store = s->store };
    struct journal_genome who;
    struct journal_rating rating;
    int status = 0;

    for (uint32_t id = 1; id <= s->last_id && status == 0; id++) {
        if (!s->wanted[id])
            continue;
        status = journal_read_genome(&s->journal, id, &who, err) ||
                         rating_cache_find(&cache, &who, &rating, err)
                     ? -1
                     : 0;
        if (status == 0)
            put_genome(j, s, &who, &rating, r);
    }
    rating_cache_release(&cache);
    return status;
}

int page_genomes(struct json *j, const struct page_source *s, struct err *err)
{
    struct results results;
    bool all = false;
    int status = add_results(&results, s, &all, err);

    if (status == 0) {
        fill_up(s);
        json_integer(j, "born", s->last_id);
        json_bool(j, "all_results", all);
        json_begin(j, "genomes", '[');
        status = put_genomes(j, s, &results, err);
        json_end(j, ']');
    }
    free(results.first);
    free(results.second);
    return status;
}
