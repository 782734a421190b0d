/*
 * contest - players, openings, schedule and results in one place.
 *
 * Whoever sets up a contest fills players, openings and schedule; then it is
 * played and scored. A match is a contest of two.
 */
#ifndef C4E_ARENA_CONTEST_H
#define C4E_ARENA_CONTEST_H

#include "arena/crosstable.h"
#include "arena/play.h"

struct contest {
    char *name;
    struct player *player;
    uint32_t players;
    struct openings openings;
    struct schedule schedule;
    uint64_t seed;
    struct game_result *result; /* by contest_play, one for each game */
    size_t played;
    struct forfeits forfeits; /* games lost without a move, sorted */
    struct crosstable table;  /* by contest_score */
};

/* Room for that many players, all zeroed: player_init or player_parse fills them. */
int contest_init(struct contest *contest, const char *name, uint32_t players, struct err *err);
void contest_release(struct contest *contest);

/* Plays what is scheduled, or as much as watch->stop allows. */
int contest_play(struct contest *contest, struct crew *crew, const struct play_watch *watch,
                 struct err *err);

int contest_score(struct contest *contest, struct err *err);

/* Do some games only repeat others? Two deterministic players always play the
 * same game from the same start. */
bool contest_repeats(const struct contest *contest);

/* Writes all games that were played to a file. */
int contest_write_pgn(const struct contest *contest, const char *path, struct err *err);

/* Frees the games, of which only the numbers and the crosstable stay. Long lists take more
 * memory than all that is computed from them. */
void contest_forget_games(struct contest *contest);

#endif
