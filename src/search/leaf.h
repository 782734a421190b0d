/*
 * leaf - what a position is worth where a search ends.
 *
 * The strips are added up on the way down; this is the rest: threat and zugzwang
 * genes, and lines that are sampled instead of being added up.
 *
 * Private to src/search.
 */
#ifndef C4E_SEARCH_LEAF_H
#define C4E_SEARCH_LEAF_H

#include "search/search.h"

struct leaf_rule {
    const struct evaluator *ev; /* whose strips count: without lines if they are sampled */
    const struct sampler *sampler;
    uint64_t draw; /* of the sampler */
    bool has_rest; /* there is more than strips and tempo */
};

/* The generator is used only if lines are sampled: one draw for a whole move. */
static inline struct leaf_rule leaf_rule_of(const struct search_input *in, struct rng *rng)
{
    struct leaf_rule leaf = { .ev = in->ev, .sampler = in->keys->sampler };

    if (leaf.sampler) {
        leaf.ev = &leaf.sampler->other_genes;
        leaf.draw = rng_bits(rng);
    }
    leaf.has_rest = leaf.sampler || leaf.ev->has_threats;
    return leaf;
}

/* All but strips and tempo, for the viewer; call it only if there is a rest. */
static inline int32_t leaf_rest(const struct leaf_rule *leaf, enum side viewer, uint64_t first,
                                uint64_t all)
{
    int32_t threats = evaluator_threats(leaf->ev, first, all);
    int32_t value = viewer == SIDE_FIRST ? threats : -threats;

    return leaf->sampler ? value + sampler_lines(leaf->sampler, leaf->draw, first, all, viewer)
                         : value;
}

/* The whole value for the viewer, of whose strips `sum` is the sum. */
static inline int32_t leaf_value(const struct leaf_rule *leaf, const struct position *pos,
                                 enum side viewer, int32_t sum)
{
    int32_t value = side_to_move(pos) == viewer ? sum + leaf->ev->tempo : sum - leaf->ev->tempo;

    if (leaf->has_rest)
        value += leaf_rest(leaf, viewer, first_player_discs(pos), pos->all);
    return value;
}

#endif
