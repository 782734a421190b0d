#include "search/tree.h"

#include <math.h>

#include "base/clock.h"

/* Nodes between two checks of the clock: well below a millisecond. */
#define CLOCK_NODES 4096

static void set_next_check(struct tree *tree)
{
    tree->check_at = tree->node_limit;
    if ((isfinite(tree->deadline_s) || tree->stop) && tree->nodes + CLOCK_NODES < tree->check_at)
        tree->check_at = tree->nodes + CLOCK_NODES;
}

void tree_set_limits(struct tree *tree, uint64_t node_limit, double deadline_s)
{
    tree->stopped = false;
    tree->node_limit = node_limit;
    tree->deadline_s = deadline_s;
    set_next_check(tree);
}

void tree_check_limits(struct tree *tree)
{
    if (tree->nodes >= tree->node_limit)
        tree->stopped = true;
    if (isfinite(tree->deadline_s) && clock_s() >= tree->deadline_s)
        tree->stopped = true;
    if (tree->stop && atomic_load_explicit(tree->stop, memory_order_relaxed))
        tree->stopped = true;
    set_next_check(tree);
}

int tree_order_moves(const struct ply *p, uint64_t moves, struct ranked_move list[COLUMNS])
{
    int n = 0;

    for (; moves; moves &= moves - 1, n++) {
        struct ranked_move m = tree_rank_move(p, bit_index(moves));
        int at = n;

        for (; at > 0 && list[at - 1].rank < m.rank; at--)
            list[at] = list[at - 1];
        list[at] = m;
    }
    return n;
}

/* The best move of a position, or HASH_NO_MOVE. */
static int exact_move(const struct tree *tree, const struct position *pos)
{
    uint64_t key = position_key(pos->own, pos->all);
    size_t slot = exact_slot(key);
    const struct hash_entry *entry = hash_slot(tree->hash, key);

    if (tree->exact->key[slot] == key)
        return tree->exact->column[slot];
    if (hash_current(tree->hash, entry, key) && entry->bound == BOUND_EXACT)
        return entry->column;
    return HASH_NO_MOVE;
}

void tree_pv(const struct tree *tree, const struct position *root, int column, struct moves *pv)
{
    struct position pos = *root;

    pv->n = 0;
    while (column != HASH_NO_MOVE) {
        moves_push(pv, column);
        position_play(&pos, playable_cells(pos.all) & column_cells(column));
        if (position_outcome(&pos) != OUTCOME_NONE)
            break;
        column = exact_move(tree, &pos);
    }
}
