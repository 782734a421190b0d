#include "report/tournament_report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/csv.h"

#define CYCLES_SHOWN 5

/* Plies that a player looks ahead; none without a genome. */
static double depth_of(const struct player *player)
{
    return player->search->needs_genome ? player->keys.depth : 0;
}

static void add_point(struct curve_point *point, size_t *n, const struct games *c, uint32_t x,
                      uint32_t o)
{
    struct tally tally = crosstable_tally(&c->table, x, o);

    if (tally.units)
        point[(*n)++] =
            (struct curve_point){ .x = depth_of(&c->player[x]) - depth_of(&c->player[o]),
                                  .score = wdl_score(tally.games),
                                  .games = (double)wdl_games(tally.games) };
}

static int fit_curve(struct tournament_result *r, struct err *err)
{
    const struct games *c = &r->t->games;
    struct curve_point *point = calloc((size_t)c->players * c->players, sizeof *point);
    size_t n = 0;

    if (!point)
        return err_set(err, "out of memory: a curve of %u players", c->players);
    for (uint32_t x = 0; x < c->players; x++)
        for (uint32_t o = 0; o < x; o++)
            add_point(point, &n, c, x, o);
    r->has_curve = logistic_curve_fit(&r->curve, point, n, &r->no_curve) == 0;
    free(point);
    return 0;
}

static int by_elo(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;

    if (x->elo != y->elo)
        return x->elo < y->elo ? 1 : -1;
    return x->player < y->player ? -1 : 1;
}

static int rank_players(struct tournament_result *r, struct err *err)
{
    const struct games *c = &r->t->games;

    r->standing = calloc(c->players, sizeof *r->standing);
    if (!r->standing)
        return err_set(err, "out of memory: %u players", c->players);
    for (uint32_t i = 0; i < c->players; i++) {
        struct standing *s = &r->standing[i];

        *s = (struct standing){ .player = i,
                                .elo = r->ratings.elo[i],
                                .error = r->ratings.error[i],
                                .published = r->t->published[i],
                                .record = crosstable_record(&c->table, i) };
        s->score = tally_interval(&s->record.tally);
    }
    qsort(r->standing, c->players, sizeof *r->standing, by_elo);
    return 0;
}

int tournament_result_init(struct tournament_result *r, const struct tournament *t, struct err *err)
{
    *r = (struct tournament_result){ .t = t };
    if (ratings_init(&r->ratings, &t->games.table, t->anchor, err))
        return -1;
    if (rank_players(r, err) ||
        cycles_init(&r->cycles, &t->games.table, &r->ratings, CYCLES_SHOWN, err) ||
        published_init(&r->published, t, err) || (t->curve && fit_curve(r, err))) {
        tournament_result_release(r);
        return -1;
    }
    return 0;
}

void tournament_result_release(struct tournament_result *r)
{
    ratings_release(&r->ratings);
    free(r->standing);
    cycles_release(&r->cycles);
    published_release(&r->published);
    *r = (struct tournament_result){ 0 };
}

int tournament_write_csv(const char *path, const struct tournament *t, struct err *err)
{
    const struct games *c = &t->games;
    FILE *out = fopen(path, "w");
    bool failed;

    if (!out)
        return err_set(err, "%s: %s", path, strerror(errno));
    fputs("first,second,wins,draws,losses\n", out);
    for (uint32_t i = 0; i < c->players; i++) {
        for (uint32_t j = 0; j < c->players; j++) {
            struct wdl w = crosstable_wdl(&c->table, i, j);

            if (wdl_games(w) == 0)
                continue;
            csv_text(out, c->player[i].name);
            fputc(',', out);
            csv_text(out, c->player[j].name);
            fprintf(out, ",%u,%u,%u\n", w.wins, w.draws, w.losses);
        }
    }
    failed = ferror(out);
    return fclose(out) || failed ? err_set(err, "%s: %s", path, strerror(errno)) : 0;
}
