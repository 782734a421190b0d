/*
 * effort - how much players search for the games that they play.
 */
#ifndef C4E_STUDY_EFFORT_H
#define C4E_STUDY_EFFORT_H

#include "arena/games.h"

struct effort {
    uint64_t games, moves, nodes;
    uint64_t timed; /* games that the seconds are of */
    double seconds; /* of thinking; differs from run to run */
};

/* One for each player, from all games. They must have been played and not
 * forgotten. */
void effort_count(struct effort *effort, const struct games *games);

/* Asks each player for the moves of its first `first_games` games once more, on one thread, and adds
 * the time that it takes. */
int effort_time(struct effort *effort, const struct games *games, uint64_t first_games,
                struct err *err);

#endif
