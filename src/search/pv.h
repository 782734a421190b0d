/*
 * pv - the moves that a player expects: its own choice, then the best replies
 * to the depth that it looked ahead.
 */
#ifndef C4E_SEARCH_PV_H
#define C4E_SEARCH_PV_H

#include "search/search.h"

/*
 * The pv of a choice that the search made for this input. All its moves are
 * evaluated from the same point of view as the leaves of the choice, so that
 * each keeps its value. It is found by searching again at decreasing depth, which
 * takes about as long as the choice did and does not depend on how the choice was
 * found. Searches without a pv return only their choice.
 */
void pv_find(const struct search *search, const struct search_input *in,
             const struct choice *choice, struct worker *worker, struct moves *pv);

#endif
