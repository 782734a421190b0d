/*
 * games - players, openings, schedule and results in one place.
 *
 * Whoever sets up a games fills players, openings and schedule; then it is
 * played and scored. A match is a games of two.
 */
#ifndef C4E_ARENA_GAMES_H
#define C4E_ARENA_GAMES_H

#include "stats/crosstable.h"
#include "arena/play.h"

struct games {
    char *name;
    struct player *player;
    uint32_t players;
    struct openings openings;
    struct schedule schedule;
    uint64_t seed;
    struct game_result *result; /* by games_play, one for each game */
    size_t played;
    struct forfeits forfeits; /* games lost without a move, sorted */
    struct crosstable table;  /* by games_score */
};

/* Room for that many players, all zeroed: player_init or player_parse fills them. */
int games_init(struct games *games, const char *name, uint32_t players, struct err *err);
void games_release(struct games *games);

/* Plays what is scheduled, or as much as watch->stop allows. */
int games_play(struct games *games, struct pool *pool, const struct play_watch *watch,
               struct err *err);

int games_score(struct games *games, struct err *err);

/* Do some games only repeat others? Two deterministic players always play the
 * same game from the same start. */
bool games_repeats(const struct games *games);

/* Writes all games that were played to a file. */
int games_write_pgn(const struct games *games, const char *path, struct err *err);

/* Frees the games, of which only the numbers and the crosstable stay. Long lists take more
 * memory than all that is computed from them. */
void games_forget_games(struct games *games);

#endif
