/*
 * opening - distinct positions to start games from.
 *
 * Fixed-depth players are deterministic, so a game repeated from the same start
 * says nothing; every pairing therefore plays a set of distinct openings. No
 * two are the same or mirror images, none is over, and in none can the side to
 * move win at once.
 *
 * Training, validation and test sets are disjoint for ever: which of the three
 * a position belongs to is a function of the position (up to mirror images)
 * and the seed alone.
 */
#ifndef C4E_ARENA_OPENING_H
#define C4E_ARENA_OPENING_H

#include "base/stream.h"
#include "game/notation.h"

/* Half of all positions are for training, a quarter each for the others. */
enum opening_set { OPENING_ANY, OPENING_TRAIN, OPENING_VALIDATE, OPENING_TEST };

struct openings {
    struct moves *list;
    size_t n;
};

void openings_release(struct openings *openings);

/* The empty board alone. */
int openings_empty(struct openings *openings, struct err *err);

/*
 * Up to `count` openings of that many plies, drawn from (seed, generation).
 * There may be fewer than asked for, when new ones are no longer found: look at
 * openings->n. Up to 5 plies that means that all are there.
 */
int openings_draw(struct openings *openings, int plies, size_t count, enum opening_set set,
                  uint64_t seed, uint32_t generation, struct err *err);

/* One move string a line; blank lines and lines that start with # are skipped.
 * A repeated position, or one that is over, is an error that names the line. */
int openings_read(struct openings *openings, const char *path, struct err *err);

/* Which of the three sets a position is in. */
enum opening_set opening_set_of(const struct position *pos, uint64_t seed);

#endif
