#include "search/pv.h"

#define REPLY_SHARE 20 /* a search that needs a limit gets this fraction of it for each reply */

void pv_find(const struct search *search, const struct search_input *in,
             const struct choice *choice, struct worker *worker, struct moves *pv)
{
    struct search_keys keys = *in->keys;
    struct position pos = *in->pos;
    struct search_input rest = { .keys = &keys, .ev = in->ev, .pos = &pos };
    enum side viewer = leaf_viewer(keys.view, &pos, choice->depth);
    bool looks_ahead = search->has_pv && !keys.sampler; /* samples differ from move to move */
    struct choice reply = *choice;

    pv->n = 0;
    keys.nodes = search->needs_limit ? keys.nodes / REPLY_SHARE : 0;
    keys.seconds = search->needs_limit ? keys.seconds / REPLY_SHARE : 0;
    keys.ties = keys.ties == TIES_RANDOM ? TIES_CENTER : keys.ties;
    for (keys.depth = choice->depth - 1;; keys.depth--) {
        moves_push(pv, reply.column);
        position_play(&pos, playable_cells(pos.all) & column_cells(reply.column));
        if (keys.depth < 1 || !looks_ahead || position_outcome(&pos) != OUTCOME_NONE)
            break;
        keys.view = view_later(in->keys->view, viewer, &pos);
        search->choose(&rest, worker, NULL, &reply);
    }
}
