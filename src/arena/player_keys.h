/*
 * player_keys - what the keys of a player need before it can play.
 *
 * Private to arena/player.c; the rows of the keys are declared in arena/player.h.
 */
#ifndef C4E_ARENA_PLAYER_KEYS_H
#define C4E_ARENA_PLAYER_KEYS_H

#include "arena/player.h"

/* Checks the keys, fills in defaults, and makes what the keys stand
 * for: a book, a sampler of the genome. */
int player_keys_ready(struct player *player, struct err *err);

/* Gives all of that back. */
void player_keys_release(struct player *player);

#endif
