#include "report/lineage.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/utf8.h"
#include "report/rating_cache.h"
#include "report/tables_text.h"

#define NOWHERE SIZE_MAX /* no ancestor */

/* The state of collecting ancestors. */
struct search {
    struct lineage *lineage;
    struct journal journal;
    struct rating_cache cache;
    size_t capacity;
    int parents; /* number of parents that are followed */
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
        return err_shortage(err, "out of memory: %zu ancestors", capacity);
    l->list = grown;
    s->capacity = capacity;
    return 0;
}

/* The elite copy of the first parent that played in the same generation, if there is one. Elites
 * are in the first slots. */
static int find_sibling(struct search *s, struct ancestor *a, struct err *err)
{
    a->sibling = journal_no_rating(0);
    if (a->who.origin == ORIGIN_ELITE || !a->who.parent[0])
        return 0;
    for (size_t i = 0; i < s->cache.n; i++) {
        struct journal_genome who;

        if (journal_read_genome(&s->journal, s->cache.rating[i].id, &who, err))
            return -1;
        if (who.origin != ORIGIN_ELITE)
            break;
        if (who.parent[0] == a->who.parent[0])
            a->sibling = s->cache.rating[i];
    }
    return 0;
}

/* Appends a genome and marks its parents, which are found later as their ids are lower. */
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
        rating_cache_find(&s->cache, &a->who, &rating, err) || find_sibling(s, a, err))
        return -1;
    a->rating = rating;
    a->elo = rating.elo;
    a->error = rating.error;
    l->n++;
    for (int i = 0; i < s->parents; i++)
        if (a->who.parent[i] >= id)
            return err_set(err, "genome %u cannot be a parent of genome %u, which is older",
                           (unsigned)a->who.parent[i], (unsigned)id);
    return 0;
}

/* The parent of each genome comes next. */
static int collect_first(struct search *s, uint32_t id, struct err *err)
{
    while (id) {
        if (take(s, id, err))
            return -1;
        id = s->lineage->list[s->lineage->n - 1].who.parent[0];
    }
    return 0;
}

/* Children have higher ids than their parents, so one pass downward finds all ancestors. */
static int collect_all(struct search *s, uint32_t id, struct err *err)
{
    struct lineage *l = s->lineage;

    l->place = malloc(((size_t)id + 1) * sizeof *l->place);
    if (!l->place)
        return err_shortage(err, "out of memory: %u genomes", (unsigned)id);
    for (size_t i = 0; i <= id; i++)
        l->place[i] = NOWHERE;
    l->place[id] = 0;
    for (uint32_t i = id; i > 0; i--) {
        if (l->place[i] == NOWHERE)
            continue;
        l->place[i] = l->n;
        if (take(s, i, err))
            return -1;
        for (int k = 0; k < s->parents; k++)
            l->place[l->list[l->n - 1].who.parent[k]] = 0;
    }
    return 0;
}

