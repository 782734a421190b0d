/*
 * forfeit - games lost because a player gave no move: an engine that crashed, hung or made an
 * illegal move, a person who left.
 *
 * The moves of such a game end before it is over, and the side that was to move has lost it.
 * This list says why.
 */
#ifndef C4E_SEARCH_FORFEIT_H
#define C4E_SEARCH_FORFEIT_H

#include <stdint.h>

#include "search/worker.h"

struct forfeit {
    size_t game;     /* its index in the schedule */
    uint32_t player; /* who lost it */
    char why[WHY_SIZE];
};

struct forfeits {
    struct forfeit *list;
    size_t n;
};

void forfeits_release(struct forfeits *forfeits);

/* Only the note is lost when there is no memory for it, not the result of the game. */
void forfeits_add(struct forfeits *forfeits, size_t game, uint32_t player, const char *why);

/* By game: the threads that play add them in any order. */
void forfeits_sort(struct forfeits *forfeits);

/* The one of that game in a sorted list, or NULL. */
const struct forfeit *forfeits_find(const struct forfeits *forfeits, size_t game);

/* How many games the player lost in this way; *first is the first of them, or NULL. */
size_t forfeits_of(const struct forfeits *forfeits, uint32_t player, const struct forfeit **first);

#endif
