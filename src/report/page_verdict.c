/* The champion against the hand-picked genomes, and against perfect play. */
#include "report/page_data.h"

#include <stdlib.h>

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

static void put_record(struct json *j, const struct journal_validation *r)
{
    struct tally tally = verdict_tally(r);

    json_begin(j, NULL, '{');
    json_string(j, "opponent", r->opponent);
    json_integer(j, "depth", r->depth);
    put_interval(j, tally_interval(&tally));
    put_wdl(j, "first", colour_of(r, false));
    put_wdl(j, "second", colour_of(r, true));
    json_end(j, '}');
}

static void put_total(struct json *j, const struct journal_validation *r,
                      const struct verdict_total *t)
{
    json_begin(j, NULL, '{');
    json_integer(j, "generations", r->generation);
    json_integer(j, "champion", r->champion);
    json_integer(j, "depth", r->depth);
    put_interval(j, tally_interval(&t->tally));
    json_integer(j, "games", (int64_t)wdl_games(t->tally.games));
    json_integer(j, "opponents", t->opponents);
    json_integer(j, "beaten", t->beaten);
    json_end(j, '}');
}

/* Records of one validation and depth are adjacent: one total for each such stretch. */
static void put_totals(struct json *j, const struct journal_validation *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct verdict_total total;

        if (i > 0 && list[i].generation == list[i - 1].generation &&
            list[i].depth == list[i - 1].depth)
            continue;
        total = verdict_total(list, n, list[i].generation, list[i].depth);
        put_total(j, &list[i], &total);
    }
}

static void put_mistakes(struct json *j, const struct journal_mistakes *r)
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
    json_end(j, '}');
}

int page_verdict(struct json *j, const struct page_source *s, struct err *err)
{
    struct journal_validation *list;
    struct journal_mistakes *mistakes;
    size_t n, m;

    if (journal_read_validation(&s->journal, &list, &n, err))
        return -1;
    json_begin(j, "verdict", '[');
    for (size_t i = 0; i < n; i++)
        if (list[i].generation == list[n - 1].generation)
            put_record(j, &list[i]);
    json_end(j, ']');
    json_begin(j, "validation", '[');
    put_totals(j, list, n);
    json_end(j, ']');
    free(list);
    if (journal_read_mistakes(&s->journal, s->closed, &mistakes, &m, err))
        return -1;
    json_begin(j, "mistakes", '[');
    for (size_t i = 0; i < m; i++)
        put_mistakes(j, &mistakes[i]);
    json_end(j, ']');
    free(mistakes);
    return 0;
}
