/*
 * listing - pairs of players from a CSV file, with what was published about them.
 *
 * The first line names the columns: x and o are needed, games and score go
 * together. Other columns are allowed and not looked at. A field with a comma
 * stands in quotes, and a quote in it is doubled. Blank lines are skipped.
 */
#ifndef C4E_ARENA_LISTING_H
#define C4E_ARENA_LISTING_H

#include "arena/tournament.h"

/* Names must be those of the players. *list is allocated. All wrong lines are reported, with file
 * and line. */
int listing_read(struct listed_pair **list, size_t *n, const char *path,
                 const struct player *player, uint32_t players, struct err *err);

#endif
