/*
 * deepen - alpha-beta to one depth after the other, by a caller that decides how
 * deep and how long.
 *
 * Private to src/search, like tree.h.
 */
#ifndef C4E_SEARCH_DEEPEN_H
#define C4E_SEARCH_DEEPEN_H

#include "search/tree.h"
#include "search/worker.h"

struct deepening {
    struct tree tree;         /* its limits may be set between steps */
    struct root_result best;  /* of the last finished step; no columns: none has finished */
    int depth;                /* of that step */
    uint64_t other_nodes;     /* that the caller has used, to be told with those of the tree */
    struct exact_moves exact; /* for the pv, if the search is watched */
};

/* Starts without limits but the worker's stop flag. The generator is used only if lines are
 * sampled. About 2^bits positions will be stored. */
void deepening_begin(struct deepening *d, const struct search_input *in, struct worker *worker,
                     struct rng *rng, int bits);

/* Searches to a depth, among in->columns, and tells the watch. False if a limit stopped it: then nothing changes. */
bool deepening_step(struct deepening *d, const struct search_input *in, int depth);

/* The deepest that makes sense: what the keys say, or the end of the game. */
static inline int deepening_limit(const struct search_input *in)
{
    int left = CELLS - in->pos->plies;

    return in->keys->depth < left ? in->keys->depth : left;
}

#endif
