#include "report/tournament_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/replacement.h"
#include "report/figures.h"
#include "report/text.h"

#define CYCLES_SHOWN 5

/* The search depth of a player; 0 without a genome. */
static double depth_of(const struct player *player)
{
    return player->search->needs_genome ? player->keys.depth : 0;
}

static void add_point(struct curve_point *point, size_t *n, const struct games *c, uint32_t x,
                      uint32_t o)
{
    struct tally tally = crosstable_tally(&c->table, x, o);

    if (tally.samples)
        point[(*n)++] =
            (struct curve_point){ .x = depth_of(&c->player[x]) - depth_of(&c->player[o]),
                                  .score = wdl_score(tally.games),
                                  .games = (double)wdl_games(tally.games) };
}

static int fit_curve(struct tournament_report *r, struct err *err)
{
    const struct games *c = &r->t->games;
    struct curve_point *point = calloc((size_t)c->players * c->players, sizeof *point);
    size_t n = 0;

    if (!point)
        return err_shortage(err, "out of memory: a curve of %u players", c->players);
    for (uint32_t x = 0; x < c->players; x++)
        for (uint32_t o = 0; o < x; o++)
            add_point(point, &n, c, x, o);
    r->has_curve = logistic_curve_fit(&r->curve, point, n, &r->no_curve) == 0;
    free(point);
    return 0;
}

static int by_elo(const void *a, const void *b)
{
    const struct placing *x = a, *y = b;

    if (x->elo != y->elo)
        return x->elo < y->elo ? 1 : -1;
    return x->player < y->player ? -1 : 1;
}

static int rank_players(struct tournament_report *r, struct err *err)
{
    const struct games *c = &r->t->games;

    r->placing = calloc(c->players, sizeof *r->placing);
    if (!r->placing)
        return err_shortage(err, "out of memory: %u players", c->players);
    for (uint32_t i = 0; i < c->players; i++) {
        struct placing *s = &r->placing[i];

        *s = (struct placing){ .player = i,
                               .elo = r->ratings.elo[i],
                               .error = r->ratings.error[i],
                               .published = r->t->published[i],
                               .record = crosstable_record(&c->table, i) };
        s->score = tally_interval(&s->record.tally);
    }
    qsort(r->placing, c->players, sizeof *r->placing, by_elo);
    return 0;
}

int tournament_report_init(struct tournament_report *r, const struct tournament *t, struct err *err)
{
    *r = (struct tournament_report){ .t = t };
    if (ratings_init(&r->ratings, &t->games.table, t->anchor, err))
        return -1;
    if (rank_players(r, err) ||
        cycles_init(&r->cycles, &t->games.table, &r->ratings, CYCLES_SHOWN, err) ||
        published_init(&r->published, t, err) || (t->curve && fit_curve(r, err))) {
        tournament_report_release(r);
        return -1;
    }
    return 0;
}

void tournament_report_release(struct tournament_report *r)
{
    ratings_release(&r->ratings);
    free(r->placing);
    cycles_release(&r->cycles);
    published_release(&r->published);
    *r = (struct tournament_report){ 0 };
}

void tournament_report_csv_rows(FILE *out, const char *start, const struct tournament *t)
{
    const struct games *c = &t->games;

    for (uint32_t i = 0; i < c->players; i++) {
        for (uint32_t j = 0; j < c->players; j++) {
            struct wdl w = crosstable_wdl(&c->table, i, j);

            if (wdl_games(w) == 0)
                continue;
            fputs(start, out);
            text_csv(out, c->player[i].name);
            fputc(',', out);
            text_csv(out, c->player[j].name);
            fprintf(out, ",%u,%u,%u\n", w.wins, w.draws, w.losses);
        }
    }
}

int tournament_report_csv(const char *path, const struct tournament *t, struct err *err)
{
    struct replacement file;

    if (replacement_at(&file, path, err))
        return -1;
    fputs("first,second,wins,draws,losses\n", file.out);
    tournament_report_csv_rows(file.out, "", t);
    return replacement_finish(&file, err);
}

