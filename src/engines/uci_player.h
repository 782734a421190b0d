/*
 * uci_player - engines as players: each worker has its own process for each of them.
 *
 * An engine is started when its first move is asked for, lives as long as the worker, and is
 * started anew after it failed: a failure loses one game, not those that follow.
 */
#ifndef C4E_ENGINES_UCI_PLAYER_H
#define C4E_ENGINES_UCI_PLAYER_H

#include "engines/uci_spec.h"
#include "search/search.h"
#include "search/worker.h"

/* How the text of such a player begins. */
#define UCI_PREFIX "uci:"

/* Asks the engine of keys->uci. Not a row of search_table: it is chosen by the prefix. */
extern const struct search search_uci;

/* Starts the engine once, to see that it can be played with. */
int uci_player_try(const struct uci_spec *spec, struct err *err);

#endif
