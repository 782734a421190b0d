/* The last two plies of genomes that are evaluated by their strips alone. */
#include "search/last_two.h"

/* The largest gain of all replies, if `most` is that of untouched ones; or any that is enough. */
static inline int32_t best_reply(const struct tree *tree, const struct ply *p, int bit,
                                 int32_t most, int32_t enough)
{
    uint64_t touched = tree->ev->map.near[bit] & playable_cells(p->all);

    for (; touched && most < enough; touched &= touched - 1) {
        int32_t gain = touched_gain(tree, p, bit, bit_index(touched));

        most = gain > most ? gain : most;
    }
    if (most < enough && UINT64_C(2) << bit & BOARD_CELLS) {
        int32_t gain = above_gain(tree, p, bit);

        most = gain > most ? gain : most;
    }
    return most;
}

int32_t tree_last_two(struct tree *tree, const struct ply *p, uint64_t moves, int32_t alpha,
                      int32_t beta)
{
    int32_t base = p->sum + tree->leaf_tempo, best;
    column_vector mine, reply, bound, known, key;

    /* 1. Bounds of all moves. */
    base = p->mover == SIDE_FIRST ? base : -base;
    safe_gains(&mine, p, moves);
    gains_untouched(&reply, p->gains.of[!p->mover], &p->gains, &tree->ev->map);
    known = mine != NO_GAIN;
    bound = ((base + mine - reply) & known) | (~known & NO_KEY);
    best = lanes_most(&bound);
    tree->nodes++;
    if (best <= alpha)
        return best;

    /* 2. The moves that may exceed alpha, the largest bound first. */
    make_keys(&key, &bound, alpha, &(column_vector){ 0 });
    best = alpha;
    for (;;) {
        int32_t top = lanes_most(&key), value;
        int c = key_column(top);

        if (top == NO_KEY || bound[c] <= best)
            return best;
        tree->nodes++;
        value =
            base + mine[c] - best_reply(tree, p, p->gains.bit[c], reply[c], base + mine[c] - best);
        if (value > best)
            best = value;
        if (best >= beta)
            return best;
        key[c] = NO_KEY;
    }
}