static void print_wdl(struct json *j, struct wdl w)
{
    json_integer(j, "wins", w.wins);
    json_integer(j, "draws", w.draws);
    json_integer(j, "losses", w.losses);
}

static void print_player(struct json *j, const struct tournament_report *r, const struct placing *s)
{
    struct wdl games = s->record.tally.games;

    json_begin(j, NULL, '{');
    json_string(j, "name", r->t->games.player[s->player].name);
    json_number(j, "elo", s->elo);
    json_number(j, "error", s->error);
    json_integer(j, "games", (int64_t)wdl_games(games));
    print_wdl(j, games);
    json_number(j, "score", wdl_score(games));
    json_number(j, "low", s->score.low);
    json_number(j, "high", s->score.high);
    if (!isnan(s->published))
        json_number(j, "published", s->published);
    json_end(j, '}');
}

static void print_pairs(struct json *j, const struct games *c)
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

static void print_cycles(struct json *j, const struct tournament_report *r)
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
            json_string(j, NULL, r->t->games.player[c->player[k]].name);
        json_end(j, ']');
        json_number(j, "p", c->p);
        json_number(j, "p_adjusted", c->p_adjusted);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_end(j, '}');
}

static void print_published(struct json *j, const struct tournament_report *r)
{
    const struct player *player = r->t->games.player;

    json_begin(j, "published", '{');
    json_number(j, "chi_square", r->published.chi_square);
    json_number(j, "p", r->published.p);
    json_integer(j, "within", (int64_t)r->published.within);
    json_begin(j, "cells", '[');
    for (size_t i = 0; i < r->published.n; i++) {
        const struct published_cell *cell = &r->published.cell[i];

        json_begin(j, NULL, '{');
        json_string(j, "x", player[cell->pair->x].name);
        json_string(j, "o", player[cell->pair->o].name);
        json_number(j, "games", cell->games);
        json_number(j, "score", cell->score);
        json_number(j, "published", cell->theirs);
        json_number(j, "z", cell->z);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_end(j, '}');
}

static void print_curve(struct json *j, const struct logistic_curve *curve)
{
    json_begin(j, "curve", '{');
    json_number(j, "a", curve->a);
    json_number(j, "a_error", curve->a_error);
    json_number(j, "b", curve->b);
    json_number(j, "b_error", curve->b_error);
    json_number(j, "chi_square", curve->chi_square);
    json_integer(j, "degrees", (int64_t)curve->degrees);
    json_end(j, '}');
}

static void print_players(struct json *j, const struct tournament_report *r)
{
    json_begin(j, "players", '[');
    for (uint32_t i = 0; i < r->t->games.players; i++)
        print_player(j, r, &r->placing[i]);
    json_end(j, ']');
}

void tournament_report_json(FILE *out, const struct tournament_report *r)
{
    const struct games *c = &r->t->games;
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_string(&j, "name", c->name);
    json_unsigned(&j, "seed", c->seed);
    json_integer(&j, "games", (int64_t)c->played);
    json_integer(&j, "scheduled", (int64_t)c->schedule.n);
    json_integer(&j, "openings", (int64_t)c->openings.n);
    json_interval(&j, "first_move_elo", r->ratings.first_move);
    json_integer(&j, "groups", (int64_t)r->ratings.components);
    print_players(&j, r);
    print_pairs(&j, c);
    tournament_report_forfeits(&j, c);
    print_cycles(&j, r);
    if (r->published.n)
        print_published(&j, r);
    if (r->has_curve)
        print_curve(&j, &r->curve);
    json_end(&j, '}');
    fputc('\n', out);
}

void tournament_report_forfeits(struct json *j, const struct games *games)
{
    json_begin(j, "forfeits", '[');
    for (size_t i = 0; i < games->forfeits.n; i++) {
        const struct forfeit *f = &games->forfeits.list[i];

        json_begin(j, NULL, '{');
        json_unsigned(j, "game", f->game + 1);
        json_string(j, "player", games->player[f->player].name);
        json_string(j, "why", f->why);
        json_end(j, '}');
    }
    json_end(j, ']');
}
