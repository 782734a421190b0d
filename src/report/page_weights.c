/* Weights: the genes, the champions' values, and the spread of the population. */
#include "report/page_data.h"

#include <stdlib.h>
#include <string.h>

#include "arena/threat_sample.h"
#include "report/threat_report.h"

/* Notes genes that differ from their defaults, and the last id. */
static void look_at(struct page_source *s, const struct journal_genome *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (list[i].id > s->last_id)
            s->last_id = list[i].id;
        for (int g = 0; g < gene_count(); g++)
            s->gene[g] |= list[i].gene[g] != gene_table[g].initial;
    }
}

static void want_all(const struct page_source *s, const struct journal_genome *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        page_want(s, list[i].id);
}

int page_find_genes(struct page_source *s, struct err *err)
{
    enum { GROUPS = 5 }; /* founders, hand-picked, the last generation, the one being played */
    struct journal_genome *group[GROUPS] = { 0 };
    const struct journal *j = &s->journal;
    uint32_t last = s->closed ? s->closed - 1 : 0;
    size_t n[GROUPS] = { 0 };
    int status = journal_read_population(j, 0, &group[0], &n[0], err) ||
                 journal_read_opponents(j, &group[1], &n[1], err) ||
                 journal_read_population(j, last, &group[2], &n[2], err) ||
                 journal_read_population(j, s->closed, &group[3], &n[3], err) ||
                 journal_read_references(j, &group[4], &n[4], err);

    for (int i = 0; i < GROUPS; i++)
        look_at(s, group[i], n[i]);
    for (int g = 0; g < gene_count(); g++) {
        s->gene[g] |= config_changes(s->config, g);
        s->genes += s->gene[g];
    }
    s->wanted = calloc(s->last_id + 1, 1);
    if (!s->wanted && status == 0)
        status = err_shortage(err, "out of memory: %u genomes", (unsigned)s->last_id);
    for (int i = 0; i < GROUPS; i++) {
        if (status == 0)
            want_all(s, group[i], n[i]);
        free(group[i]);
    }
    return status ? -1 : 0;
}

static void put_genes(struct json *j, const struct page_source *s)
{
    json_begin(j, "genes", '[');
    for (int g = 0; g < gene_count(); g++) {
        const struct gene_info *info = &gene_table[g];

        if (!s->gene[g])
            continue;
        json_begin(j, NULL, '{');
        json_string(j, "name", info->name);
        json_string(j, "family", gene_family(g));
        json_string(j, "help", info->help);
        json_number(j, "initial", info->initial);
        json_number(j, "scale", info->scale);
        json_bool(j, "evolves", config_changes(s->config, g));
        json_end(j, '}');
    }
    json_end(j, ']');
}

/* Genomes that won the title: counted in a first pass, written in a second. */
struct reigns {
    struct json *j; /* or NULL */
    const struct page_source *s;
    uint32_t n, stride, last;
};

/* The previous champion is in slot 0: a champion in another slot is new. */
static int see_reign(void *context, const struct journal_generation *g, struct err *err)
{
    struct reigns *r = context;
    struct journal_genome who;

    if (journal_read_genome(&r->s->journal, g->champion, &who, err))
        return -1;
    if (g->generation > 0 && who.slot == 0)
        return 0;
    r->n++;
    if (!r->j || ((r->n - 1) % r->stride != 0 && r->n != r->last))
        return 0;
    page_want(r->s, who.id);
    json_begin(r->j, NULL, '[');
    json_integer(r->j, NULL, g->generation);
    json_integer(r->j, NULL, who.id);
    json_end(r->j, ']');
    return 0;
}

static int put_reigns(struct json *j, const struct page_source *s, struct err *err)
{
    struct reigns count = { .s = s }, r = { .j = j, .s = s };

    if (store_each_generation(s->store, 0, UINT32_MAX, see_reign, &count, err))
        return -1;
    r.stride = page_stride(count.n, PAGE_REIGNS);
    r.last = count.n;
    json_integer(j, "titles", count.n);
    json_begin(j, "champions", '[');
    if (store_each_generation(s->store, 0, UINT32_MAX, see_reign, &r, err))
        return -1;
    json_end(j, ']');
    return 0;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* The 10%, 50% and 90% quantiles of a gene. */
static void put_quantiles(struct json *j, const struct journal_genome *list, size_t n, int gene,
                          double *value)
{
    for (size_t i = 0; i < n; i++)
        value[i] = list[i].gene[gene];
    qsort(value, n, sizeof *value, by_value);
    json_begin(j, NULL, '[');
    page_number(j, NULL, value[(n - 1) / 10]);
    page_number(j, NULL, value[(n - 1) / 2]);
    page_number(j, NULL, value[n - 1 - (n - 1) / 10]);
    json_end(j, ']');
}

static int put_sample(struct json *j, const struct page_source *s, uint32_t generation,
                      struct err *err)
{
    struct journal_genome *list;
    double *value;
    size_t n;

    if (journal_read_population(&s->journal, generation, &list, &n, err))
        return -1;
    value = calloc(n + 1, sizeof *value);
    if (!value) {
        free(list);
        return err_shortage(err, "out of memory: %zu genomes", n);
    }
    json_begin(j, NULL, '{');
    json_integer(j, "generation", generation);
    json_begin(j, "genes", '[');
    for (int g = 0; g < gene_count() && n > 0; g++)
        if (config_changes(s->config, g))
            put_quantiles(j, list, n, g, value);
    json_end(j, ']');
    json_end(j, '}');
    free(value);
    free(list);
    return 0;
}

/* What the champion's tables have learned, if it has any. */
static int put_threats(struct json *j, const struct page_source *s, struct err *err)
{
    struct journal_genome who;
    struct genome genome;
    struct threat_worth worth;

    if (s->champion == 0)
        return 0;
    if (journal_read_genome(&s->journal, s->champion, &who, err))
        return -1;
    if (!who.tables)
        return 0;
    genome_init(&genome);
    memcpy(genome.gene, who.gene, sizeof genome.gene);
    genome.tables = who.tables; /* borrowed */
    if (threat_sample_worth(&worth, &genome, err))
        return -1;
    threat_report_json(j, "threats", &worth);
    return 0;
}

int page_weights(struct json *j, const struct page_source *s, struct err *err)
{
    uint32_t stride = page_stride(s->closed, PAGE_SAMPLES);

    put_genes(j, s);
    if (put_reigns(j, s, err))
        return -1;
    json_begin(j, "samples", '[');
    for (uint32_t g = 0; g < s->closed; g++)
        if ((g % stride == 0 || g + 1 == s->closed) && put_sample(j, s, g, err))
            return -1;
    json_end(j, ']');
    return put_threats(j, s, err);
}
