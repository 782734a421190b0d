#include "truth/position_draw.h"

#include <stdlib.h>

#include "game/key_set.h"
#include "search/pv.h"
#include "search/worker.h"

#define TRIES          16384 /* before a draw gives up: late positions are rare */
#define GAME_DEPTH_MAX 4
#define RANDOM_MOVE    5 /* one move in this many is random */
#define LEAF_DEPTH_MIN 4
#define LEAF_DEPTH_MAX 6
#define STOP_INTERVAL  64 /* tries between two checks of the stop flag */
#define PART_SALT      UINT64_C(0x706f736974696f6e)
#define PART_BITS      4

/* Of a size that a person would pick; the draws of all saved sets depend on it. */
static const struct {
    int gene;
    double value;
} weights[] = {
    { GENE_OWN1, 2 },      { GENE_OWN2, 13 },      { GENE_OWN3, 22 },      { GENE_OPP1, 2 },
    { GENE_OPP2, 13 },     { GENE_OPP3, 22 },      { GENE_LOW_ODD1, 120 }, { GENE_LOW_EVEN1, 40 },
    { GENE_LOW_ODD2, 80 }, { GENE_LOW_EVEN2, 80 },
};

enum opening_set position_part(const struct position *pos)
{
    uint64_t sixteenth = key_mix(position_mirror_key(pos) ^ PART_SALT) >> (64 - PART_BITS);

    if (pos->plies <= TRAIN_PLIES || sixteenth > 1)
        return OPENING_TRAIN;
    return sixteenth == 0 ? OPENING_TEST : OPENING_VALIDATE;
}

bool position_fits(const struct position *pos, enum opening_set part)
{
    return position_outcome(pos) == OUTCOME_NONE && !immediate_wins(pos) &&
           position_part(pos) == part;
}

void position_draw_init(struct position_draw *draw, const struct position_recipe *recipe)
{
    struct genome genome;

    /* Draws that were made for another set, which is now to be left out, would bring nothing. */
    draw->seed = recipe->seed ^ recipe->without;
    draw->from = recipe->from;
    draw->game = NULL;
    draw->games = 0;
    draw->part = recipe->part;
    genome_init(&genome);
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        genome.gene[weights[i].gene] = weights[i].value;
    evaluator_compile(&draw->ev, &genome);
    genome_release(&genome);
}

/* What a draw works with. */
struct drawing {
    const struct position_draw *draw;
    struct worker *worker;
    struct rng *rng;
};

