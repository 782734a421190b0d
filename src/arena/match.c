#include "arena/match.h"

#include <stdlib.h>
#include <string.h>

#include "arena/part.h"

/* Pairs of a batch: enough to keep many threads busy, few enough to stop soon. */
#define BATCH 128

struct batch {
    struct game game[2 * BATCH];
    struct game_result result[2 * BATCH];
};

/* Sums over the games that were counted: of first, of other. */
struct effort {
    uint64_t nodes[2];
    uint64_t moves[2];
};

static void fill_batch(struct batch *b, const struct match_input *in, uint32_t before,
                       uint32_t pairs)
{
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t opening = (uint32_t)((in->from + before + i) % in->openings->n);

        b->game[2 * i] = (struct game){ in->first, in->other, opening, before + i };
        b->game[2 * i + 1] = (struct game){ in->other, in->first, opening, before + i };
    }
}

/* The first player makes the moves of even plies. */
static void add_effort(struct effort *effort, const struct game_result *game, int opening,
                       int first)
{
    for (int side = 0; side < 2; side++) {
        int who = side == 0 ? first : !first;

        effort->nodes[who] += game->nodes[side];
        for (int ply = opening; ply < game->moves.n; ply++)
            effort->moves[who] += ply % 2 == side;
    }
}

/* Counts the pairs of a batch, up to the one that ends the test; false once it has ended. */
static bool count_batch(struct match *e, const struct match_input *in, const struct batch *b,
                        uint32_t pairs, struct effort *effort)
{
    for (uint32_t i = 0; i < pairs; i++) {
        const struct game_result *game = &b->result[2 * i];
        int opening = in->openings->list[b->game[2 * i].opening].n;
        int as_first, as_second;

        if (game[0].outcome == GAME_UNPLAYED || game[1].outcome == GAME_UNPLAYED)
            break; /* a test must see pairs in order */
        as_first = 1 + game[0].outcome;
        as_second = 1 - game[1].outcome;
        e->pairing.pair[as_first][as_second]++;
        add_effort(effort, &game[0], opening, 0);
        add_effort(effort, &game[1], opening, 1);
        if (e->sequential && sprt_add(&e->sprt, as_first + as_second) != SPRT_OPEN)
            return false;
    }
    return true;
}

/* Plays up to so many pairs into the batch. */
static bool play_batch(struct batch *b, const struct match_input *in, uint32_t before,
                       uint32_t pairs, struct pool *pool, const struct play_watch *watch)
{
    struct part part = { watch, 2 * (size_t)before, 2 * (size_t)in->pairs };
    struct play_watch inner = part_watch(&part);
    struct play_input games = { .player = in->player,
                                .openings = in->openings,
                                .game = b->game,
                                .games = 2 * (size_t)pairs,
                                .seed = in->seed,
                                .generation = in->stream,
                                .first_index = 2 * (size_t)before };

    return play_games(&games, pool, &inner, b->result) == games.games;
}

int match_play(struct match *e, const struct match_input *in, struct pool *pool,
               const struct play_watch *watch, struct err *err)
{
    struct batch *b = malloc(sizeof *b);
    struct effort effort = { 0 };
    bool open = true;

    if (!b)
        return err_set(err, "out of memory");
    e->finished = true;
    for (uint32_t before = 0; before < in->pairs && open && e->finished; before += BATCH) {
        uint32_t pairs = in->pairs - before < BATCH ? in->pairs - before : BATCH;

        fill_batch(b, in, before, pairs);
        e->finished = play_batch(b, in, before, pairs, pool, watch);
        open = count_batch(e, in, b, pairs, &effort);
    }
    e->finished |= !open;
    for (int who = 0; who < 2; who++)
        if (effort.moves[who])
            e->nodes[who] = (double)effort.nodes[who] / (double)effort.moves[who];
    free(b);
    return 0;
}
