/*
 * watched - games between two players, as somebody watches them.
 *
 * Pure state: the moves that were made, what each player thought of them, and
 * how many of them are shown. Games come in pairs from one opening, with
 * colours swapped in the second.
 */
#ifndef C4E_PLAY_WATCHED_H
#define C4E_PLAY_WATCHED_H

#include "arena/opening.h"
#include "arena/player.h"

#define WATCHED_TEXT 512

struct watched_options {
    const char *player[2];    /* as text */
    const struct moves *from; /* where every game begins, or NULL for openings */
    int plies;                /* of the openings */
    uint64_t seed;
};

struct watched {
    struct player player[2];
    struct moves from;
    int plies; /* of the openings; -1 if every game begins at `from` */
    uint64_t seed;
    uint32_t game;             /* 0, 1, ...; in odd ones the second player moves first */
    struct moves start, moves; /* the opening; all moves that were made */
    struct choice said[CELLS]; /* what the player thought that made that move */
    int shown;                 /* moves */
    enum outcome forfeit;      /* of a game in which a player gave no move */
    char why[WHY_SIZE];        /* and the reason */
    uint32_t wins[2], draws;
};

int watched_init(struct watched *w, const struct watched_options *options, struct err *err);
void watched_release(struct watched *w);

/* Goes on to the next game, whether or not this one is over. */
int watched_next(struct watched *w, struct err *err);

enum outcome watched_outcome(const struct watched *w);

/* Which of the two players has that side; 0 moves first. */
static inline int watched_at(const struct watched *w, int side)
{
    return side ^ (int)(w->game % 2);
}

const struct player *watched_mover(const struct watched *w);
struct stream watched_stream(const struct watched *w);

/* What the mover chose, or NO_MOVE and why. Shown at once if all moves before it are. */
void watched_take(struct watched *w, const struct choice *choice, const char *why);

/* Shows more moves or fewer, as far as there are any. */
void watched_step(struct watched *w, int by);

/* Sentences, in buf, which is returned. Discs are those of the first and the second side. */
const char *watched_side(const struct watched *w, int side, const char *disc,
                         char buf[WATCHED_TEXT]);
const char *watched_state(const struct watched *w, const char *const disc[2],
                          char buf[WATCHED_TEXT]);
const char *watched_score(const struct watched *w, char buf[WATCHED_TEXT]);

#endif
