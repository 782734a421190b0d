/*
 * schedule - who plays whom, from which opening.
 *
 * Pure data: building it plays no game and reads no clock. Playing fills one
 * result per game and changes nothing else, so the list can be filled in any
 * order, by any number of threads, or elsewhere.
 */
#ifndef C4E_ARENA_SCHEDULE_H
#define C4E_ARENA_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "game/notation.h"

struct game {
    uint32_t first;   /* index of the player who moves first after the opening's first ply */
    uint32_t second;
    uint32_t opening; /* index into the set of openings */
    uint32_t unit;    /* games of one unit are one colour-swapped pair: they count as one sample */
};

enum game_outcome {
    GAME_UNPLAYED = -2,
    GAME_LOST = -1, /* by the first player */
    GAME_DRAWN = 0,
    GAME_WON = 1
};

struct game_result {
    signed char outcome; /* enum game_outcome, seen from the first player */
    struct moves moves;  /* the whole game, opening included */
};

#endif
