/*
 * position_plan - how many positions of each number of plies a set gets, block by block.
 *
 * Every number of plies gets the same share, unless there are too few positions: then all of them
 * are taken, and the rest goes to the others. Of early positions it is known beforehand how many
 * there are. Of the others that shows when hardly any draw brings a new one.
 *
 * Pure numbers: what the next block asks for depends only on what the blocks before it brought, so
 * that an interrupted set can be continued from its file.
 */
#ifndef C4E_TRUTH_POSITION_PLAN_H
#define C4E_TRUTH_POSITION_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "game/position.h"

#define PLAN_UNKNOWN SIZE_MAX

/* All by plies. */
struct position_plan {
    int low, high;
    size_t count;         /* positions in all */
    size_t block;         /* positions in a block, about */
    size_t exist[CELLS];  /* PLAN_UNKNOWN: more than enough, as far as is known */
    bool listed[CELLS];   /* they are taken from a list, so that each of them is new */
    size_t have[CELLS];   /* so far */
    size_t target[CELLS]; /* in the end */
    size_t ask[CELLS];    /* draws of the next block */
};

/* Plans the next block: `target` and `ask`. Returns false if there is nothing left to ask for. */
bool position_plan_next(struct position_plan *plan);

/* Takes notice of what the planned block brought. */
void position_plan_tell(struct position_plan *plan, const size_t got[CELLS]);

#endif
