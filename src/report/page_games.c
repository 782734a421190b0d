/* A few games of the champion that are worth looking at. */
#include "report/page_arena.h"

#include <stdlib.h>

#include "evolve/generation.h"
#include "report/page_game.h"

/* A game of the champion. */
struct candidate {
    const struct game_result *result;
    const struct page_rival *other;
    bool first;  /* the champion began */
    int outcome; /* for the champion */
};

/* Which of two games fits better; a row for each kind of game. Ties go to the earlier one. */
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
    { "Best win: against the strongest that it beat", GAME_WON, stronger },
    { "Worst loss: against the weakest that beat it", GAME_LOST, weaker },
    { "The longest game", ANY_OUTCOME, longer },
    { "The quickest win", GAME_WON, shorter },
    { "The quickest loss", GAME_LOST, shorter },
    { "A draw with the strongest", GAME_DRAWN, stronger },
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

        if ((p->a != s->champion && p->b != s->champion) || *game >= p->games)
            continue;
        c->result = &p->result[*game];
        c->other = find_rival(a, p->a == s->champion ? p->b : p->a);
        c->first = (p->a == s->champion) == (*game % 2 == 0);
        c->outcome = c->first ? c->result->outcome : -c->result->outcome;
        ++*game;
        return true;
    }
    return false;
}

/* The best game of a kind that is not taken yet. */
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
                         const struct candidate *c, const char *why, struct worker *worker,
                         struct err *err)
{
    const struct page_rival *champion = find_rival(a, s->champion);
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
        page_put_game(j, &game, worker);
    for (int i = 0; i < 2; i++) {
        page_want(s, side[i]->id);
        player_release(&player[i]);
    }
    return status;
}

int page_games(struct json *j, const struct page_source *s, const struct page_arena *a,
               struct err *err)
{
    struct candidate taken[KINDS];
    struct worker worker;
    size_t n = 0;
    int status = 0;

    if (worker_init(&worker, err))
        return -1;
    json_begin(j, "games", '[');
    for (int i = 0; i < KINDS && status == 0; i++) {
        if (!pick(s, a, &kinds[i], taken, n, &taken[n]))
            continue;
        status = put_candidate(j, s, a, &taken[n++], kinds[i].why, &worker, err);
    }
    json_end(j, ']');
    worker_release(&worker);
    return status;
}
