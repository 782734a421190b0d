/*
 * run - playing a games with a person watching: progress, Ctrl-C, warnings.
 */
#ifndef C4E_CMD_RUN_H
#define C4E_CMD_RUN_H

#include "arena/games.h"

/* Plays and scores. Says on stderr when games repeat, when it was interrupted,
 * who forfeited games and why, and how long it took. */
int run_games(struct games *games, int threads, struct err *err);

/* Was the games cut short? */
static inline bool run_interrupted(const struct games *games)
{
    return games->played < games->schedule.n;
}

#endif
