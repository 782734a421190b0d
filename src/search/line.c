#include "search/line.h"

/* Sampled lines are drawn anew for every move. */
static bool looks_ahead(const struct search *search, const struct search_keys *keys)
{
    if (keys->sampler)
        return false;
    return search->choose == choose_minimax || search->choose == choose_alphabeta ||
           search->choose == choose_perfect;
}

void expected_line(const struct search *search, const struct search_input *in,
                   const struct choice *choice, struct worker *worker, struct moves *line)
{
    struct search_keys keys = *in->keys;
    struct position pos = *in->pos;
    struct search_input rest = { .keys = &keys, .ev = in->ev, .pos = &pos };
    enum side viewer = leaf_viewer(keys.view, &pos, choice->depth);
    struct choice reply = *choice;

    line->n = 0;
    keys.nodes = 0;
    keys.seconds = 0;
    keys.ties = keys.ties == TIES_RANDOM ? TIES_CENTER : keys.ties;
    for (keys.depth = choice->depth - 1;; keys.depth--) {
        moves_push(line, reply.column);
        position_play(&pos, playable_cells(pos.all) & column_cells(reply.column));
        if (keys.depth < 1 || !looks_ahead(search, &keys) || position_outcome(&pos) != OUTCOME_NONE)
            break;
        keys.view = side_to_move(&pos) == viewer ? VIEW_ROOT : VIEW_OTHER;
        search->choose(&rest, worker, NULL, &reply);
    }
}
