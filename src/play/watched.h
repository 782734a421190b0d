/*
 * watched - games between two players, shown to somebody move by move.
 *
 * Pure state: the moves made so far, what each player thought of them, and how many
 * of them are shown. Games come in pairs from one opening, with colours swapped in
 * the second.
 */
#ifndef C4E_PLAY_WATCHED_H
#define C4E_PLAY_WATCHED_H

#include "arena/opening.h"
#include "arena/player.h"

#define WATCHED_TEXT 512

struct watched_options {
    const char *player[2];    /* as text */
    const struct moves *from; /* where every game begins, or NULL for random openings */
    int plies;                /* of the openings */
    uint64_t seed;
};

struct watched {
    struct player player[2];
    struct moves from;
    int plies; /* of the openings; -1 if every game begins at `from` */
    uint64_t seed;
    uint32_t game;               /* 0, 1, ...; in odd games the second player moves first */
    struct moves start, moves;   /* the opening; all moves so far, the opening included */
    struct choice choice[CELLS]; /* behind each move */
    int shown;                   /* number of moves on the board that is shown */
    enum outcome forfeit;        /* if a player failed to move, else OUTCOME_NONE */
    char why[WHY_SIZE];          /* the reason for that */
    uint32_t wins[2], draws;
};

int watched_init(struct watched *w, const struct watched_options *options, struct err *err);
void watched_release(struct watched *w);

/* Starts the next game, whether or not this one is over. */
int watched_next(struct watched *w, struct err *err);

enum outcome watched_outcome(const struct watched *w);

/* Which of the two players has this side; side 0 moves first. */
static inline int watched_at(const struct watched *w, int side)
{
    return side ^ (int)(w->game % 2);
}

/* The player to move, and the random stream of its move. */
const struct player *watched_mover(const struct watched *w);
struct stream watched_stream(const struct watched *w);

/* Makes the chosen move, which is shown at once if all moves before it are. After NO_MOVE the
 * mover has lost, and `why` is the reason. */
void watched_take(struct watched *w, const struct choice *choice, const char *why);

/* Shows more moves, or fewer if `by` is negative, within the game. */
void watched_step(struct watched *w, int by);

/* Sentences; all return buf. `disc` is how the discs of a side, or of both, are written. */
const char *watched_side(const struct watched *w, int side, const char *disc,
                         char buf[WATCHED_TEXT]);
const char *watched_state(const struct watched *w, const char *const disc[2],
                          char buf[WATCHED_TEXT]);
const char *watched_score(const struct watched *w, char buf[WATCHED_TEXT]);

#endif
