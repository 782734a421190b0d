/*
 * forfeit_json - the games of a contest that were lost without a move.
 */
#ifndef C4E_REPORT_FORFEIT_JSON_H
#define C4E_REPORT_FORFEIT_JSON_H

#include "arena/contest.h"
#include "base/json.h"

/* "forfeits": a list, mostly empty, of game (from 1 on), player and why. */
void forfeits_json(struct json *j, const struct contest *contest);

#endif
