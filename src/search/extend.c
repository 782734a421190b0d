/*
 * extend - alpha-beta's leaves under extend=forced; enum extend in search.h says what they are
 * worth.
 *
 * Most leaves are quiet, and are found as fast as others. After a forced reply the other side
 * is to move, so the sums that the search has kept do not serve: such leaves, which are few,
 * are evaluated from the board.
 */
#include "search/tree.h"

int32_t tree_settle(struct tree *tree, struct position pos)
{
    int32_t sign = 1, known;

    for (;; sign = -sign) {
        uint64_t playable = playable_cells(pos.all);
        uint64_t forced = winning_cells(pos.own ^ pos.all, pos.all) & playable;

        if (winning_cells(pos.own, pos.all) & playable)
            return sign * win_value(tree->win, pos.plies + 1);
        if (!forced)
            return sign * leaf_from_scratch(&tree->leaf, &pos,
                                            tree->view == VIEW_MOVER
                                                ? (enum side) !side_to_move(&pos)
                                                : tree->viewer);
        if (forced & (forced - 1))
            return -sign * win_value(tree->win, pos.plies + 2);
        tree->nodes++;
        position_play(&pos, forced);
        if (pos.all == BOARD_CELLS)
            return 0;
        if (book_value(tree->book, tree->win, &pos, &known))
            return -sign * known;
    }
}

/* The same as tree_leaf_forced after a move that does not lose at once. */
static inline int32_t safe_leaf(struct tree *tree, const struct ply *p, uint64_t cell)
{
    uint64_t own = p->own | cell, all = p->all | cell;

    if (!(winning_cells(own, all) & playable_cells(all)))
        return (tree->set ? tree_leaf_tabled : tree_leaf)(tree, p, cell);
    tree->nodes++;
    return -tree_settle(tree,
                        (struct position){ .own = own ^ all, .all = all, .plies = p->plies + 1 });
}

int32_t tree_leaf_forced(struct tree *tree, const struct ply *p, uint64_t cell)
{
    uint64_t all = p->all | cell;

    if (!(winning_cells(p->own ^ p->all, all) & playable_cells(all)))
        return safe_leaf(tree, p, cell);
    tree->nodes++;
    return -win_value(tree->win, p->plies + 2);
}

int32_t tree_frontier_forced(struct tree *tree, const struct ply *p, int32_t beta)
{
    uint64_t moves = tree_safe_moves(p, winning_cells(p->own ^ p->all, p->all));
    uint64_t first = moves & column_cells(tree->killer[p->plies]);
    int32_t best = -win_value(tree->win, p->plies + 2); /* of all other moves */

    for (uint64_t cell = first ? first : moves & -moves; moves; cell = moves & -moves) {
        int32_t value = safe_leaf(tree, p, cell);

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
