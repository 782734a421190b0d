/* The champion against the hand-picked genomes, and against perfect play. */
#include "report/page_data.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/verdict.h"

static void put_interval(struct json *j, struct interval interval)
{
    page_number(j, "score", interval.mean);
    page_number(j, "low", interval.low);
    page_number(j, "high", interval.high);
}

static void put_wdl(struct json *j, const char *name, struct wdl w)
{
    json_begin(j, name, '[');
    json_integer(j, NULL, w.wins);
    json_integer(j, NULL, w.draws);
    json_integer(j, NULL, w.losses);
    json_end(j, ']');
}

/* One colour of a record: the champion's games as first player, or as second. */
static struct wdl colour_of(const struct journal_validation *r, bool second)
{
    uint32_t count[3] = { 0 };

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            count[second ? k : i] += r->pair[i][k];
    return (struct wdl){ .wins = count[2], .draws = count[1], .losses = count[0] };
}

static void put_record(struct json *j, const struct journal_validation *r, bool met)
{
    struct tally tally = verdict_tally(r);

    json_begin(j, NULL, '{');
    json_string(j, "opponent", r->opponent);
    json_integer(j, "depth", r->depth);
    json_bool(j, "met", met);
    put_interval(j, tally_interval(&tally));
    put_wdl(j, "first", colour_of(r, false));
    put_wdl(j, "second", colour_of(r, true));
    json_end(j, '}');
}

/* The results of a validation, or of the verdict. */
struct results {
    struct journal_validation *list;
    size_t n;
    struct verdict_reference *reference;
    size_t references;
};

static void put_losses(struct json *j, const struct results *r, const struct verdict_filter *filter)
{
    json_begin(j, "loses_to", '[');
    for (size_t i = 0; i < r->n; i++) {
        struct tally tally = verdict_tally(&r->list[i]);

        if (verdict_filter_takes(filter, &r->list[i]) && tally_interval(&tally).high < 0.5)
            json_string(j, NULL, r->list[i].opponent);
    }
    json_end(j, ']');
}

static void put_group(struct json *j, const struct results *r, const struct verdict_filter *filter)
{
    struct verdict_total t = verdict_total(r->list, r->n, filter);

    put_interval(j, tally_group_interval(&t.games));
    json_integer(j, "games", (int64_t)wdl_games(t.games.all.games));
    json_integer(j, "opponents", t.opponents);
    json_integer(j, "beaten", t.beaten);
    put_losses(j, r, filter);
}

/* All references together, and the groups that have any. */
static void put_total(struct json *j, const struct results *r, const struct journal_validation *v)
{
    struct verdict_filter filter = { v->generation, v->depth, VERDICT_ALL, r->reference,
                                     r->references };

    json_begin(j, NULL, '{');
    json_integer(j, "generations", v->generation);
    json_integer(j, "champion", v->champion);
    json_integer(j, "depth", v->depth);
    put_group(j, r, &filter);
    for (int g = 0; g < VERDICT_ALL; g++) {
        filter.group = (enum verdict_group)g;
        if (verdict_total(r->list, r->n, &filter).opponents == 0)
            continue;
        json_begin(j, g == VERDICT_MET ? "met" : "unmet", '{');
        json_string(j, "name", verdict_group_name[g]);
        json_integer(j, "depth", v->depth);
        put_group(j, r, &filter);
        json_end(j, '}');
    }
    json_end(j, '}');
}

/* Records of one validation and depth are adjacent: one total for each such stretch. */
static void put_totals(struct json *j, const struct results *r)
{
    const struct journal_validation *list = r->list;

    for (size_t i = 0; i < r->n; i++)
        if (i == 0 || list[i].generation != list[i - 1].generation ||
            list[i].depth != list[i - 1].depth)
            put_total(j, r, &list[i]);
}

