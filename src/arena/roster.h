/*
 * roster - the players of an INI file: one [player NAME] section each, and [defaults].
 *
 * A player's section overrides its genome, which overrides the defaults; but genes
 * in the defaults change every genome. A player without a genome (genome = random)
 * takes no genes, search or limits from the defaults. An engine (genome =
 * uci:COMMAND) takes the limits.
 */
#ifndef C4E_ARENA_ROSTER_H
#define C4E_ARENA_ROSTER_H

#include "arena/player.h"
#include "base/conf.h"

#define ROSTER_DEFAULTS "defaults"

/* Whether it is the heading of a player's section. */
bool roster_heading(const struct conf_entry *entry);

uint32_t roster_count(const struct conf *conf);

/* Makes roster_count players, and adds every error to err. published[i] is the value of that key in
 * the section of player i, or nan. */
int roster_read(struct player *player, double *published, struct conf *conf, struct err *err);

#endif
