/*
 * run - playing a contest with a person watching: progress, Ctrl-C, warnings.
 */
#ifndef C4E_CMD_RUN_H
#define C4E_CMD_RUN_H

#include "arena/contest.h"

/* Plays and scores. Says on stderr when games repeat, when it was interrupted,
 * who forfeited games and why, and how long it took. */
int run_contest(struct contest *contest, int threads, struct err *err);

/* Was the contest cut short? */
static inline bool run_interrupted(const struct contest *contest)
{
    return contest->played < contest->schedule.n;
}

#endif
