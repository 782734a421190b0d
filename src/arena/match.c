#include "arena/match.h"

/* Pairs in a batch: enough to keep many threads busy, few enough to stop soon. */
#define BATCH 128

/* Sums over the games that were counted: of first, of other. */
struct effort {
    uint64_t nodes[2];
    uint64_t moves[2];
};

static int make_schedule(struct games *games, const struct match_input *in, struct err *err)
{
    games_clear(games);
    games->generation = in->stream;
    if (schedule_pair(&games->schedule, in->first, in->other, PAIRS_SWAPPED, in->pairs, 1, err))
        return -1;
    schedule_shift(&games->schedule, 0, in->opening, games->openings.n);
    return games_ready(games, err);
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

/* Counts the pairs up to the one that ends the test; false once it has ended. */
static bool count_pairs(struct match *m, const struct games *games, uint32_t from, uint32_t to,
                        struct effort *effort)
{
    for (uint32_t i = from; i < to; i++) {
        const struct game_result *game = &games->result[2 * (size_t)i];
        int opening = games->openings.list[games->schedule.game[2 * (size_t)i].opening].n;
        int as_first, as_second;

        if (game[0].outcome == GAME_UNPLAYED || game[1].outcome == GAME_UNPLAYED)
            break; /* a test must see pairs in order */
        as_first = 1 + game[0].outcome;
        as_second = 1 - game[1].outcome;
        m->pairing.pair[as_first][as_second]++;
        add_effort(effort, &game[0], opening, 0);
        add_effort(effort, &game[1], opening, 1);
        if (m->sequential && sprt_add(&m->sprt, as_first + as_second) != SPRT_OPEN)
            return false;
    }
    return true;
}

int match_play(struct match *match, const struct match_input *in, struct games *games,
               struct pool *pool, const struct watch *watch, struct err *err)
{
    struct effort effort = { 0 };
    bool open = true;

    if (make_schedule(games, in, err))
        return -1;
    match->finished = true;
    for (uint32_t from = 0; from < in->pairs && open && match->finished; from += BATCH) {
        uint32_t to = in->pairs - from < BATCH ? in->pairs : from + BATCH;
        size_t first = 2 * (size_t)from, end = 2 * (size_t)to;

        if (games_play(games, first, end, pool, watch, in->keeper, err))
            return -1;
        match->finished = games_done(games, first, end);
        open = count_pairs(match, games, from, to, &effort);
    }
    match->finished |= !open;
    for (int who = 0; who < 2; who++)
        if (effort.moves[who])
            match->nodes[who] = (double)effort.nodes[who] / (double)effort.moves[who];
    return 0;
}
