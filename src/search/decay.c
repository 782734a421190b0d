/*
 * decay - alpha-beta under win=decay, where every level returns 0.95 of its
 * best value, cut to an integer.
 *
 * A far win can be worth less than an evaluation, so none of the short cuts
 * for wins and losses hold; but the cut is monotone, so windows can be carried
 * through it and back.
 */
#include "search/tree.h"

/* 0.95 x, cut toward zero, and the largest x that it takes to `value` or below. */
static int32_t decay(int32_t x)
{
    return x * 19 / 20;
}

static int32_t decay_inverse(int32_t value)
{
    int64_t scaled = 20 * (int64_t)value;

    if (value >= INFINITE || value <= -INFINITE)
        return value;
    if (value >= 0)
        return (int32_t)((scaled + 20 + 18) / 19 - 1);
    return (int32_t)(-((-scaled + 18) / 19));
}

/* Exact inside the window, a bound outside it. */
static int32_t decay_node(struct tree *tree, const struct ply *p, int32_t alpha, int32_t beta)
{
    uint64_t key = position_key(p->own, p->all);
    struct hash_entry *entry = hash_slot(tree->hash, key);
    int32_t low = decay_inverse(alpha), high = decay_inverse(beta - 1) + 1;
    int32_t best = -INFINITE, value, old_low = low;
    struct ranked_move list[COLUMNS];
    int n;

    if (!tree_enter(tree))
        return 0;
    if (p->depth > 1 && hash_current(tree->hash, entry, key) &&
        (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->value >= beta) ||
         (entry->bound == BOUND_UPPER && entry->value <= alpha)))
        return entry->value;
    n = tree_order_moves(tree, p, playable_cells(p->all), list);
    for (int i = 0; i < n && best < high; i++) {
        value = decay_move(tree, p, move_cell(list[i]), low, high);
        if (value > best)
            best = value;
        if (best > low)
            low = best;
    }
    value = decay(best);
    if (p->depth > 1 && !tree->stopped)
        hash_store(tree->hash, entry, key, value,
                   best >= high     ? BOUND_LOWER
                   : best > old_low ? BOUND_EXACT
                                    : BOUND_UPPER,
                   HASH_NO_MOVE);
    return value;
}

int32_t decay_move(struct tree *tree, const struct ply *p, uint64_t cell, int32_t alpha,
                   int32_t beta)
{
    uint64_t own = p->own | cell, all = p->all | cell;
    int32_t delta = evaluator_delta(tree->ev, &tree->index, bit_index(cell), p->who);
    struct ply next = { .own = own ^ all,
                        .all = all,
                        .plies = p->plies + 1,
                        .depth = p->depth - 1,
                        .who = !p->who,
                        .sum = p->sum + delta };
    int32_t value;

    if (has_four(own))
        return DECAY_WIN;
    if (all == BOARD_CELLS)
        return 0;
    if (p->depth == 1)
        return tree_leaf(tree, p, cell) / EVAL_UNITS;
    strip_index_add(&tree->index, tree->ev, bit_index(cell), p->who);
    value = -decay_node(tree, &next, -beta, -alpha);
    strip_index_remove(&tree->index, tree->ev, bit_index(cell), p->who);
    return value;
}
