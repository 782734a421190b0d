/*
 * effort - how much players search in their games.
 */
#ifndef C4E_STUDY_EFFORT_H
#define C4E_STUDY_EFFORT_H

#include "arena/games.h"

struct effort {
    uint64_t games, moves, nodes;
    uint64_t timed; /* games measured in seconds */
    double seconds; /* of search; differs from run to run */
};

/* Fills one entry per player from games that have been played and are still in memory. */
void effort_count(struct effort *effort, const struct games *games);

/* Lets each player search the moves of its first `first_games` games again, on one thread, and
 * adds the time taken. */
int effort_time(struct effort *effort, const struct games *games, uint64_t first_games,
                struct err *err);

#endif
