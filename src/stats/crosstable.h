/*
 * crosstable - who scored what against whom, by colour and by unit.
 *
 * For each two players the table counts every kind of unit that they can play,
 * so that nothing that the statistics need is lost: results by colour, unit
 * scores, and how the two games of a unit go together. A table of 1,000
 * players takes 30 MB, however many games it holds.
 *
 * A player may meet itself; such games count for the first-move advantage and
 * for crosstable_wdl, but not in the player's record.
 */
#ifndef C4E_STATS_CROSSTABLE_H
#define C4E_STATS_CROSSTABLE_H

#include <stddef.h>
#include <stdint.h>

#include "arena/schedule.h"
#include "stats/tally.h"
#include "base/err.h"

/*
 * The units of two players, seen from the one with the lower index. Results
 * are 0 for a loss, 1 for a draw and 2 for a win of that player.
 */
struct pairing {
    uint32_t pair[3][3];   /* by its result as first player and as second */
    uint32_t single[2][3]; /* units of one game: [0] it was first, [1] it was second */
};

struct crosstable {
    size_t n;
    struct pairing *pairing; /* of a <= b, row by row: see crosstable_pairing */
};

/* An empty table for n players. */
int crosstable_init(struct crosstable *table, size_t n, struct err *err);
void crosstable_release(struct crosstable *table);

/*
 * Counts a list of games. Consecutive games with the same unit are one unit,
 * which must be a single game or two games with colours swapped. Games that
 * were not played are skipped, and a half-played pair counts as a unit of one
 * game. Fails, with part of the list counted, if a game names a player beyond
 * the table or a unit is anything else.
 */
int crosstable_add(struct crosstable *table, const struct game *game,
                   const struct game_result *result, size_t count, struct err *err);

/* Counts one unit: the game that first began, and the one that second began.
 * Either may be GAME_UNPLAYED; each outcome is seen from who moved first in it. */
void crosstable_add_unit(struct crosstable *table, size_t first, size_t second,
                         enum game_outcome game, enum game_outcome swapped);

/* The counts of two players, a <= b. */
const struct pairing *crosstable_pairing(const struct crosstable *table, size_t a, size_t b);

/* The number of colour-swapped pairs in it, and of all units. */
uint32_t pairing_pairs(const struct pairing *pairing);
uint32_t pairing_units(const struct pairing *pairing);

/* All its units as the player with the lower index sees them, or as the other does. */
struct tally pairing_tally(const struct pairing *pairing, bool upper);

/* Its games in which the player with the lower index moved first, as that player sees
 * them; and those in which it moved second, as its opponent sees them. */
struct wdl pairing_lower_first(const struct pairing *pairing);
struct wdl pairing_upper_first(const struct pairing *pairing);

/* The games in which first moved first against second, as first sees them. */
struct wdl crosstable_wdl(const struct crosstable *table, size_t first, size_t second);

/* All units of player against opponent, as player sees them. */
struct tally crosstable_tally(const struct crosstable *table, size_t player, size_t opponent);

/* What a player did against all others, as it sees it. */
struct record {
    struct wdl as_first;
    struct wdl as_second;
    struct tally tally;
};

struct record crosstable_record(const struct crosstable *table, size_t player);

#endif
