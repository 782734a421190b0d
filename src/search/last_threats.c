/*
 * The last two plies of genomes with threat genes.
 *
 * Most moves are quiet: they make no threat, block none, and make no threatened cell playable.
 * Then the threats of the node are worth the same at the leaf. So quiet moves are bounded as in
 * last_two.c by their quiet replies. The others need the threats of their own leaves.
 */
#include "search/last_two.h"

typedef uint64_t direction_vector __attribute__((vector_size(4 * sizeof(uint64_t))));

/* The empty cells where one more of these discs would make a threat: those of lines with two of
 * them and two empty cells. */
static inline uint64_t threat_makers(uint64_t discs, uint64_t all)
{
    const direction_vector step = { 1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1 };
    uint64_t empty = all ^ BOARD_CELLS;
    direction_vector d = { discs, discs, discs, discs }, e = { empty, empty, empty, empty };
    direction_vector u1 = d << step, u2 = u1 << step, u3 = u2 << step;
    direction_vector v1 = d >> step, v2 = v1 >> step, v3 = v2 >> step;
    direction_vector f1 = e << step, f2 = f1 << step, f3 = f2 << step;
    direction_vector g1 = e >> step, g2 = g1 >> step, g3 = g2 >> step;
    direction_vector makers = (u1 & u2 & (f3 | g1)) | (u1 & v1 & (f2 | g2)) | (v1 & v2 & (g3 | f1));

    makers |= (u1 & f2 & u3) | (v1 & g2 & v3);
    makers |= (f1 & u2 & (u3 | v1)) | (g1 & v2 & (v3 | u1));
    return (makers[0] | makers[1] | makers[2] | makers[3]) & empty;
}

/* What does not change from leaf to leaf. */
struct last {
    const struct tree *tree;
    const struct ply *p;
    uint64_t playable;
    uint64_t makers; /* of the side that replies */
    int32_t base;
};

/* A move, and what it leaves to the replies. */
struct answered {
    int bit;
    uint64_t all, playable;
    uint64_t own, other; /* threats of the side that moved, of the other one */
    uint64_t noisy;      /* replies that change them */
    int32_t rest;        /* what threats are worth after quiet replies, for the side that moved */
};

static inline int32_t threat_value(const struct last *l, uint64_t own, uint64_t other,
                                   uint64_t playable)
{
    enum side mover = l->p->mover;

    return mover == SIDE_FIRST ? evaluator_threat_cells(l->tree->ev, own, other, playable, mover)
                               : -evaluator_threat_cells(l->tree->ev, other, own, playable, mover);
}

/* The cells where a disc would block a threat, or make a threatened cell playable. */
static inline uint64_t disturbing(uint64_t threats)
{
    return threats | threats >> 1;
}

static inline void answer(struct answered *a, const struct last *l, int bit, bool quiet,
                          int32_t rest)
{
    const struct ply *p = l->p;
    uint64_t cell = UINT64_C(1) << bit;

    a->bit = bit;
    a->all = p->all | cell;
    a->playable = playable_cells(a->all);
    a->own = quiet ? p->own_wins : winning_cells(p->own | cell, a->all);
    a->other = p->other_wins & ~cell;
    a->noisy = a->playable & (l->makers | disturbing(a->own | a->other));
    a->rest = quiet ? rest : threat_value(l, a->own, a->other, a->playable);
}

/* What threats are worth after a reply. */
static inline int32_t rest_after(const struct last *l, const struct answered *a, uint64_t reply)
{
    uint64_t all = a->all | reply;

    if (!(a->noisy & reply))
        return a->rest;
    return threat_value(l, a->own & ~reply,
                        l->makers & reply ? winning_cells((l->p->own ^ l->p->all) | reply, all)
                                          : a->other & ~reply,
                        playable_cells(all));
}

/* The least value of all replies, of which those untouched and quiet leave `least`; or any that is
 * not more than `enough`. */
static inline int32_t worst_reply(const struct last *l, const struct answered *a, int32_t mine,
                                  int32_t least, int32_t enough)
{
    uint64_t near = l->tree->ev->map.near[a->bit], above = UINT64_C(2) << a->bit;
    uint64_t replies = a->playable & (near | a->noisy | above);

    for (; replies && least > enough; replies &= replies - 1) {
        uint64_t cell = replies & -replies;
        int reply = bit_index(cell);
        int32_t gain = cell == above ? above_gain(l->tree, l->p, a->bit)
                       : cell & near ? touched_gain(l->tree, l->p, a->bit, reply)
                                     : l->p->gains.of[!l->p->mover][reply / COLUMN_BITS];
        int32_t value = l->base + mine - gain + rest_after(l, a, cell);

        least = value < least ? value : least;
    }
    return least;
}

/* The largest gain of the replies that are quiet and do not share a line with the move. */
static inline int32_t quiet_reply(const struct last *l, const struct answered *a)
{
    const struct gains *gains = &l->p->gains;
    row_vector row, touched;
    column_vector theirs, without;

    memcpy(&theirs, gains->of[!l->p->mover], sizeof theirs);
    memcpy(&row, gains->row, sizeof row);
    memcpy(&touched, l->tree->ev->map.touched[a->bit], sizeof touched);
    spread_columns(&without, a->noisy);
    without |= __builtin_convertvector(touched & row, column_vector) != 0;
    theirs = (theirs & ~without) | (without & NO_GAIN);
    return lanes_most(&theirs);
}

int32_t tree_last_threats(struct tree *tree, const struct ply *p, uint64_t moves, int32_t alpha,
                          int32_t beta)
{
    struct last l = { .tree = tree,
                      .p = p,
                      .playable = playable_cells(p->all),
                      .makers = threat_makers(p->own ^ p->all, p->all),
                      .base = p->sum + tree->leaf_tempo };
    uint64_t noisy = threat_makers(p->own, p->all) | disturbing(p->own_wins | p->other_wins);
    int32_t rest = threat_value(&l, p->own_wins, p->other_wins, l.playable), best = alpha;
    column_vector mine, theirs, reply, bound, known, key;

    l.base = p->mover == SIDE_FIRST ? l.base : -l.base;

    /* 1. Bounds of all quiet moves; the others are not known yet, and counted as quiet. */
    safe_gains(&mine, p, moves);
    spread_columns(&known, l.playable & (l.makers | disturbing(p->own_wins | p->other_wins)));
    memcpy(&theirs, p->gains.of[!p->mover], sizeof theirs);
    theirs = (theirs & ~known) | (known & NO_GAIN);
    gains_untouched(&reply, (const int32_t *)&theirs, &p->gains, &tree->ev->map);
    known = mine != NO_GAIN;
    bound = ((l.base + rest + mine - reply) & known) | (~known & NO_KEY);
    tree->nodes++;
    spread_columns(&known, l.playable & noisy & moves);
    make_keys(&key, &bound, alpha, &known);

    /* 2. The moves that may exceed alpha, the largest bound first. */
    for (;;) {
        int32_t top = lanes_most(&key), value;
        int c = key_column(top);
        struct answered a;
        bool quiet;

        if (top == NO_KEY)
            return best;
        key[c] = NO_KEY;
        quiet = !(noisy >> p->gains.bit[c] & 1);
        if (quiet && bound[c] <= best)
            continue;
        tree->nodes++;
        answer(&a, &l, p->gains.bit[c], quiet, rest);
        value = quiet ? bound[c] : l.base + mine[c] + a.rest - quiet_reply(&l, &a);
        value = worst_reply(&l, &a, mine[c], value, best);
        if (value > best)
            best = value;
        if (best >= beta)
            return best;
    }
}
