#include "report/tournament_report.h"

#include <math.h>

#include "base/json.h"

static void print_interval(struct json *j, const char *name, struct interval interval)
{
    json_begin(j, name, '{');
    json_number(j, "mean", interval.mean);
    json_number(j, "low", interval.low);
    json_number(j, "high", interval.high);
    json_end(j, '}');
}

static void print_wdl(struct json *j, struct wdl w)
{
    json_integer(j, "wins", w.wins);
    json_integer(j, "draws", w.draws);
    json_integer(j, "losses", w.losses);
}

static void print_player(struct json *j, const struct tournament_result *r, uint32_t i)
{
    struct record record = crosstable_record(&r->t->contest.table, i);
    struct interval score = tally_interval(&record.tally);

    json_begin(j, NULL, '{');
    json_string(j, "name", r->t->contest.player[i].name);
    json_number(j, "elo", r->ratings.elo[i]);
    json_number(j, "error", r->ratings.error[i]);
    json_integer(j, "games", (int64_t)wdl_games(record.tally.games));
    print_wdl(j, record.tally.games);
    json_number(j, "score", wdl_score(record.tally.games));
    json_number(j, "low", score.low);
    json_number(j, "high", score.high);
    if (!isnan(r->t->published[i]))
        json_number(j, "published", r->t->published[i]);
    json_end(j, '}');
}

static void print_pairs(struct json *j, const struct contest *c)
{
    json_begin(j, "pairs", '[');
    for (uint32_t first = 0; first < c->players; first++) {
        for (uint32_t second = 0; second < c->players; second++) {
            struct wdl w = crosstable_wdl(&c->table, first, second);

            if (wdl_games(w) == 0)
                continue;
            json_begin(j, NULL, '{');
            json_string(j, "first", c->player[first].name);
            json_string(j, "second", c->player[second].name);
            print_wdl(j, w);
            json_end(j, '}');
        }
    }
    json_end(j, ']');
}

static void print_cycles(struct json *j, const struct tournament_result *r)
{
    json_begin(j, "cycles", '{');
    json_number(j, "transitive_share", r->cycles.transitive_share);
    json_number(j, "cyclic_share", r->cycles.cyclic_share);
    json_number(j, "chance_share", r->cycles.chance_share);
    json_number(j, "p", r->cycles.p);
    json_begin(j, "surest", '[');
    for (size_t i = 0; i < r->cycles.n; i++) {
        const struct cycle *c = &r->cycles.cycle[i];

        json_begin(j, NULL, '{');
        json_begin(j, "players", '[');
        for (int k = 0; k < 3; k++)
            json_string(j, NULL, r->t->contest.player[c->player[k]].name);
        json_end(j, ']');
        json_number(j, "p", c->p);
        json_number(j, "p_adjusted", c->p_adjusted);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_end(j, '}');
}

static void print_published(struct json *j, const struct tournament_result *r)
{
    json_begin(j, "published", '{');
    json_number(j, "chi_square", r->published.chi_square);
    json_integer(j, "cells", (int64_t)r->published.n);
    json_number(j, "p", r->published.p);
    json_end(j, '}');
}

void tournament_print_json(FILE *out, const struct tournament_result *r)
{
    const struct contest *c = &r->t->contest;
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_string(&j, "name", c->name);
    json_integer(&j, "seed", (int64_t)c->seed);
    json_integer(&j, "games", (int64_t)c->played);
    json_integer(&j, "openings", (int64_t)c->openings.n);
    print_interval(&j, "first_move_elo", r->ratings.first_move);
    json_begin(&j, "players", '[');
    for (uint32_t i = 0; i < c->players; i++)
        print_player(&j, r, i);
    json_end(&j, ']');
    print_pairs(&j, c);
    print_cycles(&j, r);
    if (r->published.n)
        print_published(&j, r);
    json_end(&j, '}');
    fputc('\n', out);
}
