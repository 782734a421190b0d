/*
 * forfeit - games lost because a player failed to move: an engine that crashed, hung or made an
 * illegal move, or a person who left.
 *
 * The moves of such a game end before it is over, and the side to move has lost it.
 * This list says why.
 */
#ifndef C4E_ARENA_FORFEIT_H
#define C4E_ARENA_FORFEIT_H

#include "parallel/pool.h"
#include "search/worker.h"

struct forfeit {
    size_t game;     /* its index in the schedule */
    uint32_t player; /* who lost it */
    char why[WHY_SIZE];
};

/* Sorted by game. */
struct forfeits {
    struct forfeit *list;
    size_t n;
};

/* Notes in the pool that a player lost a game, for the reason that its worker gives. */
void forfeit_note(const struct pool_item *item, size_t game, uint32_t player);

/* Moves the notes of the pool to the list. If memory runs out they are lost, but the results of
 * the games are not. */
void forfeits_take(struct forfeits *forfeits, struct pool *pool);
void forfeits_release(struct forfeits *forfeits);

/* The forfeit of that game, or NULL. */
const struct forfeit *forfeits_find(const struct forfeits *forfeits, size_t game);

/* The number of games that the player lost in this way; *first is the first of them, or NULL. */
size_t forfeits_of(const struct forfeits *forfeits, uint32_t player, const struct forfeit **first);

#endif