static uint64_t random_move(const struct position *pos, struct rng *rng)
{
    uint64_t moves = playable_cells(pos->all);

    for (unsigned long skip = rng_below(rng, (unsigned long)bit_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return moves & -moves;
}

static uint64_t searched_move(const struct drawing *d, const struct position *pos, int depth)
{
    struct search_keys keys = { .depth = depth, .ties = TIES_RANDOM, .view = VIEW_ROOT };
    struct search_input in = { .keys = &keys, .ev = &d->draw->ev, .pos = pos };
    struct choice choice;

    choose_alphabeta(&in, d->worker, d->rng, &choice);
    return playable_cells(pos->all) & column_cells(choice.column);
}

/* The position of a random game; false if it is over before. */
static bool play_randomly(const struct drawing *d, int plies, struct position *pos)
{
    *pos = (struct position){ 0 };
    while (pos->plies < plies) {
        position_play(pos, random_move(pos, d->rng));
        if (has_four(pos->own ^ pos->all))
            return false;
    }
    return true;
}

/* The same for two noisy players, each with a depth of its own. */
static bool play_noisily(const struct drawing *d, int plies, struct position *pos)
{
    int depth[2];

    for (int side = 0; side < 2; side++)
        depth[side] = 1 + (int)rng_below(d->rng, GAME_DEPTH_MAX);
    *pos = (struct position){ 0 };
    while (pos->plies < plies) {
        bool random = rng_below(d->rng, RANDOM_MOVE) == 0;

        position_play(pos, random ? random_move(pos, d->rng)
                                  : searched_move(d, pos, depth[pos->plies % 2]));
        if (has_four(pos->own ^ pos->all))
            return false;
    }
    return true;
}

/* The end of a pv that begins at a random or a noisy position. */
static bool find_leaf(const struct drawing *d, int plies, bool noisy, struct position *pos)
{
    int wanted = LEAF_DEPTH_MIN + (int)rng_below(d->rng, LEAF_DEPTH_MAX - LEAF_DEPTH_MIN + 1);
    struct search_keys keys = { .depth = wanted < plies ? wanted : plies,
                                .ties = TIES_CENTER,
                                .view = VIEW_ROOT };
    struct search_input in = { .keys = &keys, .ev = &d->draw->ev, .pos = pos };
    struct choice choice;
    struct moves pv;

    if (!(noisy ? play_noisily : play_randomly)(d, plies - keys.depth, pos) || immediate_wins(pos))
        return false;
    choose_alphabeta(&in, d->worker, d->rng, &choice);
    pv_find(search_find("alphabeta"), &in, &choice, d->worker, &pv);
    for (int i = 0; i < pv.n; i++)
        position_play(pos, playable_cells(pos->all) & column_cells(pv.column[i]));
    return pos->plies == plies;
}

/* A position near one of the games, which must be long enough. */
static bool follow_game(const struct drawing *d, int plies, struct position *pos)
{
    struct moves moves = d->draw->game[rng_below(d->rng, d->draw->games)];
    int apart = (int)rng_below(d->rng, PGN_PLIES + 1);

    if (apart > plies || moves.n < plies - apart)
        return false;
    moves.n = (unsigned char)(plies - apart);
    *pos = moves_position(&moves);
    for (; apart > 0 && position_outcome(pos) == OUTCOME_NONE; apart--)
        position_play(pos, rng_below(d->rng, 2)
                               ? random_move(pos, d->rng)
                               : searched_move(d, pos, 1 + (int)rng_below(d->rng, GAME_DEPTH_MAX)));
    return pos->plies == plies;
}

/* One try; it may fail. */
static bool draw_once(const struct drawing *d, const struct position_place *place,
                      struct position *pos)
{
    static const enum position_source mix[] = { SOURCE_RANDOM, SOURCE_GAMES, SOURCE_LEAVES,
                                                SOURCE_LEAVES };
    enum position_source from = d->draw->from;

    switch (from == SOURCE_MIX ? mix[place->index % 4] : from) {
    case SOURCE_RANDOM:
        return play_randomly(d, place->plies, pos);
    case SOURCE_GAMES:
        return play_noisily(d, place->plies, pos);
    case SOURCE_PGN:
        return follow_game(d, place->plies, pos);
    default:
        return find_leaf(d, place->plies, place->index % 2, pos);
    }
}

static bool fill(const struct pool_item *item)
{
    const struct position_draw *draw = item->context;
    const struct position_place *place = item->data;
    struct worker *worker = item->worker;
    uint64_t *key = item->slot;
    struct rng rng;
    struct drawing d = { draw, worker, &rng };
    struct position pos;

    *key = 0;
    rng_open(&rng, (struct stream){ draw->seed, place->block, STREAM_POSITIONS, place->index });
    for (int i = 0; i < TRIES && *key == 0; i++) {
        if (i % STOP_INTERVAL == 0 && worker_stopped(worker))
            return false;
        if (draw_once(&d, place, &pos) && position_fits(&pos, draw->part))
            *key = position_mirror_key(&pos);
    }
    return !worker_stopped(worker);
}

static void pack(const void *context, struct bytes *out)
{
    const struct position_draw *draw = context;

    bytes_put(out, draw, sizeof *draw);
    bytes_put(out, draw->game, draw->games * sizeof *draw->game);
}

/* A draw in another process, with the games that it borrows. */
struct unpacked {
    struct position_draw draw;
    struct moves game[];
};

static int unpack(void **context, struct bytes_reader *in, struct err *err)
{
    struct position_draw head = { 0 };
    struct unpacked *u;

    reader_take(in, &head, sizeof head);
    head.games = reader_bound(in, head.games, sizeof *u->game);
    u = malloc(sizeof *u + head.games * sizeof *u->game);
    if (!u)
        return err_shortage(err, "is out of memory");
    u->draw = head;
    u->draw.game = u->game;
    reader_take(in, u->game, head.games * sizeof *u->game);
    *context = u;
    return 0;
}

const struct pool_kind position_draw_kind = {
    .name = "draw positions",
    .item_size = sizeof(struct position_place),
    .slot_size = sizeof(uint64_t),
    .fill = fill,
    .pack = pack,
    .unpack = unpack,
    .release = free,
};