/* From the oldest on, so that the roots of parents are known before those of children. */
static void link_ancestors(struct lineage *l, int parents)
{
    for (size_t i = l->n; i-- > 0;) {
        struct ancestor *a = &l->list[i];

        for (int k = 0; k < parents; k++)
            if (a->who.parent[k])
                a->parent[k] = l->place ? &l->list[l->place[a->who.parent[k]]] : a + 1;
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
    /* A bad id is refused before an array of that size is allocated. */
    if (journal_read_genome(&s.journal, id, &known, err))
        return -1;
    status = extent == LINEAGE_ALL ? collect_all(&s, id, err) : collect_first(&s, id, err);
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
        return err_set(err, "there is no champion yet: the first generation has not finished");
    return journal_read_best(&journal, closed, id, err);
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

    for (int g = 0; first && g < gene_count(); g++) {
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

bool lineage_score_gain(const struct ancestor *who, double *gain, double *error)
{
    const struct ancestor *first = who->parent[0];

    if (!first)
        return false;
    *gain = who->rating.standing - who->sibling.standing;
    *error = hypot(who->rating.standing_error, who->sibling.standing_error);
    if (isfinite(*gain) && isfinite(*error))
        return true;
    *gain = who->rating.score - first->rating.score;
    *error = hypot(who->rating.score_error, first->rating.score_error);
    return isfinite(*gain) && isfinite(*error);
}

static void json_rating(struct json *j, const struct ancestor *a)
{
    json_number(j, "elo", a->elo);
    json_number(j, "error", a->error);
}

static void json_parents(struct json *j, const struct ancestor *a)
{
    json_begin(j, "parents", '[');
    for (int i = 0; i < 2; i++)
        if (a->parent[i])
            json_unsigned(j, NULL, a->parent[i]->root->who.id);
    json_end(j, ']');
}

static void json_gain(struct json *j, const struct ancestor *a)
{
    double gain = NAN, error = NAN;

    lineage_gain(a, &gain, &error);
    json_number(j, "gain", gain);
    json_number(j, "gain_error", error);
    if (!lineage_score_gain(a, &gain, &error))
        gain = error = NAN;
    json_number(j, "score_gain", gain);
    json_number(j, "score_gain_error", error);
}

/* The newest elite copy, and the generations that had one. */
static void json_elite(struct json *j, const struct ancestor *a)
{
    if (!a->newest)
        return;
    json_begin(j, "elite", '{');
    json_unsigned(j, "id", a->newest->who.id);
    json_unsigned(j, "from_generation", a->elite_since);
    json_unsigned(j, "to_generation", a->newest->who.generation);
    json_rating(j, a->newest);
    json_end(j, '}');
}

static void json_changes(struct json *j, const struct ancestor *a)
{
    struct gene_change change[GENE_COUNT];
    size_t n = lineage_changes(a, change);

    json_begin(j, "changes", '[');
    for (size_t i = 0; i < n; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "gene", gene_table[change[i].gene].name);
        json_number(j, "from", change[i].from);
        json_number(j, "to", change[i].to);
        json_bool(j, "of_second_parent", change[i].second);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void json_step(struct json *j, const struct ancestor *a)
{
    json_begin(j, NULL, '{');
    json_unsigned(j, "id", a->who.id);
    json_unsigned(j, "generation", a->who.generation);
    json_string(j, "origin", origin_name[a->who.origin]);
    json_string(j, "name", a->who.name);
    json_parents(j, a);
    json_rating(j, a);
    json_gain(j, a);
    json_elite(j, a);
    json_changes(j, a);
    tables_json(j, "tables", a->who.tables);
    json_end(j, '}');
}

void lineage_print_json(FILE *out, const struct lineage *l)
{
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_unsigned(&j, "id", l->list[0].who.id);
    json_begin(&j, "steps", '[');
    for (size_t i = 0; i < l->n; i++) {
        if (l->list[i].root != &l->list[i])
            continue;
        fputc('\n', out);
        json_step(&j, &l->list[i]);
    }
    json_end(&j, ']');
    json_end(&j, '}');
    fputc('\n', out);
}

/* Inside the quotes of a label. */
static void dot_text(FILE *out, const char *text)
{
    for (size_t length; *text; text += length ? length : 1) {
        length = utf8_length(text);
        if (length == 0 || iscntrl((unsigned char)*text)) {
            fputc('?', out);
            continue;
        }
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fwrite(text, 1, length, out);
    }
}

static void dot_node(FILE *out, const struct ancestor *a)
{
    const struct ancestor *rated = a->newest && !isnan(a->newest->elo) ? a->newest : a;

    fprintf(out, "    %u [label=\"%u", (unsigned)a->who.id, (unsigned)a->who.id);
    if (*a->who.name) {
        fputc(' ', out);
        dot_text(out, a->who.name);
    }
    fprintf(out, "\\ngeneration %u", (unsigned)a->who.generation);
    if (a->newest)
        fprintf(out, ", elite to %u", (unsigned)a->newest->who.generation);
    fprintf(out, "\\n%s", origin_name[a->who.origin]);
    if (!isnan(rated->elo)) {
        fputs("\\n", out);
        lineage_print_elo(out, rated);
    }
    fputs("\"];\n", out);
    for (int i = 0; i < 2; i++)
        if (a->parent[i])
            fprintf(out, "    %u -> %u;\n", (unsigned)a->parent[i]->root->who.id,
                    (unsigned)a->who.id);
}

void lineage_print_dot(FILE *out, const struct lineage *l)
{
    fputs("digraph lineage {\n    node [shape=box];\n", out);
    for (size_t i = l->n; i-- > 0;)
        if (l->list[i].root == &l->list[i])
            dot_node(out, &l->list[i]);
    fputs("}\n", out);
}

/* A step of a main line, in as few words as a projector can show. */
static void tree_node(FILE *out, const struct ancestor *a)
{
    const struct ancestor *rated = a->newest && !isnan(a->newest->elo) ? a->newest : a;

    fprintf(out, "    %u [label=\"", (unsigned)a->who.id);
    if (*a->who.name)
        dot_text(out, a->who.name);
    else
        fputs(origin_name[a->who.origin], out);
    fprintf(out, "\\ngeneration %u", (unsigned)a->who.generation);
    if (!isnan(rated->elo)) {
        fputs("\\n", out);
        lineage_print_elo(out, rated);
    }
    fputs("\"];\n", out);
}

#define TREE_ROW 8 /* steps side by side */

void lineage_print_tree(FILE *out, const struct lineage *l)
{
    uint32_t newer = 0;
    size_t step = 0, shown = 0;
    bool gap = false;

    fputs("digraph lineage {\n"
          "    rankdir=LR; nodesep=0.4; ranksep=0.5; size=\"16,9\"; ratio=compress;\n"
          "    node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef5fa\", "
          "fontname=\"Helvetica\", fontsize=22, penwidth=2];\n"
          "    edge [penwidth=2, dir=back];\n",
          out);
    for (size_t i = 0; i < l->n; i++) {
        const struct ancestor *a = &l->list[i];

        if (a->root != a)
            continue;
        if (!lineage_shows(l, step++)) {
            gap = true;
            continue;
        }
        tree_node(out, a);
        if (newer)
            fprintf(out, "    %u -> %u%s%s;\n", (unsigned)newer, (unsigned)a->who.id,
                    gap ? " [style=dotted]" : "",
                    shown % TREE_ROW == 0 ? " [constraint=false]" : "");
        newer = a->who.id;
        gap = false;
        shown++;
    }
    fputs("}\n", out);
}
