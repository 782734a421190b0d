/*
 * roster - the players of an INI file: one [player NAME] section each, and [defaults].
 *
 * What a player's section says goes before its genome, and that before the
 * defaults; but genes of the defaults change every genome. A player without a
 * genome (genome = random) takes no genes, search or limits from the defaults. An engine
 * (genome = uci:COMMAND) takes its limits.
 */
#ifndef C4E_ARENA_ROSTER_H
#define C4E_ARENA_ROSTER_H

#include "arena/player.h"
#include "base/conf.h"

#define ROSTER_DEFAULTS "defaults"

/* Is it the heading of a player's section? */
bool roster_heading(const struct conf_entry *entry);

uint32_t roster_count(const struct conf *conf);

/* Makes the players, as many as roster_count says, and adds all that is wrong to err.
 * published[i] is the number that the section gives for that key, or nan. */
int roster_read(struct player *player, double *published, struct conf *conf, struct err *err);

#endif
