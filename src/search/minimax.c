/*
 * minimax - the definition of what every other search has to choose.
 *
 * No pruning, no table; only the sum of the strips is kept up to date along the
 * way.
 */
#include "search/tree.h"

struct minimax {
    struct leaf_rule leaf;
    const struct book *book;
    enum win_rule win;
    enum view view;
    enum extend extend;
    enum side viewer;
    struct strip_index index;
    uint64_t nodes;
};

static int32_t minimax_node(struct minimax *mm, const struct position *pos, int depth, int32_t sum);

/* extend=forced: where the side to move can win at once, or has to keep the opponent from it. */
static bool extended(struct minimax *mm, const struct position *pos, int32_t *value)
{
    uint64_t playable = playable_cells(pos->all);
    uint64_t forced = winning_cells(pos->own ^ pos->all, pos->all) & playable;
    struct position next = *pos;
    struct minimax later = *mm;

    if (mm->extend != EXTEND_FORCED)
        return false;
    if (immediate_wins(pos)) {
        *value = win_value(mm->win, pos->plies + 1);
        return true;
    }
    if (bit_count(forced) != 1) {
        *value = -win_value(mm->win, pos->plies + 2);
        return forced != 0;
    }
    position_play(&next, forced);
    if (mm->view == VIEW_MOVER)
        later.viewer = side_to_move(pos);
    later.index = evaluator_index(mm->leaf.ev, &next);
    *value =
        -minimax_node(&later, &next, 0, evaluator_sum(mm->leaf.ev, &later.index, later.viewer));
    mm->nodes = later.nodes;
    return true;
}

/* The value of a leaf for the side to move there. */
static int32_t leaf(const struct minimax *mm, const struct position *pos, int32_t sum)
{
    int32_t value = leaf_value(&mm->leaf, pos, mm->viewer, sum);

    if (mm->win == WIN_DECAY)
        value /= EVAL_UNITS;
    return side_to_move(pos) == SIDE_FIRST ? value : -value;
}

static int32_t minimax_node(struct minimax *mm, const struct position *pos, int depth, int32_t sum)
{
    enum side mover = side_to_move(pos);
    int32_t best = -INFINITE, known;

    mm->nodes++;
    if (has_four(pos->own ^ pos->all))
        return -win_value(mm->win, pos->plies);
    if (pos->all == BOARD_CELLS)
        return 0;
    if (book_value(mm->book, mm->win, pos, &known))
        return known;
    if (depth == 0)
        return extended(mm, pos, &known) ? known : leaf(mm, pos, sum);
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1) {
        struct position next = *pos;
        int bit = bit_index(moves);
        int32_t delta = evaluator_delta(mm->leaf.ev, &mm->index, mm->viewer, bit, mover);
        int32_t value;

        position_play(&next, moves & -moves);
        strip_index_add(&mm->index, &mm->leaf.ev->map, bit, mover);
        value = -minimax_node(mm, &next, depth - 1, sum + delta);
        strip_index_remove(&mm->index, &mm->leaf.ev->map, bit, mover);
        if (value > best)
            best = value;
    }
    return mm->win == WIN_DECAY ? best * 19 / 20 : best;
}

static void choose(const struct search_input *in, int depth, struct rng *rng, struct choice *choice)
{
    struct minimax mm = { .leaf = leaf_rule_of(in, rng),
                          .book = in->keys->book,
                          .win = in->keys->win,
                          .view = in->keys->view,
                          .extend = in->keys->extend,
                          .viewer = leaf_viewer(in->keys->view, in->pos, depth) };
    unsigned best_columns = 0;
    int32_t best = -INFINITE;

    for (uint64_t moves = search_moves(in); moves; moves &= moves - 1) {
        struct position next = *in->pos;
        int32_t value;

        position_play(&next, moves & -moves);
        mm.index = evaluator_index(mm.leaf.ev, &next);
        value =
            -minimax_node(&mm, &next, depth - 1, evaluator_sum(mm.leaf.ev, &mm.index, mm.viewer));
        if (value > best)
            best_columns = 0;
        if (value >= best) {
            best = value;
            best_columns |= 1u << bit_column(moves);
        }
    }
    *choice = (struct choice){ .column = choose_tied(best_columns, in->keys->ties, rng),
                               .depth = depth,
                               .value = best,
                               .nodes = mm.nodes };
}

void choose_minimax(const struct search_input *in, struct worker *worker, struct rng *rng,
                    struct choice *choice)
{
    (void)worker;
    choose(in, in->keys->depth, rng, choice);
}

void choose_greedy(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice)
{
    (void)worker;
    choose(in, 1, rng, choice);
}
