/*
 * tournament - a schedule among many players, read from an INI file.
 *
 *     [tournament]
 *     name     = rusak-2005-round1
 *     schedule = round-robin      ; round-robin | gauntlet | listed
 *     pairs    = ordered          ; ordered | swapped | first-a
 *     games    = 1                ; per opening: games per ordered pair, or per pair and colour
 *     openings = empty            ; empty | plies:count | file
 *     repeats  = yes              ; no: skips games that would only repeat others
 *     seed     = 1
 *     list     = cells.csv        ; the pairs of a listed schedule: x,o[,games,score]
 *     anchor   = NAME             ; the player whose rating is fixed...
 *     anchor_elo = 0              ; ...at this
 *     curve    = depth            ; fits a logistic curve of score against depth
 *
 *     [defaults]                  ; for all players: see roster.h
 *
 *     [player NAME]               ; genome, any player key or gene
 *     published = 10              ; wins that a study published, shown beside ours
 *
 * Paths are relative to the file. All errors are found before a game is
 * played, and name file, line and key.
 */
#ifndef C4E_ARENA_TOURNAMENT_H
#define C4E_ARENA_TOURNAMENT_H

#include "arena/games.h"
#include "stats/rating.h"
#include "base/conf.h"

/* A pairing of a listed schedule, and what was published about it. */
struct listed_pair {
    uint32_t x, o; /* x moves first where pairs = first-a */
    double games;  /* published; 0 if nothing was */
    double score;  /* of x: wins and half the draws */
};

struct tournament {
    struct games games;
    enum pairs_rule pairs;
    double *published; /* wins by player, nan where there is no figure */
    struct listed_pair *listed;
    size_t listed_n;
    struct rating_anchor anchor;
    bool curve;
};

/* Overrides are "section.key=value". The list of a listed schedule is a CSV file: its first line
 * names the columns, of which x and o are needed, games and score go together, and others are
 * ignored. A field with a comma is quoted, and a quote in it is doubled. */
int tournament_read(struct tournament *t, const char *path, const char *const *overrides,
                    int override_count, struct err *err);
/* A round robin of players that are named here, in game pairs from the same openings. */
struct tournament_options {
    int games;        /* per pairing; an odd number is rounded up */
    int depth;        /* of players that do not say how long they search; 0: the usual one */
    int plies;        /* of the openings */
    const char *file; /* with the openings instead, each played twice; or NULL */
    uint64_t seed;
};

int tournament_of_players(struct tournament *t, const char *const *names, uint32_t n,
                          const struct tournament_options *options, struct err *err);

void tournament_release(struct tournament *t);

#endif
