/*
 * crosstable - who scored what against whom, by colour and by game pair.
 *
 * Results are counted in samples: a game pair, which is two games of two
 * players from one opening with colours swapped, or a single game. For every
 * two players the table counts each kind of sample, so it keeps everything that
 * the statistics need: results by colour, scores of samples, and how the two
 * games of a pair are related. A table of 1,000 players takes 30 MB for any
 * number of games.
 *
 * A player may play itself; such games count for the first-move advantage and
 * for crosstable_wdl, but not in the player's record.
 */
#ifndef C4E_STATS_CROSSTABLE_H
#define C4E_STATS_CROSSTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/tally.h"
#include "base/err.h"

enum game_outcome {
    GAME_UNPLAYED = -2,
    GAME_LOST = -1, /* by the player who moved first */
    GAME_DRAWN = 0,
    GAME_WON = 1
};

/*
 * All games of two players, as the one with the lower index sees them. Results
 * are 0 for a loss, 1 for a draw and 2 for a win of that player.
 */
struct pairing {
    uint32_t pair[3][3];   /* game pairs by its result as first player and as second */
    uint32_t single[2][3]; /* single games: [0] it was first, [1] it was second */
};

struct crosstable {
    size_t n;
    struct pairing *pairing; /* of a <= b, row by row: see crosstable_pairing */
};

/* An empty table for n players. */
int crosstable_init(struct crosstable *table, size_t n, struct err *err);
void crosstable_release(struct crosstable *table);

/* Counts a game pair: `game`, in which `first` moved first, and `swapped`, in which `second` did.
 * Either may be GAME_UNPLAYED: then the other counts as a single game. */
void crosstable_add_pair(struct crosstable *table, size_t first, size_t second,
                         enum game_outcome game, enum game_outcome swapped);

/* The counts of two players, a <= b. */
const struct pairing *crosstable_pairing(const struct crosstable *table, size_t a, size_t b);

/* The number of game pairs in it, and of all samples. */
uint32_t pairing_pairs(const struct pairing *pairing);
uint32_t pairing_samples(const struct pairing *pairing);

/* All its samples as the player with the lower index sees them, or as the other does. */
struct tally pairing_tally(const struct pairing *pairing, bool upper);

/* Its games in which the player with the lower index moved first, as that player sees
 * them; and those in which it moved second, as its opponent sees them. */
struct wdl pairing_lower_first(const struct pairing *pairing);
struct wdl pairing_upper_first(const struct pairing *pairing);

/* The games in which `first` moved first against `second`, as `first` sees them. */
struct wdl crosstable_wdl(const struct crosstable *table, size_t first, size_t second);

/* All samples of player against opponent, as the player sees them. */
struct tally crosstable_tally(const struct crosstable *table, size_t player, size_t opponent);

/* The results of a player against all others, as it sees them. */
struct record {
    struct wdl as_first;
    struct wdl as_second;
    struct tally tally;
};

struct record crosstable_record(const struct crosstable *table, size_t player);

#endif
