/*
 * play - fills the results of a schedule.
 *
 * Games are the items of a job for the pool (parallel/pool.h); each writes its own
 * slot and reads only what all share. A move depends on the player, the position
 * and a random stream named by (seed, generation, game, ply), so the results are
 * the same bytes for any number of threads and processes. A player that gives no
 * move loses that game.
 */
#ifndef C4E_ARENA_PLAY_H
#define C4E_ARENA_PLAY_H

#include <stdatomic.h>

#include "arena/forfeit.h"
#include "arena/opening.h"
#include "arena/player.h"
#include "arena/schedule.h"
#include "parallel/pool.h"

struct play_input {
    const struct player *player;
    const struct openings *openings;
    const struct game *game;
    size_t games;
    uint64_t seed;
    uint32_t generation;
    size_t first_index; /* of game[0] in the whole schedule: names its random streams */
};

/* A player's move, see player_move. Returns false when the worker was told to stop: then the
 * choice means nothing. */
bool play_move(const struct player *player, const struct position *pos, struct worker *worker,
               struct stream stream, struct choice *choice);

/* How the caller follows a long run; all may be zero. */
struct play_watch {
    const atomic_bool *stop; /* once set, games are given up */
    void (*progress)(void *context, size_t done, size_t games);
    void *context; /* progress is called by one thread at a time */
};

/* Games that are not played to the end because of `stop` are left GAME_UNPLAYED. Returns
 * the number of games played. */
size_t play_games(const struct play_input *in, struct pool *pool, const struct play_watch *watch,
                  struct game_result *result);

/* Who keeps results while others are still being played. */
struct play_keeper {
    bool (*played)(void *context, size_t game); /* like progress, before it; false: that is all */
    void *context;
};

size_t play_games_kept(const struct play_input *in, struct pool *pool,
                       const struct play_watch *watch, const struct play_keeper *keeper,
                       struct game_result *result);

extern const struct pool_kind play_kind;

#endif
