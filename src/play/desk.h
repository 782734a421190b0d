/*
 * desk - a person, the computer's player and an adviser, at one board.
 *
 * What the full screen and plain lines have in common: who plays, at which
 * level, what may be asked, and the sentences that answer.
 */
#ifndef C4E_PLAY_DESK_H
#define C4E_PLAY_DESK_H

#include "arena/player.h"
#include "play/session.h"

struct desk_options {
    const char *player; /* as text, or NULL for a level */
    int level;
    bool person_second;
    struct moves start;
    uint64_t seed;
};

struct desk {
    struct session session;
    struct player player; /* the computer's */
    bool named;           /* a player rather than a level */
    int level;
    struct player adviser; /* the strongest level, once it was asked; else zeroed */
    uint64_t seed;
    const char *disc[2]; /* how the discs of the first and the second side are written */
};

#define SENTENCE 512

int desk_init(struct desk *desk, const struct desk_options *options, struct err *err);
void desk_release(struct desk *desk);

/* Changes the level, within 1..LEVELS. On failure the old one goes on. */
int desk_set_level(struct desk *desk, int level, struct err *err);

/* Gets the adviser ready. */
int desk_advise(struct desk *desk, struct err *err);

/* The random stream of the next move. */
struct stream desk_stream(const struct desk *desk);

/* Sentences about the game as it stands, in buf, which is returned. */
const char *desk_opponent(const struct desk *desk, char buf[SENTENCE]);
const char *desk_sides(const struct desk *desk, char buf[SENTENCE]);
const char *desk_turn(const struct desk *desk, char buf[SENTENCE]);
const char *desk_score(const struct desk *desk, char buf[SENTENCE]);
const char *desk_last_move(const struct desk *desk, char buf[SENTENCE]);

/* What to say about a choice: that of the adviser for the person, or the line that the
 * computer expects (its choice, then what follows). */
const char *desk_hint(const struct desk *desk, const struct choice *choice, char buf[SENTENCE]);
const char *desk_expects(const struct desk *desk, const struct choice *choice,
                         const struct moves *line, char buf[SENTENCE]);

/* The levels, one a line, the one that is played marked. */
const char *desk_levels(const struct desk *desk, char *buf, size_t size);

#endif
