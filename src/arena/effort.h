/*
 * effort - how much players search for the games that they play.
 */
#ifndef C4E_ARENA_EFFORT_H
#define C4E_ARENA_EFFORT_H

#include "arena/contest.h"

struct effort {
    uint64_t games, moves, nodes;
    uint64_t timed; /* games that the seconds are of */
    double seconds; /* of thinking; differs from run to run */
};

/* One for each player, from all games. The contest must have been played and its games not
 * forgotten. */
void effort_count(struct effort *effort, const struct contest *contest);

/* Asks each player for the moves of its first `games` games once more, on one thread, and adds
 * the time that it takes. */
int effort_time(struct effort *effort, const struct contest *contest, uint64_t games,
                struct err *err);

#endif
