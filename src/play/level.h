/*
 * level - how strong the computer plays when nobody names a player.
 */
#ifndef C4E_PLAY_LEVEL_H
#define C4E_PLAY_LEVEL_H

struct level {
    const char *player; /* as text */
    const char *about;  /* for a person */
};

#define LEVELS        9
#define LEVEL_DEFAULT 4

/* From 1 to LEVELS, weakest first. */
const struct level *level_find(int number);

#endif
