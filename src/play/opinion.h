/*
 * opinion - what a player thinks of a position, in words.
 */
#ifndef C4E_PLAY_OPINION_H
#define C4E_PLAY_OPINION_H

#include "arena/player.h"

/* Does the player look at positions at all? */
bool opinion_held(const struct player *player, const struct choice *choice);

/*
 * The value of a choice for the side that moves: "are ahead by 3.250", "will win
 * with move 27", "are even". `be` is the verb that fits the side: "are" for you,
 * "is" for the computer.
 */
const char *opinion_words(const struct player *player, const struct choice *choice, const char *be,
                          char *buf, size_t size);

#endif
