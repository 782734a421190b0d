#include "search/move_values.h"

int32_t values_of(const struct search *search, const struct search_input *in,
                  const struct choice *choice, struct stream stream, struct worker *worker,
                  int column)
{
    struct search_keys keys = *in->keys;
    struct search_input one = {
        .keys = &keys, .ev = in->ev, .pos = in->pos, .columns = 1u << column
    };
    struct choice forced;
    struct rng rng;

    if (!(playable_cells(in->pos->all) & column_cells(column)))
        return VALUES_NO_MOVE;
    keys.depth = choice->depth;
    keys.nodes = 0;
    keys.seconds = 0;
    rng_open(&rng, stream); /* the same draw for all columns, if lines are sampled */
    search->choose(&one, worker, &rng, &forced);
    return forced.value;
}
