/*
 * victor - Allis's rules, then search.
 *
 * In every position that it looks at it first asks whether rules prove that the side
 * which is not to move wins or cannot lose (rules/proof.h). A proven win ends the
 * search there. Where a side cannot lose, the other can hope for a draw at most.
 * Leaves without a proof are worth what the genome says, if the player has one, and
 * nothing otherwise. Among all this, plain alpha-beta.
 */
#include "rules/proof.h"
#include "search/search.h"
#include "search/worker.h"

#define LEAF_STEPS 200        /* of the search for a proof; more find few proofs more */
#define NOT_LOST   EVAL_UNITS /* to have a proof is worth this much in a position that seems even */

struct victor {
    struct worker *worker;
    const struct evaluator *ev; /* or NULL */
    enum win_rule win;
    enum side viewer;
    uint64_t nodes;
};

/* The evaluation of a leaf for its side to move. */
static int32_t evaluate_leaf(const struct victor *v, const struct position *pos)
{
    int32_t value;

    if (!v->ev)
        return 0;
    value = evaluate(v->ev, pos, v->viewer);
    return side_to_move(pos) == v->viewer ? value : -value;
}

/* The most that the side to move can get against a proof, if its moves seem worth this. */
static int32_t capped(int32_t value)
{
    if (value > 0)
        return 0; /* it seems to have chances: a draw */
    return value < -NOT_LOST ? value : -NOT_LOST;
}

/* The value of a position for its side to move; exact inside the window, a bound outside it. */
static int32_t node(struct victor *v, const struct position *pos, int depth, int32_t alpha,
                    int32_t beta)
{
    uint64_t playable = playable_cells(pos->all), stops, moves = playable;
    int32_t best = -INFINITE;
    struct proof proof;

    v->nodes++;
    if (has_four(pos->own ^ pos->all))
        return -win_value(v->win, pos->plies);
    if (pos->all == BOARD_CELLS || worker_stopped(v->worker))
        return 0;
    if (immediate_wins(pos))
        return win_value(v->win, pos->plies + 1);
    prover_prove(v->worker->prover, pos, LEAF_STEPS, &proof);
    if (proof.claim == PROOF_WON)
        return -BOOK_WIN;
    if (depth == 0) {
        int32_t value = evaluate_leaf(v, pos);

        return proof.claim == PROOF_NOT_LOST ? capped(value) : value;
    }
    if (proof.claim == PROOF_NOT_LOST && alpha >= 0)
        return 0;
    stops = winning_cells(pos->own ^ pos->all, pos->all) & playable;
    if (stops)
        moves = stops & -stops;
    for (int place = 0; place < COLUMNS && best < beta; place++)
        for (uint64_t rest = moves; rest; rest &= rest - 1) {
            struct position next = *pos;
            int32_t value;

            if (CENTRAL_PLACE(bit_column(rest)) != place)
                continue;
            position_play(&next, rest & -rest);
            value = -node(v, &next, depth - 1, -beta, alpha > best ? -alpha : -best);
            if (value > best)
                best = value;
        }
    return proof.claim == PROOF_NOT_LOST ? capped(best) : best;
}

void choose_victor(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice)
{
    int depth = in->keys->depth;
    struct victor v = { .worker = worker,
                        .ev = in->ev,
                        .win = in->keys->win,
                        .viewer = leaf_viewer(in->keys->view, in->pos, depth) };
    unsigned best_columns = 0;
    int32_t best = -INFINITE;

    for (int place = 0; place < COLUMNS; place++)
        for (uint64_t rest = playable_cells(in->pos->all); rest; rest &= rest - 1) {
            struct position next = *in->pos;
            int column = bit_column(rest);
            int32_t value;

            if (CENTRAL_PLACE(column) != place)
                continue;
            position_play(&next, rest & -rest);
            value = -node(&v, &next, depth - 1, -INFINITE, best == -INFINITE ? INFINITE : 1 - best);
            if (value > best)
                best_columns = 0;
            if (value >= best) {
                best = value;
                best_columns |= 1u << column;
            }
        }
    *choice = (struct choice){ .column = choose_tied(best_columns, in->keys->ties, rng),
                               .depth = depth,
                               .value = best,
                               .nodes = v.nodes };
}
