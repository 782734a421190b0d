/*
 * games - players, openings, a schedule and its results: every list of games is
 * played here.
 *
 * Fill in players, openings and schedule; then games_play plays any range of the
 * schedule. Games are items of work for the pool (parallel/pool.h): each writes
 * its own result and reads only what all share. A move depends on the player,
 * the position and a random stream named by (seed, generation, game, ply), where
 * the game is its index in the schedule. So the results are the same bytes for
 * any number of threads and processes, and for any division into ranges. That is
 * also why a deterministic player need not search twice: see move_table.h.
 *
 * A player that fails to move loses that game; `forfeits` says why.
 */
#ifndef C4E_ARENA_GAMES_H
#define C4E_ARENA_GAMES_H

#include "arena/forfeit.h"
#include "arena/game_slot.h"
#include "arena/move_table.h"
#include "arena/opening.h"
#include "arena/player.h"
#include "arena/schedule.h"
#include "parallel/watch.h"
#include "parallel/pool.h"
#include "stats/crosstable.h"

struct games {
    char *name;
    const char *what;        /* the games are called in progress messages; NULL: "games" */
    enum game_detail detail; /* what is kept of each game */
    struct player *player;
    uint32_t players;
    struct openings openings;
    struct schedule schedule;
    uint64_t seed;
    uint32_t generation;        /* part of the name of random streams; 0 outside of evolution */
    struct game_result *result; /* one for each game, by games_ready */
    bool *done;                 /* is the result there? one for each game */
    size_t ready;               /* number of games that have a place for their result */
    size_t played;              /* number of games that are done */
    struct forfeits forfeits;   /* sorted by game */
    struct crosstable table;    /* by games_count */
};

/* Allocates that many players, all zeroed: player_init or player_parse fills them in. */
int games_init(struct games *games, const char *name, uint32_t players, struct err *err);
void games_release(struct games *games);

/* Allocates the results once the schedule is complete. games_play does it if needed; call it
 * earlier to fill in known results. */
int games_ready(struct games *games, struct err *err);

/* The same once more games were added to the schedule; results that are there stay. */
int games_grow(struct games *games, struct err *err);

/* Saves results while other games are still being played. */
struct games_keeper {
    bool (*keep)(void *context, size_t game); /* by one thread at a time; false: stop playing */
    void *context;
};

/* Plays the games from index `from` up to, but not including, `to`. Games that `watch` stops are
 * left GAME_UNPLAYED; see games_done. Progress is that of the whole schedule. keeper may be NULL. */
int games_play(struct games *games, size_t from, size_t to, struct pool *pool,
               const struct watch *watch, const struct games_keeper *keeper, struct err *err);

/* The whole schedule. */
int games_play_all(struct games *games, struct pool *pool, const struct watch *watch,
                   struct err *err);

/* Are all games of the range done? */
bool games_done(const struct games *games, size_t from, size_t to);

/* Adds the results of a range to the crosstable, without games that were not played. Consecutive
 * games of one sample must be a single game or a game pair; half a pair counts as a single game.
 * Fails if they are anything else, or if a game names a player that does not exist. */
int games_count(struct games *games, size_t from, size_t to, struct err *err);

/* Counts all of them in a new crosstable. */
int games_score(struct games *games, struct err *err);

/* Do some games only repeat others? Two deterministic players always play the
 * same game from the same opening. */
bool games_repeats(const struct games *games);

/* Writes all games that were played to a file. */
int games_write_pgn(const struct games *games, const char *path, struct err *err);

/* Clears schedule, results, forfeits and crosstable, but keeps players and openings. */
void games_clear(struct games *games);

/* Frees the list of games, but keeps their number and the crosstable: a long list takes more
 * memory than all that is computed from it. */
void games_forget_games(struct games *games);

/* The work of the pool; its context is a games_range. */
struct games_range {
    const struct games *games;
    size_t from;              /* index of the first item in the schedule */
    size_t known_games;       /* that the table is for; 0: there is no table */
    struct move_table *known; /* choices made in this range; or NULL */
};

extern const struct pool_kind games_kind;

#endif
