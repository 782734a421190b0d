#include "report/page_result.h"

#include <stdlib.h>
#include <string.h>

#include "report/page_data.h"
#include "report/page_game.h"

/* What choosing among games takes: a game, and the scores of both in the whole games. */
struct scored_game {
    const struct game_result *result;
    double first, second;
};

/* How well a game fits; below 0 not at all. */
static double surprise(const struct scored_game *g)
{
    if (g->result->outcome == GAME_DRAWN)
        return -1;
    return g->result->outcome == GAME_WON ? g->second - g->first : g->first - g->second;
}

static double strength(const struct scored_game *g)
{
    return g->first < g->second ? g->first : g->second;
}

static double length(const struct scored_game *g)
{
    return g->result->moves.n;
}

static double quickness(const struct scored_game *g)
{
    return g->result->outcome == GAME_DRAWN ? -1 : CELLS - g->result->moves.n;
}

static const struct kind {
    const char *why;
    double (*fit)(const struct scored_game *g);
} kinds[PAGE_PICKS] = {
    { "The greatest surprise: the weaker one by score wins", surprise },
    { "Between two of the best", strength },
    { "The longest game", length },
    { "The quickest win", quickness },
};

static bool same_game(const struct page_pick *pick, const struct game *game,
                      const struct game_result *result)
{
    return pick->first == game->first && pick->second == game->second &&
           pick->result.moves.n == result->moves.n &&
           memcmp(pick->result.moves.column, result->moves.column, result->moves.n) == 0;
}

/* Was it played to its end, and is it none of those chosen already? */
static bool is_free(const struct games *c, size_t i, const struct page_pick *pick, size_t n)
{
    if (c->result[i].outcome == GAME_UNPLAYED || forfeits_find(&c->forfeits, i))
        return false;
    for (size_t k = 0; k < n; k++)
        if (same_game(&pick[k], &c->schedule.game[i], &c->result[i]))
            return false;
    return true;
}

/* The game that fits best; those that are chosen already stand before `pick[n]`. */
static bool choose(const struct games *c, const struct kind *kind, const double *score,
                   struct page_pick *pick, size_t n)
{
    double best = 0;
    bool found = false;

    for (size_t i = 0; i < c->schedule.n; i++) {
        const struct game *game = &c->schedule.game[i];
        struct scored_game g = { &c->result[i], score[game->first], score[game->second] };
        double fit = is_free(c, i, pick, n) ? kind->fit(&g) : -1;

        if (fit < 0 || (found && fit <= best))
            continue;
        best = fit;
        found = true;
        pick[n] = (struct page_pick){ kind->why, game->first, game->second, *g.result,
                                      c->openings.list[game->opening].n };
    }
    return found;
}

size_t page_pick_games(const struct games *c, struct page_pick pick[PAGE_PICKS])
{
    double *score = calloc(c->players, sizeof *score);
    size_t n = 0;

    for (uint32_t i = 0; i < c->players && score; i++)
        score[i] = wdl_score(crosstable_record(&c->table, i).tally.games);
    for (int k = 0; k < PAGE_PICKS && score; k++)
        n += choose(c, &kinds[k], score, pick, n);
    free(score);
    return n;
}

static int put_games(struct json *j, const struct page_result *r, struct err *err)
{
    struct worker worker;

    if (worker_init(&worker, err))
        return -1;
    json_begin(j, "games", '[');
    for (size_t i = 0; i < r->picks; i++) {
        const struct page_pick *p = &r->pick[i];
        struct page_game game = { .why = p->why,
                                  .player = { &r->player[p->first], &r->player[p->second] },
                                  .result = p->result,
                                  .opening = p->opening };

        page_put_game(j, &game, &worker);
    }
    json_end(j, ']');
    worker_release(&worker);
    return 0;
}

static int print_result(FILE *out, const void *context, struct err *err)
{
    const struct page_result *r = context;
    struct json j = { .out = out };

    json_begin(&j, NULL, '{');
    json_string(&j, "kind", r->kind);
    json_begin(&j, "making", '{');
    json_string(&j, "name", r->name);
    page_put_seed(&j, r->seed);
    json_string(&j, "command", r->command);
    json_string(&j, "version", C4E_VERSION);
    json_bool(&j, "over", true);
    if (r->config)
        json_string(&j, "config", r->config);
    json_end(&j, '}');
    json_begin(&j, "results", '['); /* of one, which is printed as it is elsewhere */
    r->print(out, r->context);
    json_end(&j, ']');
    if (put_games(&j, r, err))
        return -1;
    json_end(&j, '}');
    return 0;
}

int page_save_result(const char *path, const struct page_result *result, struct err *err)
{
    struct page_content content = { result->name, print_result, result };

    return page_save(path, &content, err);
}
