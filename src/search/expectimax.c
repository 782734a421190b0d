/*
 * expectimax - the best move against an opponent who plays at random.
 *
 * A position of the chooser is worth its best move, one of the opponent the
 * average of all replies. Leaves, wins and draws are worth what they are in
 * minimax. A win is worth a thousand times more than any usual evaluation, so what
 * counts first is how often the chosen move wins or loses within the depth, and
 * only then the evaluation.
 *
 * Values are integers in the SCALE-th part of a unit. SCALE can be divided three
 * times by any number of columns (twice if the board has nine), so that averages are
 * exact up to a depth of 7, equal ones are equal, and no order of adding matters; deeper down an average is
 * cut toward zero to a whole part. Under win=decay every level returns 0.95 of its
 * best or average value, cut to a whole weight.
 */
#include "search/tree.h"

/* The least common multiple of 1 to COLUMNS. */
#define MULTIPLE                                                                                   \
    (COLUMNS <= 4   ? 12LL                                                                         \
     : COLUMNS <= 6 ? 60LL                                                                         \
     : COLUMNS == 7 ? 420LL                                                                        \
     : COLUMNS == 8 ? 840LL                                                                        \
                    : 2520LL)
#define SCALE (MULTIPLE * MULTIPLE * (COLUMNS <= 8 ? MULTIPLE : 1))
_Static_assert(SCALE <= INT64_MAX / COLUMNS / INFINITE, "sums of values must fit into 64 bits");

struct expectimax {
    struct leaf_rule leaf;
    enum win_rule win;
    enum side viewer;
    enum side chooser;
    struct strip_index index;
    uint64_t nodes;
};

/* The value for the chooser of a position that is not over. */
static int64_t leaf_scaled(const struct expectimax *x, const struct position *pos, int32_t sum)
{
    int64_t value = leaf_value(&x->leaf, pos, x->viewer, sum);

    if (x->chooser == SIDE_SECOND)
        value = -value;
    return x->win == WIN_DECAY ? value / EVAL_UNITS : value * SCALE;
}

static int64_t won_scaled(const struct expectimax *x, int plies)
{
    int64_t value = win_value(x->win, plies);

    return x->win == WIN_DECAY ? value : value * SCALE;
}

static int64_t node(struct expectimax *x, const struct position *pos, int depth, int32_t sum);

/* The value for the chooser of the move to that cell. */
static int64_t move_value(struct expectimax *x, const struct position *pos, uint64_t cell,
                          int depth, int32_t sum)
{
    enum side mover = side_to_move(pos);
    int bit = bit_index(cell);
    struct position next = *pos;
    int64_t value;

    sum += evaluator_delta(x->leaf.ev, &x->index, x->viewer, bit, mover);
    position_play(&next, cell);
    if (depth == 1 && !has_four(next.own ^ next.all) && next.all != BOARD_CELLS) {
        x->nodes++;
        return leaf_scaled(x, &next, sum);
    }
    strip_index_add(&x->index, &x->leaf.ev->map, bit, mover);
    value = node(x, &next, depth - 1, sum);
    strip_index_remove(&x->index, &x->leaf.ev->map, bit, mover);
    return value;
}

static int64_t node(struct expectimax *x, const struct position *pos, int depth, int32_t sum)
{
    bool chooses = side_to_move(pos) == x->chooser;
    int64_t best = INT64_MIN, total = 0;
    int n = 0;

    x->nodes++;
    if (has_four(pos->own ^ pos->all))
        return chooses ? -won_scaled(x, pos->plies) : won_scaled(x, pos->plies);
    if (pos->all == BOARD_CELLS)
        return 0;
    /* No other move can be worth more than a win now, unless wins decay. */
    if (chooses && x->win != WIN_DECAY && immediate_wins(pos))
        return won_scaled(x, pos->plies + 1);
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1, n++) {
        int64_t value = move_value(x, pos, moves & -moves, depth, sum);

        total += value;
        if (value > best)
            best = value;
    }
    if (x->win == WIN_DECAY)
        return chooses ? best * 19 / 20 : total * 19 / (20 * n);
    return chooses ? best : total / n;
}

void choose_expectimax(const struct search_input *in, struct worker *worker, struct rng *rng,
                       struct choice *choice)
{
    const struct position *pos = in->pos;
    struct expectimax x = { .leaf = leaf_rule_of(in, rng),
                            .win = in->keys->win,
                            .viewer = leaf_viewer(in->keys->view, pos, in->keys->depth),
                            .chooser = side_to_move(pos) };
    int64_t best = INT64_MIN;
    unsigned best_columns = 0;
    int32_t sum;

    (void)worker;
    x.index = evaluator_index(x.leaf.ev, pos);
    sum = evaluator_sum(x.leaf.ev, &x.index, x.viewer);
    for (uint64_t moves = search_moves(in); moves; moves &= moves - 1) {
        int64_t value = move_value(&x, pos, moves & -moves, in->keys->depth, sum);

        if (value > best)
            best_columns = 0;
        if (value >= best) {
            best = value;
            best_columns |= 1u << bit_column(moves);
        }
    }
    *choice = (struct choice){ .column = choose_tied(best_columns, in->keys->ties, rng),
                               .depth = in->keys->depth,
                               .value = (int32_t)(x.win == WIN_DECAY ? best : best / SCALE),
                               .nodes = x.nodes };
}
