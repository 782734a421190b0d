#include "search/deepen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* The number of entries that the search needs, as a power of 2; a small table stays in the cache. */
static int table_bits(const struct search_input *in, int depth)
{
    if (in->keys->nodes || (in->keys->seconds > 0 && !in->watch))
        return 18;
    return depth <= 10 ? 5 + depth : 2 * depth - 5;
}

/* Adds the last two plies of a pv, or those before a win, which no table remembers, by a plain
 * search. */
static void finish_pv(const struct search_input *in, enum side viewer, int depth, struct moves *pv)
{
    struct search_keys keys = *in->keys;
    struct position pos = *in->pos;
    struct search_input rest = { .keys = &keys, .ev = in->ev, .pos = &pos };
    struct choice choice;

    for (int i = 0; i < pv->n; i++)
        position_play(&pos, playable_cells(pos.all) & column_cells(pv->column[i]));
    keys.ties = keys.ties == TIES_RANDOM ? TIES_CENTER : keys.ties;
    while (pv->n < depth && position_outcome(&pos) == OUTCOME_NONE) {
        int left = depth - pv->n;

        keys.depth = left < 2 ? left : 2;
        keys.extend = left > 2 ? EXTEND_NONE : in->keys->extend;
        keys.view = view_later(in->keys->view, viewer, &pos);
        choose_minimax(&rest, NULL, NULL, &choice);
        if (left > 2 && abs(choice.value) < EVAL_LIMIT)
            break;
        position_play(&pos, playable_cells(pos.all) & column_cells(choice.column));
        moves_push(pv, choice.column);
    }
}

static void tell_step(const struct deepening *d, const struct search_input *in)
{
    struct choice choice = { .column = __builtin_ctz(d->best.columns),
                             .depth = d->depth,
                             .value = d->best.value,
                             .nodes = d->tree.nodes + d->other_nodes };
    struct moves pv;

    if (!d->tree.exact)
        return;
    tree_pv(&d->tree, in->pos, choice.column, &pv);
    if (!in->keys->sampler)
        finish_pv(in, d->tree.viewer, d->depth, &pv);
    in->watch->step(in->watch->context, &choice, &pv);
}

void deepening_begin(struct deepening *d, const struct search_input *in, struct worker *worker,
                     struct rng *rng, int bits)
{
    struct leaf_rule leaf = leaf_rule_of(in, rng);
    const struct book *book = in->keys->book;

    d->tree =
        (struct tree){ .ev = leaf.ev,
                       .leaf = leaf,
                       .extends = in->keys->extend == EXTEND_FORCED,
                       .in_two = !leaf.sampler && !leaf.ev->has_rules && !leaf.ev->custom.value,
                       .threats = leaf.ev->has_threats,
                       .view = in->keys->view,
                       .hash = &worker->hash,
                       .win = in->keys->win,
                       .book = book,
                       .book_plies = book ? book->plies : -1,
                       .stop = worker->stop,
                       .exact = in->watch && in->watch->step ? &d->exact : NULL };
    d->best = (struct root_result){ 0 };
    d->depth = 0;
    d->other_nodes = 0;
    hash_begin(d->tree.hash, bits);
    tree_set_limits(&d->tree, UINT64_MAX, INFINITY);
}

bool deepening_step(struct deepening *d, const struct search_input *in, int depth)
{
    int hint = d->best.columns ? __builtin_ctz(d->best.columns) : HASH_NO_MOVE;
    struct root_result result;

    if (d->tree.exact)
        memset(&d->exact, 0, sizeof d->exact);
    result = tree_search(&d->tree, in, depth, hint);
    if (d->tree.stopped)
        return false;
    d->best = result;
    d->depth = depth;
    tell_step(d, in);
    return true;
}

void choose_alphabeta(const struct search_input *in, struct worker *worker, struct rng *rng,
                      struct choice *choice)
{
    const struct search_keys *keys = in->keys;
    int depth = deepening_limit(in);
    bool stepwise = keys->nodes || keys->seconds > 0 || in->watch;
    /* Without limits, searching four plies less deep first saves more than it costs, by ordering
     * the moves. */
    int step = stepwise ? 1 : 4;
    int shallow = stepwise ? 1 : depth < 6 ? depth : 2 + (depth - 2) % 4;
    struct deepening d;

    deepening_begin(&d, in, worker, rng, table_bits(in, depth));
    tree_set_limits(&d.tree, keys->nodes ? keys->nodes : UINT64_MAX,
                    keys->seconds > 0 ? clock_s() + keys->seconds : INFINITY);
    for (int i = shallow; i <= depth && deepening_step(&d, in, i); i += step)
        ;
    /* Depth 1 has no inner nodes and never hits a limit, so there is a best move, unless a search
     * that does not deepen step by step was stopped: then any move will do. */
    if (!d.best.columns)
        d.best.columns = 1u << bit_column(search_moves(in));
    *choice = (struct choice){ .column = choose_tied(d.best.columns, keys->ties, rng),
                               .depth = d.depth,
                               .value = d.best.value,
                               .nodes = d.tree.nodes };
}
