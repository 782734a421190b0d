/*
 * speed - what an evaluation costs.
 *
 * Times are measured here and now, and are never the same twice.
 */
#ifndef C4E_ARENA_SPEED_H
#define C4E_ARENA_SPEED_H

#include "arena/player.h"

/* In nanoseconds, as the machine does when nothing else keeps it busy. */
struct speed {
    double evaluation; /* of a whole position, from nothing */
    double node;       /* of the search, where most of it is known from the node before */
};

/* Of a player with a genome, over some positions; it takes a tenth of a second. */
struct speed speed_of(const struct player *player, const struct position *pos, size_t n,
                      struct worker *worker);

#endif
