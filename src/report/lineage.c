#include "report/lineage.h"

#include <math.h>
#include <stdlib.h>

#include "report/rating_cache.h"

#define NOWHERE SIZE_MAX /* no ancestor */

/* What collecting ancestors takes. */
struct search {
    struct lineage *lineage;
    struct journal journal;
    struct rating_cache cache;
    size_t capacity;
    int parents; /* how many of a genome's parents are followed */
};

static int make_room(struct search *s, struct err *err)
{
    struct lineage *l = s->lineage;
    size_t capacity = s->capacity ? 2 * s->capacity : 64;
    struct ancestor *grown;

    if (l->n < s->capacity)
        return 0;
    grown = realloc(l->list, capacity * sizeof *grown);
    if (!grown)
        return err_set(err, "out of memory: %zu ancestors", capacity);
    l->list = grown;
    s->capacity = capacity;
    return 0;
}

/* Appends a genome and marks its parents, so that they will be found further down. */
static int take(struct search *s, uint32_t id, struct err *err)
{
    struct lineage *l = s->lineage;
    struct journal_rating rating;
    struct ancestor *a;

    if (make_room(s, err))
        return -1;
    a = &l->list[l->n];
    *a = (struct ancestor){ 0 };
    if (journal_read_genome(&s->journal, id, &a->who, err) ||
        rating_cache_find(&s->cache, &a->who, &rating, err))
        return -1;
    a->elo = rating.elo;
    a->error = rating.error;
    l->place[id] = l->n++;
    for (int i = 0; i < s->parents; i++) {
        uint32_t parent = a->who.parent[i];

        if (parent >= id)
            return err_set(err, "genome %u cannot be a parent of genome %u, which is older",
                           (unsigned)parent, (unsigned)id);
        l->place[parent] = 0;
    }
    return 0;
}

/* Children have higher ids than their parents, so one pass downward finds everybody. */
static int collect(struct search *s, uint32_t id, struct err *err)
{
    struct lineage *l = s->lineage;

    l->place = malloc(((size_t)id + 1) * sizeof *l->place);
    if (!l->place)
        return err_set(err, "out of memory: %u genomes", (unsigned)id);
    for (size_t i = 0; i <= id; i++)
        l->place[i] = NOWHERE;
    l->place[id] = 0;
    for (uint32_t i = id; i > 0; i--)
        if (l->place[i] != NOWHERE && take(s, i, err))
            return -1;
    return 0;
}

/* From the oldest on, so that parents know their roots before children ask. */
static void link_ancestors(struct lineage *l, int parents)
{
    for (size_t i = l->n; i-- > 0;) {
        struct ancestor *a = &l->list[i];

        for (int k = 0; k < parents; k++)
            if (a->who.parent[k])
                a->parent[k] = &l->list[l->place[a->who.parent[k]]];
        if (a->who.origin != ORIGIN_ELITE || !a->parent[0]) {
            a->root = a;
            l->steps++;
            continue;
        }
        a->root = a->parent[0]->root;
        if (!a->root->newest)
            a->root->elite_since = a->who.generation;
        a->root->newest = a;
    }
}

int lineage_init(struct lineage *l, struct store *store, uint32_t id, enum lineage_extent extent,
                 struct err *err)
{
    struct search s = { .lineage = l,
                        .journal = store_journal(store),
                        .cache = { .store = store },
                        .parents = extent == LINEAGE_ALL ? 2 : 1 };
    struct journal_genome known;
    int status;

    *l = (struct lineage){ 0 };
    /* Before there is an array of that size. */
    if (journal_read_genome(&s.journal, id, &known, err))
        return -1;
    status = collect(&s, id, err);
    rating_cache_release(&s.cache);
    if (status) {
        lineage_release(l);
        return -1;
    }
    link_ancestors(l, s.parents);
    return 0;
}

void lineage_release(struct lineage *l)
{
    free(l->list);
    free(l->place);
    *l = (struct lineage){ 0 };
}

int lineage_champion(struct store *store, uint32_t *id, struct err *err)
{
    struct journal journal = store_journal(store);
    uint32_t closed;

    if (journal_count_generations(&journal, &closed, err))
        return -1;
    if (closed == 0)
        return err_set(err, "there is no champion before the first generation is played");
    return journal_read_champion(&journal, closed - 1, id, err);
}

static int by_size(const void *a, const void *b)
{
    const struct gene_change *x = a, *y = b;
    double dx = fabs(x->to - x->from) / gene_table[x->gene].scale;
    double dy = fabs(y->to - y->from) / gene_table[y->gene].scale;

    if (dx != dy)
        return dx < dy ? 1 : -1;
    return x->gene < y->gene ? -1 : 1;
}

size_t lineage_changes(const struct ancestor *who, struct gene_change change[GENE_COUNT])
{
    const struct ancestor *first = who->parent[0], *second = who->parent[1];
    size_t n = 0;

    for (int g = 0; first && g < GENE_COUNT; g++) {
        double from = first->who.gene[g], to = who->who.gene[g];

        if (to != from)
            change[n++] = (struct gene_change){ g, from, to, second && second->who.gene[g] == to };
    }
    qsort(change, n, sizeof *change, by_size);
    return n;
}

bool lineage_gain(const struct ancestor *who, double *gain, double *error)
{
    const struct ancestor *first = who->parent[0];

    if (!first || isnan(who->elo) || isnan(first->elo))
        return false;
    *gain = who->elo - first->elo;
    *error = sqrt(who->error * who->error + first->error * first->error);
    return true;
}
