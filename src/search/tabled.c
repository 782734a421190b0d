/*
 * tabled - alpha-beta's leaves and order of moves for genomes with tables.
 *
 * The lanes of the strips are kept up to date along the search, like their sum for other
 * genomes, in tree->lanes by ply. A leaf adds four changed entries and those of the threats.
 */
#include "search/tree.h"

void tree_begin_tables(struct tree *tree, const struct position *pos, enum side leaf_mover)
{
    tree->leaf_mover = leaf_mover;
    tree->set = &tree->ev->tables->set[leaf_mover];
    tree->lanes[pos->plies] = table_strip_lanes(tree->set, &tree->index);
}

/* The lanes of the strips after a move. */
static inline struct lanes lanes_after(const struct tree *tree, const struct ply *p, int bit)
{
    const struct cell_strips *cell = &tree->ev->map.cell[bit];
    struct lanes lanes = tree->lanes[p->plies];

    for (int i = 0; i < 4; i++) {
        const struct lanes *old = &tree->set->strip[tree->index.at[cell->strip[i]]];

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
    return tree->ev->has_strips
               ? evaluator_delta(tree->ev, &tree->index, tree->viewer, bit, p->mover)
               : 0;
}

int32_t tree_sum_tabled(const struct tree *tree, const struct ply *p, int bit)
{
    return p->sum + gene_delta(tree, p, bit);
}

/* What the tables say of the leaf after a move, for the side that makes it. `others` are the cells
 * where the other side would win before the move. */
static inline int32_t table_value(const struct tree *tree, const struct ply *p, uint64_t cell,
                                  uint64_t others)
{
    uint64_t all = p->all | cell, other = others & ~cell, own;
    struct lanes lanes;
    int32_t value;

    if (other & playable_cells(all)) /* the most frequent case, before more is computed */
        return -tree->ev->sure;
    own = winning_cells(p->own | cell, all);
    if (table_sure(other, own, all))
        return tree->ev->sure;
    lanes = lanes_after(tree, p, bit_index(cell));
    table_add_threats(&lanes, tree->ev->tables, tree->leaf_mover,
                      p->mover == SIDE_FIRST ? own : other, p->mover == SIDE_FIRST ? other : own,
                      all);
    value = evaluator_weigh_lanes(tree->ev, tree->leaf_mover, &lanes);
    return p->mover == SIDE_FIRST ? value : -value;
}

/* What the genes say of it. */
static inline int32_t gene_value(const struct tree *tree, const struct ply *p, uint64_t cell)
{
    int32_t value = p->sum + tree->leaf_tempo + gene_delta(tree, p, bit_index(cell));

    if (tree->ev->has_threats) {
        uint64_t first = p->mover == SIDE_FIRST ? p->own | cell : p->own ^ p->all;

        value += evaluator_threats(tree->ev, first, p->all | cell);
    }
    return p->mover == SIDE_FIRST ? value : -value;
}

static inline int32_t leaf_after(struct tree *tree, const struct ply *p, uint64_t cell,
                                 uint64_t others)
{
    tree->nodes++;
    return gene_value(tree, p, cell) + table_value(tree, p, cell, others);
}

int32_t tree_leaf_tabled(struct tree *tree, const struct ply *p, uint64_t cell)
{
    return leaf_after(tree, p, cell, winning_cells(p->own ^ p->all, p->all));
}

int32_t tree_frontier_tabled(struct tree *tree, const struct ply *p, int32_t beta)
{
    uint64_t moves = playable_cells(p->all);
    uint64_t others = winning_cells(p->own ^ p->all, p->all);
    uint64_t first = moves & column_cells(tree->killer[p->plies]);
    int32_t best = -INFINITE;

    for (uint64_t cell = first ? first : moves & -moves; moves; cell = moves & -moves) {
        int32_t value = leaf_after(tree, p, cell, others);

        moves ^= cell;
        if (value > best)
            best = value;
        if (best >= beta) {
            tree->killer[p->plies] = (uint8_t)bit_column(cell);
            break;
        }
    }
    return best;
}

struct ranked_move tree_rank_tabled(const struct tree *tree, const struct ply *p, int bit)
{
    const struct cell_strips *cell = &tree->ev->map.cell[bit];
    const int32_t *rough = tree->ev->tables->rough[tree->leaf_mover];
    int32_t value = gene_delta(tree, p, bit);

    for (int i = 0; i < 4; i++) {
        unsigned at = tree->index.at[cell->strip[i]];

        value += rough[at + cell->step[p->mover][i]] - rough[at];
    }
    return tree_ranked(p->mover ? -value : value, bit);
}
