/*
 * match - game pairs between two players, as many as planned or as a
 * sequential test needs.
 *
 * Pairs are played in batches and counted in order, so that a test ends at the
 * same pair for any number of threads; later pairs of the batch are not counted.
 * Only whole pairs count.
 */
#ifndef C4E_ARENA_MATCH_H
#define C4E_ARENA_MATCH_H

#include "arena/games.h"
#include "stats/sprt.h"

struct match_input {
    uint32_t first, other; /* indices of the two players */
    size_t opening;        /* of the first pair; after the last opening comes the first again */
    uint32_t pairs;        /* at most */
    const struct games_keeper *keeper; /* is told of every game; or NULL */
    uint32_t stream; /* names the random streams of this match, as games.generation */
};

struct match {
    struct pairing pairing; /* `first` is seen as the player with the lower index */
    double nodes[2];        /* mean per move, of first and of other; 0 if they do not search */
    bool sequential;        /* ends when the test does */
    struct sprt sprt;
    bool finished; /* false when watch->stop came first */
};

/* Plays a match between two players of `games`, whose schedule and results become those of the
 * match. Set `sequential` and `sprt` before; everything else is filled in. */
int match_play(struct match *match, const struct match_input *in, struct games *games,
               struct pool *pool, const struct watch *watch, struct err *err);

#endif
