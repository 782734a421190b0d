/*
 * game_slot - results of games as the slots of a job, with as much of them as somebody needs.
 *
 * What is left out is zero in the results, with any number of processes. Less of it means fewer
 * bytes from other processes.
 */
#ifndef C4E_ARENA_GAME_SLOT_H
#define C4E_ARENA_GAME_SLOT_H

#include "arena/schedule.h"

enum game_detail {
    GAME_WHOLE,  /* outcome, moves and nodes */
    GAME_MOVES,  /* outcome and moves */
    GAME_OUTCOME /* outcome */
};

/* The bytes of a slot; of GAME_WHOLE it is a struct game_result. */
size_t game_slot_size(enum game_detail detail);

void game_slot_put(enum game_detail detail, const struct game_result *result, void *slot);
void game_slot_take(enum game_detail detail, const void *slot, struct game_result *result);

#endif
