/*
 * split_tables - what tables say of a position, as a sum of items.
 *
 * Items are the discs in each row, in columns, and on rising and falling diagonals; the threats in
 * each column; and the balance of threats. Each is worth what it changes in comparison with an empty
 * board, for which the same side is to move: of a lane that is clipped at zero, an item gets its
 * share of what is above zero on the straight way from the sum of the empty board to that of the
 * position (the integrated gradient of Sundararajan et al. 2017, which is exact here). What tables say
 * of the empty board, and what rounding leaves, is one more item, so that all add up exactly.
 *
 * Private to split.c.
 */
#ifndef C4E_HEURISTIC_SPLIT_TABLES_H
#define C4E_HEURISTIC_SPLIT_TABLES_H

#include "heuristic/split.h"

/* Adds the items for the first player, times `sign`. The evaluator must have tables. */
void split_tables(struct split *split, const struct evaluator *ev, const struct position *pos,
                  int sign);

#endif
