/*
 * line - the moves that a player expects: its own choice, then the best replies
 * to the depth that it looked ahead.
 */
#ifndef C4E_SEARCH_LINE_H
#define C4E_SEARCH_LINE_H

#include "search/search.h"

/*
 * The line behind a choice that the search made for this input. All moves are
 * seen through the eyes that the leaves of the choice were seen through, so that
 * each keeps its value. It is found by searching again at ever less depth, which
 * takes about as long as the choice did and does not depend on how that was
 * found. Searches that expect nothing of the opponent give their choice alone.
 */
void expected_line(const struct search *search, const struct search_input *in,
                   const struct choice *choice, struct worker *worker, struct moves *line);

#endif
