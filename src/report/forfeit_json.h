/*
 * forfeit_json - the games of a games that were lost without a move.
 */
#ifndef C4E_REPORT_FORFEIT_JSON_H
#define C4E_REPORT_FORFEIT_JSON_H

#include "arena/games.h"
#include "base/json.h"

/* "forfeits": a list, mostly empty, of game (from 1 on), player and why. */
void forfeits_json(struct json *j, const struct games *games);

#endif
