/*
 * move_values - what a search thinks of every column.
 *
 * The value of a column is that of the best move if no other could be chosen, at the
 * depth that the search reached. So the largest is the value of its choice.
 */
#ifndef C4E_SEARCH_MOVE_VALUES_H
#define C4E_SEARCH_MOVE_VALUES_H

#include "search/search.h"

#define VALUES_NO_MOVE INT32_MIN /* the column is full */

/*
 * The value of one column for this input, after the search made that choice with the
 * stream of that name. The search must have has_values.
 */
int32_t values_of(const struct search *search, const struct search_input *in,
                  const struct choice *choice, struct stream stream, struct worker *worker,
                  int column);

#endif
