/*
 * pv - the moves that a player expects: its own choice, then the best replies
 * to the depth that it looked ahead.
 */
#ifndef C4E_SEARCH_PV_H
#define C4E_SEARCH_PV_H

#include "search/search.h"

/*
 * The pv behind a choice that the search made for this input. All moves are
 * seen through the eyes that the leaves of the choice were seen through, so that
 * each keeps its value. It is found by searching again at ever less depth, which
 * takes about as long as the choice did and does not depend on how the choice was
 * found. Searches without a pv give their choice alone.
 */
void pv_find(const struct search *search, const struct search_input *in,
             const struct choice *choice, struct worker *worker, struct moves *pv);

#endif
