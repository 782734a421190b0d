/*
 * schedule - who plays whom, from which opening.
 *
 * Pure data: building it plays no game and reads no clock. Playing fills one
 * result per game and changes nothing else, so the list can be filled in any
 * order, by any number of threads or processes.
 */
#ifndef C4E_ARENA_SCHEDULE_H
#define C4E_ARENA_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/notation.h"
#include "stats/crosstable.h"

struct game {
    uint32_t first; /* index of the player who has the first ply, opening included */
    uint32_t second;
    uint32_t opening; /* index into the set of openings */
    uint32_t sample;  /* the two games of a game pair have the same number: they are one sample */
};

struct game_result {
    signed char outcome; /* enum game_outcome, as the first player sees it */
    struct moves moves;  /* the whole game, opening included */
    uint64_t nodes[2];   /* searched by the first player and by the second; not kept by runs */
};

/* How two players play from one opening. */
enum pairs_rule {
    PAIRS_SWAPPED, /* a game pair: two games with colours swapped, one sample */
    PAIRS_ORDERED, /* the same two games, each a sample of its own */
    PAIRS_FIRST    /* one game, in which the first-named player moves first */
};

struct schedule {
    struct game *game;
    size_t n;
    size_t capacity;
    uint32_t samples;
};

void schedule_release(struct schedule *schedule);

/* Adds the games of one pairing: `rounds` times every opening. */
int schedule_pair(struct schedule *schedule, uint32_t a, uint32_t b, enum pairs_rule rule,
                  size_t openings, size_t rounds, struct err *err);

/* Every two of `players` once. Under PAIRS_FIRST the lower index moves first. */
int schedule_round_robin(struct schedule *schedule, uint32_t players, enum pairs_rule rule,
                         size_t openings, size_t rounds, struct err *err);

/*
 * Player 0 against each of players 1 to `others`, in game pairs. Each of the others has `openings`
 * openings of its own, so that the scores are independent and can be averaged; after the last of
 * `all` openings comes the first again.
 */
int schedule_against(struct schedule *schedule, uint32_t others, size_t openings, size_t all,
                     struct err *err);

/* Moves the openings of all games from index `first` on by `by` places, among `openings` of them:
 * after the last one comes the first again. */
void schedule_shift(struct schedule *schedule, size_t first, size_t by, size_t openings);

#endif
