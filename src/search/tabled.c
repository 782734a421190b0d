/*
 * tabled - alpha-beta's leaves and order of moves for genomes with tables.
 *
 * The lanes of the strips are kept up to date along the search, like their sum for other
 * genomes, in tree->lanes by ply. A leaf adds four changed entries and those of the threats.
 */
#include "search/last_two.h"

void tree_begin_tables(struct tree *tree, const struct ply *root, enum side leaf_mover)
{
    tree->leaf_mover = leaf_mover;
    tree->set = &tree->ev->tables->set[leaf_mover];
    tree->lanes[root->plies] = table_strip_lanes(tree->set, &root->index);
}

/* The lanes of the strips after a move. */
static inline struct lanes lanes_after(const struct tree *tree, const struct ply *p, int bit)
{
    const struct cell_strips *cell = &tree->ev->map.cell[bit];
    struct lanes lanes = tree->lanes[p->plies];

    for (int i = 0; i < 4; i++) {
        const struct lanes *old = &tree->set->strip[p->index.at[cell->strip[i]]];

        lanes_change(&lanes, old, old + cell->step[p->mover][i]);
    }
    return lanes;
}

void tree_move_tables(struct tree *tree, const struct ply *p, int bit)
{
    tree->lanes[p->plies + 1] = lanes_after(tree, p, bit);
}

/* The sum of the genes' strips changes by this; most genomes with tables have none. */
static inline int32_t gene_delta(const struct tree *tree, const struct ply *p, int bit)
{
    return tree->ev->has_strips ? evaluator_delta(tree->ev, &p->index, tree->viewer, bit, p->mover)
                                : 0;
}

int32_t tree_sum_tabled(const struct tree *tree, const struct ply *p, int bit)
{
    return p->sum + gene_delta(tree, p, bit);
}

/* A leaf: the discs after its last move, and the cells where the side that made it would win, and
 * where the other side would. */
struct leaf {
    uint64_t all, own, other;
};

/* What the tables say of the leaf after a move, for the side that makes it. */
static inline int32_t table_value(const struct tree *tree, const struct ply *p, int bit,
                                  const struct leaf *leaf)
{
    struct lanes lanes;
    int32_t value;
    int sure = table_sure(leaf->other, leaf->own, leaf->all);

    if (sure)
        return -sure * tree->ev->sure;
    lanes = lanes_after(tree, p, bit);
    table_add_threats(&lanes, tree->ev->tables, tree->leaf_mover,
                      p->mover == SIDE_FIRST ? leaf->own : leaf->other,
                      p->mover == SIDE_FIRST ? leaf->other : leaf->own, leaf->all);
    value = evaluator_weigh_lanes(tree->ev, tree->leaf_mover, &lanes);
    return p->mover == SIDE_FIRST ? value : -value;
}

/* What the genes say of it. */
static inline int32_t gene_value(const struct tree *tree, const struct ply *p, int bit,
                                 const struct leaf *leaf)
{
    int32_t value = p->sum + tree->leaf_tempo + gene_delta(tree, p, bit);
    uint64_t first = p->mover == SIDE_FIRST ? p->own | (leaf->all & ~p->all) : p->own ^ p->all;

    if (tree->ev->has_rules)
        value += evaluator_threats(tree->ev, first, leaf->all);
    else if (tree->ev->has_threats)
        value += evaluator_threat_cells(tree->ev, p->mover == SIDE_FIRST ? leaf->own : leaf->other,
                                        p->mover == SIDE_FIRST ? leaf->other : leaf->own,
                                        playable_cells(leaf->all), tree->leaf_mover);
    if (tree->ev->custom.value)
        value += evaluator_custom(tree->ev, first, leaf->all, tree->viewer);
    return p->mover == SIDE_FIRST ? value : -value;
}

/* `others` are the cells where the other side would win before the move. */
static inline int32_t leaf_after(struct tree *tree, const struct ply *p, uint64_t cell,
                                 uint64_t others)
{
    uint64_t all = p->all | cell;
    struct leaf leaf = { .all = all,
                         .own = winning_cells(p->own | cell, all),
                         .other = others & ~cell };
    int bit = bit_index(cell);

    tree->nodes++;
    return gene_value(tree, p, bit, &leaf) + table_value(tree, p, bit, &leaf);
}

int32_t tree_leaf_tabled(struct tree *tree, const struct ply *p, uint64_t cell)
{
    return leaf_after(tree, p, cell, winning_cells(p->own ^ p->all, p->all));
}

int32_t tree_frontier_tabled(struct tree *tree, const struct ply *p, int32_t beta)
{
    uint64_t moves = playable_cells(p->all);
    uint64_t others = winning_cells(p->own ^ p->all, p->all);
    int32_t best = -INFINITE;
    column_vector key, gain;

    memcpy(&gain, p->parent->gains.of[p->mover], sizeof gain);
    make_keys(&key, &gain, NO_GAIN, &(column_vector){ 0 });
    for (;;) {
        int32_t top = lanes_most(&key), value;
        uint64_t cell;
        int c = key_column(top);

        if (top == NO_KEY)
            return best;
        key[c] = NO_KEY;
        cell = moves & column_cells(c);
        if (!cell)
            continue;
        value = leaf_after(tree, p, cell, others);
        if (value > best)
            best = value;
        if (best >= beta)
            return best;
    }
}
