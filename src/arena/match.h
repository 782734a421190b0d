/*
 * match - colour-swapped pairs of games between two players, as many as
 * were planned or as a sequential test needs.
 *
 * Pairs are played in batches and counted in order, so that the pair at which
 * a test ends is the same for any number of threads; what the batch holds
 * beyond it is not counted. Only whole pairs are counted.
 */
#ifndef C4E_ARENA_MATCH_H
#define C4E_ARENA_MATCH_H

#include "stats/crosstable.h"
#include "arena/play.h"
#include "stats/sprt.h"

struct match_input {
    const struct player *player; /* of all; the two are named by index */
    uint32_t first, other;
    const struct openings *openings;
    size_t from;    /* the opening of the first pair; after the last comes the first again */
    uint32_t pairs; /* at most */
    uint64_t seed;
    uint32_t stream; /* names the random streams of this match */
};

struct match {
    struct pairing pairing; /* `first` is seen as the player with the lower index */
    double nodes[2];        /* mean of a move: of first, of other; 0 if they do not search */
    bool sequential;        /* ends when the test does */
    struct sprt sprt;
    bool finished; /* false when watch->stop came first */
};

/* Plays. What is sequential, and by which test, is set in the match before;
 * everything else is filled in. watch counts games up to 2 * pairs. */
int match_play(struct match *e, const struct match_input *in, struct pool *pool,
               const struct play_watch *watch, struct err *err);

#endif
