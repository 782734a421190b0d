/*
 * custom_linear - finds out whether a user's heuristic is linear in its genes.
 */
#ifndef C4E_HEURISTIC_CUSTOM_LINEAR_H
#define C4E_HEURISTIC_CUSTOM_LINEAR_H

#include "heuristic/custom.h"

/* Whether it is a sum of gene x something, and of what no gene weighs, in many positions and for
 * many values within the bounds of its genes. */
bool custom_is_linear(const struct custom *custom, const struct gene_info *gene);

/* Positions that are not over, of random games: the same ones every time. */
void custom_positions(struct position *pos, int n);

#endif
