/*
 * perfect - which moves reach an exact score. Private to src/search.
 */
#ifndef C4E_SEARCH_PERFECT_H
#define C4E_SEARCH_PERFECT_H

#include "search/search.h"
#include "search/solver.h"

/* The columns that reach the position's score, as bits; only one of them unless ties are random:
 * `first` if it does (-1: none is asked first), else the one that `ties` prefers. 0 if the solver
 * was stopped. */
unsigned perfect_columns(struct solver *s, const struct search_input *in, int score, int first);

/* The value of a position with that score after `plies`, for its side to move. */
int32_t perfect_value(enum win_rule rule, int score, int plies);

#endif
