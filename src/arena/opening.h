/*
 * opening - distinct positions to start games from.
 *
 * Fixed-depth players are deterministic, so repeating a game from the same
 * opening tells nothing; every pairing therefore plays a set of distinct
 * openings. No two are equal or mirror images, none is over, and in none can the
 * side to move win at once.
 *
 * Training, validation and test sets are always disjoint: the set of a position
 * depends only on the position, up to mirror images, and on the seed.
 */
#ifndef C4E_ARENA_OPENING_H
#define C4E_ARENA_OPENING_H

#include "base/stream.h"
#include "game/notation.h"

/* Half of all positions are for training, a quarter each for the others. */
enum opening_set { OPENING_ANY, OPENING_TRAIN, OPENING_VALIDATE, OPENING_TEST, OPENING_SETS };

extern const char *const opening_set_name[OPENING_SETS];

struct openings {
    struct moves *list;
    size_t n;
};

void openings_release(struct openings *openings);

/* A single opening, the empty board. */
int openings_empty(struct openings *openings, struct err *err);

/*
 * Draws up to `count` openings of that many plies with the stream of (seed,
 * generation). There are fewer if no new ones are found: see openings->n. Up to 5
 * plies the list then holds all that exist.
 */
int openings_draw(struct openings *openings, int plies, size_t count, enum opening_set set,
                  uint64_t seed, uint32_t generation, struct err *err);

/* Reads one move string per line; blank lines and lines that start with # are skipped.
 * A repeated position, or one that is over, is an error that names the line. */
int openings_read(struct openings *openings, const char *path, struct err *err);

/* Which of the three sets a position is in. */
enum opening_set opening_set_of(const struct position *pos, uint64_t seed);

#endif
