/*
 * opponent - the computer as a person's opponent: how strong it plays, and what it
 * thinks, in words.
 *
 * It plays as a player that was named on the command line, or at one of nine levels.
 */
#ifndef C4E_PLAY_OPPONENT_H
#define C4E_PLAY_OPPONENT_H

#include "arena/player.h"

#define LEVELS        9
#define LEVEL_DEFAULT 4

struct level {
    const char *player; /* as text */
    const char *about;  /* for a person */
};

struct opponent {
    struct player player;
    bool named;            /* a player rather than a level */
    int level;             /* where it is not named */
    struct player adviser; /* the strongest level, loaded when first needed; else zeroed */
};

/* The level of that number, from 1 to LEVELS, weakest first. */
const struct level *opponent_level(int number);

/* Loads the named player, or that of the level if `player` is NULL. */
int opponent_init(struct opponent *opponent, const char *player, int level, struct err *err);
void opponent_release(struct opponent *opponent);

/* Changes the level, within 1..LEVELS. On failure the old one stays. */
int opponent_set_level(struct opponent *opponent, int level, struct err *err);

/* Loads the adviser unless that was done before. */
int opponent_load_adviser(struct opponent *opponent, struct err *err);

/* Whether a player's choice is based on an evaluation of the position. */
bool opponent_has_opinion(const struct player *player, const struct choice *choice);

/*
 * The value of any player's choice for the side that moves: "are ahead by 3.250",
 * "will win with move 27", "are even". `be` is the verb that fits the side: "are" for
 * you, "is" for the computer. Returns buf.
 */
const char *opponent_opinion(const struct player *player, const struct choice *choice,
                             const char *be, char *buf, size_t size);

#endif
