/* Games that are worth a look, with what both sides thought of them. */
#include "report/page_data.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/generation.h"

#define UNTIMED_DEPTH 8

/* A game, and why it is shown. */
struct page_game {
    const char *why;
    const struct player *player[2];
    uint32_t id[2]; /* of genomes; 0 for a player without one */
    struct game_result result;
    int opening; /* plies that the players did not choose */
};

/* The value for the first player: a number, or a word for a proven result. */
static void put_value(struct json *j, int32_t value)
{
    if (value > EVAL_LIMIT)
        json_string(j, NULL, "win");
    else if (value < -EVAL_LIMIT)
        json_string(j, NULL, "loss");
    else
        page_number(j, NULL, (double)value / EVAL_UNITS);
}

/* How one player evaluates each position of the game after the opening. A player without a
 * genome has no evaluation; a time limit is replaced by a depth, so that pages are reproducible. */
static void put_thoughts(struct json *j, const struct page_game *game, const struct player *player,
                         struct page_desk *desk)
{
    struct player thinker = *player;
    struct moves line = { 0 };

    if (thinker.keys.seconds > 0) {
        thinker.keys.seconds = 0;
        thinker.keys.depth = UNTIMED_DEPTH;
    }
    json_begin(j, NULL, '[');
    for (int ply = 0; ply < game->result.moves.n && player->has_genome; ply++) {
        struct position pos = moves_position(&line);
        struct choice choice;

        if (ply >= game->opening) {
            player_move(&thinker, &pos, &desk->worker, (struct stream){ .purpose = STREAM_MOVE },
                        &choice);
            put_value(j, ply % 2 ? -choice.value : choice.value);
        }
        moves_push(&line, game->result.moves.column[ply]);
    }
    json_end(j, ']');
}

static void put_game(struct json *j, const struct page_game *game, struct page_desk *desk)
{
    char moves[MOVES_TEXT_SIZE];

    json_begin(j, NULL, '{');
    json_string(j, "why", game->why);
    json_begin(j, "players", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '{');
        json_string(j, "name", game->player[i]->name);
        if (game->id[i])
            json_integer(j, "id", game->id[i]);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_integer(j, "outcome", game->result.outcome);
    json_string(j, "moves", moves_format(&game->result.moves, moves));
    json_integer(j, "opening", game->opening);
    json_begin(j, "values", '[');
    for (int i = 0; i < 2; i++)
        put_thoughts(j, game, game->player[i], desk);
    json_end(j, ']');
    page_analysis(j, &game->result.moves, game->opening, desk);
    json_end(j, '}');
}

/* A game of the champion of the last generation. */
struct candidate {
    const struct game_result *result;
    const struct page_rival *other;
    bool first;  /* the champion began */
    int outcome; /* for the champion */
};

/* Which of two games fits a kind better. Ties go to the earlier one. */
static bool stronger(const struct candidate *x, const struct candidate *y)
{
    return x->other->elo > y->other->elo;
}

static bool weaker(const struct candidate *x, const struct candidate *y)
{
    return x->other->elo < y->other->elo;
}

static bool longer(const struct candidate *x, const struct candidate *y)
{
    return x->result->moves.n > y->result->moves.n;
}

static bool shorter(const struct candidate *x, const struct candidate *y)
{
    return x->result->moves.n < y->result->moves.n;
}

#define ANY_OUTCOME 2

static const struct kind {
    const char *why;
    int outcome;
    bool (*better)(const struct candidate *x, const struct candidate *y);
} kinds[] = {
    { "The best win: against the strongest player it beat", GAME_WON, stronger },
    { "The worst loss: against the weakest player that beat it", GAME_LOST, weaker },
    { "The longest game", ANY_OUTCOME, longer },
    { "The quickest win", GAME_WON, shorter },
    { "The quickest loss", GAME_LOST, shorter },
    { "A draw against the strongest", GAME_DRAWN, stronger },
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct page_rival *find_rival(const struct page_arena *a, uint32_t id)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->rival[i].id == id)
            return &a->rival[i];
    return NULL;
}

static bool next_candidate(const struct page_source *s, const struct page_arena *a, size_t *pairing,
                           uint32_t *game, struct candidate *c)
{
    for (; *pairing < a->pairings; ++*pairing, *game = 0) {
        const struct journal_pairing *p = &a->pairing[*pairing];

        if ((p->a != s->holder && p->b != s->holder) || *game >= p->games)
            continue;
        c->result = &p->result[*game];
        c->other = find_rival(a, p->a == s->holder ? p->b : p->a);
        c->first = (p->a == s->holder) == (*game % 2 == 0);
        c->outcome = c->first ? c->result->outcome : -c->result->outcome;
        ++*game;
        return true;
    }
    return false;
}

