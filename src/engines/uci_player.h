/*
 * uci_player - programs that speak the protocol UCI, as players.
 *
 * Each worker has a process of its own for each engine, or two for all copies of one that differ in
 * the values of their options. It is started when its first move is asked
 * for, lives as long as the worker, and is restarted after a failure: a failure loses one game,
 * not those that follow. What the program does wrong is a reason for a forfeit: it is missing, ends,
 * hangs or says something unexpected. What we lack to start it is not, nor is an option that is a gene
 * and that it no longer has: see worker->shortage. Lines that are not understood are ignored, as the
 * protocol demands.
 */
#ifndef C4E_ENGINES_UCI_PLAYER_H
#define C4E_ENGINES_UCI_PLAYER_H

#include "engines/uci_spec.h"
#include "search/search.h"
#include "search/worker.h"

/* The text of such a player begins with this. */
#define UCI_PREFIX "uci:"

/* Asks the engine of keys->uci. It is chosen by the prefix, so it is not in the table of searches. */
extern const struct search search_uci;

/* Starts the engine once, to check that it can play. */
int uci_player_try(const struct uci_spec *spec, struct err *err);

#endif