static void put_mistakes(struct json *j, const struct journal_mistakes *r, double adjusted)
{
    struct interval rate = verdict_mistake_rate(r);

    json_begin(j, NULL, '{');
    json_string(j, "name", r->name);
    json_integer(j, "depth", r->depth);
    json_integer(j, "positions", r->positions);
    json_integer(j, "at_stake", r->at_stake);
    json_integer(j, "mistakes", r->mistakes);
    put_interval(j, rate);
    page_number(j, "loss", r->loss);
    json_integer(j, "champion_only", r->champion_only);
    json_integer(j, "other_only", r->other_only);
    page_number(j, "p", r->p);
    page_number(j, "p_adjusted", adjusted);
    json_end(j, '}');
}

static int put_all_mistakes(struct json *j, const struct page_source *s, struct err *err)
{
    struct journal_mistakes *list;
    double *adjusted;
    size_t n;
    int status;

    if (journal_read_mistakes(&s->journal, s->closed, &list, &n, err))
        return -1;
    adjusted = calloc(n + 1, sizeof *adjusted);
    status = adjusted ? verdict_adjust(list, n, adjusted, err) : err_shortage(err, "out of memory");
    json_begin(j, "mistakes", '[');
    for (size_t i = 0; i < n && status == 0; i++)
        put_mistakes(j, &list[i], adjusted[i]);
    json_end(j, ']');
    free(adjusted);
    free(list);
    return status;
}

static int put_playoff(struct json *j, const struct page_source *s, struct err *err)
{
    struct journal_playoff *list;
    size_t n;

    if (journal_read_playoff(&s->journal, s->closed, &list, &n, err))
        return -1;
    json_begin(j, "playoff", '[');
    for (size_t i = 0; i < n; i++) {
        json_begin(j, NULL, '{');
        json_integer(j, "id", list[i].id);
        json_integer(j, "games", list[i].games);
        page_number(j, "score", list[i].score);
        page_number(j, "score_error", list[i].score_error);
        page_number(j, "standing", list[i].standing);
        page_number(j, "standing_error", list[i].standing_error);
        json_end(j, '}');
        page_want(s, list[i].id);
    }
    json_end(j, ']');
    free(list);
    return 0;
}

/* Genomes that were left out, and references that have another name in training. */
static void put_twins(struct json *j, const struct page_source *s, const struct results *r)
{
    const struct twin_list *twins = &s->config->twins;

    json_begin(j, "twins", '[');
    for (size_t i = 0; i < twins->n; i++) {
        json_begin(j, NULL, '[');
        json_string(j, NULL, twins->twin[i].name);
        json_string(j, NULL, twins->twin[i].of);
        json_end(j, ']');
    }
    json_end(j, ']');
    json_begin(j, "aliases", '[');
    for (size_t i = 0; i < r->references; i++) {
        if (!r->reference[i].met[0] || strcmp(r->reference[i].met, r->reference[i].name) == 0)
            continue;
        json_begin(j, NULL, '[');
        json_string(j, NULL, r->reference[i].name);
        json_string(j, NULL, r->reference[i].met);
        json_end(j, ']');
    }
    json_end(j, ']');
}

static void put_results(struct json *j, const struct page_source *s, const struct results *r)
{
    json_begin(j, "verdict", '[');
    for (size_t i = 0; i < r->n; i++)
        if (r->list[i].generation == r->list[r->n - 1].generation)
            put_record(j, &r->list[i],
                       verdict_is_met(r->reference, r->references, r->list[i].opponent));
    json_end(j, ']');
    json_begin(j, "validation", '[');
    put_totals(j, r);
    json_end(j, ']');
    put_twins(j, s, r);
}

int page_verdict(struct json *j, const struct page_source *s, struct err *err)
{
    struct results r = { 0 };
    int status = journal_read_validation(&s->journal, &r.list, &r.n, err) ||
                         verdict_references(&s->journal, &r.reference, &r.references, err)
                     ? -1
                     : 0;

    if (status == 0)
        put_results(j, s, &r);
    free(r.list);
    free(r.reference);
    return status || put_playoff(j, s, err) || put_all_mistakes(j, s, err) ? -1 : 0;
}