/* The best game of a kind, among those not taken yet. */
static bool pick(const struct page_source *s, const struct page_arena *a, const struct kind *kind,
                 const struct candidate *taken, size_t n, struct candidate *best)
{
    struct candidate c;
    size_t pairing = 0;
    uint32_t game = 0;
    bool found = false;

    while (next_candidate(s, a, &pairing, &game, &c)) {
        bool fits = c.result->outcome != GAME_UNPLAYED &&
                    (kind->outcome == ANY_OUTCOME || c.outcome == kind->outcome);

        for (size_t i = 0; i < n; i++)
            fits &= taken[i].result != c.result;
        if (!fits || (found && !kind->better(&c, best)))
            continue;
        *best = c;
        found = true;
    }
    return found;
}

static int put_candidate(struct json *j, const struct page_source *s, const struct page_arena *a,
                         const struct candidate *c, const char *why, struct page_desk *desk,
                         struct err *err)
{
    const struct page_rival *champion = find_rival(a, s->holder);
    const struct page_rival *side[2] = { c->first ? champion : c->other,
                                         c->first ? c->other : champion };
    struct player player[2] = { { 0 }, { 0 } };
    struct page_game game = { .why = why,
                              .player = { &player[0], &player[1] },
                              .id = { side[0]->id, side[1]->id },
                              .result = *c->result,
                              .opening = s->config->plies };
    int status = 0;

    for (int i = 0; i < 2 && status == 0; i++)
        status = generation_player(&player[i], s->config, &a->who[side[i]->index], err);
    if (status == 0)
        put_game(j, &game, desk);
    for (int i = 0; i < 2; i++) {
        page_want(s, side[i]->id);
        player_release(&player[i]);
    }
    return status;
}

/* One game of each kind, if there is one. */
static int put_candidates(struct json *j, const struct page_source *s, struct page_desk *desk,
                          struct err *err)
{
    struct candidate taken[KINDS];
    size_t n = 0;
    int status = 0;

    for (int i = 0; i < KINDS && status == 0; i++) {
        if (!pick(s, &s->arena, &kinds[i], taken, n, &taken[n]))
            continue;
        status = put_candidate(j, s, &s->arena, &taken[n++], kinds[i].why, desk, err);
    }
    return status;
}

/* A game, and the overall scores of its two players. */
struct scored_game {
    const struct game_result *result;
    double first, second;
};

/* How well a game fits a kind; negative if it does not. */
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

static const struct pick_kind {
    const char *why;
    double (*fit)(const struct scored_game *g);
} pick_kinds[PAGE_PICKS] = {
    { "The greatest surprise: the player with the lower score wins", surprise },
    { "Between the best players", strength },
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

/* Was it played to its end, and not chosen yet? */
static bool is_free(const struct games *c, size_t i, const struct page_pick *pick, size_t n)
{
    if (c->result[i].outcome == GAME_UNPLAYED || forfeits_find(&c->forfeits, i))
        return false;
    for (size_t k = 0; k < n; k++)
        if (same_game(&pick[k], &c->schedule.game[i], &c->result[i]))
            return false;
    return true;
}

/* Stores the game that fits best in pick[n]; those before it are already chosen. */
static bool choose(const struct games *c, const struct pick_kind *kind, const double *score,
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
        n += choose(c, &pick_kinds[k], score, pick, n);
    free(score);
    return n;
}

static void put_picks(struct json *j, const struct page_result *r, struct page_desk *desk)
{
    for (size_t i = 0; i < r->picks; i++) {
        const struct page_pick *p = &r->pick[i];
        struct page_game game = { .why = p->why,
                                  .player = { &r->player[p->first], &r->player[p->second] },
                                  .result = p->result,
                                  .opening = p->opening };

        put_game(j, &game, desk);
    }
}

int page_games(struct json *j, const struct page_source *s, struct err *err)
{
    struct page_desk desk;
    int status = 0;

    if (s->run && s->closed == 0)
        return 0;
    if (page_desk_init(&desk, err))
        return -1;
    json_begin(j, "games", '[');
    if (s->result && s->result->analysed)
        page_analysed_games(j, s->result);
    else if (s->result)
        put_picks(j, s->result, &desk);
    else
        status = put_candidates(j, s, &desk, err);
    json_end(j, ']');
    page_desk_release(&desk);
    return status;
}
