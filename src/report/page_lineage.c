/* The ancestry of the champion; elite copies are part of the step that they copy. */
#include "report/page_data.h"

#include <stdlib.h>

#include "report/lineage.h"

/* All ancestors of a longer run would take too much memory. */
#define MOST_GENOMES 20000
#define MOST_CHANGES 6

static struct ancestor *parent_of(const struct ancestor *a, int k)
{
    return a->parent[k] ? a->parent[k]->root : NULL;
}

/* Marks the chain of first parents, then the ancestors nearest to the champion. */
static size_t choose(const struct lineage *l, unsigned char *shown)
{
    size_t n = 0;

    for (const struct ancestor *a = l->list[0].root; a && n < PAGE_ANCESTORS / 2;
         a = parent_of(a, 0), n++)
        shown[a - l->list] = 1;
    for (size_t i = 0; i < l->n; i++) {
        for (int k = 0; k < 2 && shown[i] && n < PAGE_ANCESTORS; k++) {
            const struct ancestor *parent = parent_of(&l->list[i], k);

            if (!parent || shown[parent - l->list])
                continue;
            shown[parent - l->list] = 1;
            n++;
        }
    }
    return n;
}

static void put_changes(struct json *j, const struct ancestor *a)
{
    struct gene_change change[GENE_COUNT];
    size_t n = lineage_changes(a, change);

    json_integer(j, "changed", (int64_t)n);
    json_begin(j, "changes", '[');
    for (size_t i = 0; i < n && i < MOST_CHANGES; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "gene", gene_table[change[i].gene].name);
        page_number(j, "from", change[i].from);
        page_number(j, "to", change[i].to);
        json_bool(j, "second", change[i].second);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void put_ancestor(struct json *j, const struct ancestor *a)
{
    double gain, error;

    json_begin(j, NULL, '{');
    json_integer(j, "id", a->who.id);
    json_begin(j, "parents", '[');
    for (int k = 0; k < 2; k++)
        if (parent_of(a, k))
            json_integer(j, NULL, parent_of(a, k)->who.id);
    json_end(j, ']');
    if (a->newest) {
        json_integer(j, "elite_since", a->elite_since);
        json_integer(j, "elite_until", a->newest->who.generation);
    }
    if (lineage_score_gain(a, &gain, &error)) {
        page_number(j, "gain", gain);
        page_number(j, "gain_error", error);
    }
    put_changes(j, a);
    json_end(j, '}');
}

static int put_lineage(struct json *j, const struct page_source *s, const struct lineage *l,
                       bool all, struct err *err)
{
    unsigned char *shown = calloc(l->n + 1, 1);

    if (!shown)
        return err_shortage(err, "out of memory: %zu ancestors", l->n);
    choose(l, shown);
    json_begin(j, "lineage", '{');
    json_integer(j, "champion", l->list[0].root->who.id);
    json_integer(j, "steps", (int64_t)l->steps);
    json_bool(j, "all", all);
    json_begin(j, "nodes", '[');
    for (size_t i = 0; i < l->n; i++) {
        if (!shown[i])
            continue;
        put_ancestor(j, &l->list[i]);
        page_want(s, l->list[i].who.id);
    }
    json_end(j, ']');
    json_end(j, '}');
    free(shown);
    return 0;
}

int page_lineage(struct json *j, const struct page_source *s, struct err *err)
{
    bool all = s->last_id <= MOST_GENOMES;
    struct lineage lineage;
    int status;

    if (s->closed == 0)
        return 0;
    if (lineage_init(&lineage, s->store, s->champion, all ? LINEAGE_ALL : LINEAGE_FIRST, err))
        return -1;
    status = put_lineage(j, s, &lineage, all, err);
    lineage_release(&lineage);
    return status;
}
