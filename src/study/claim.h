/*
 * claim - a statement about a tournament that its games can decide.
 *
 *     score(4ply_*, 5ply_*) > 0.5 and draws(a, b) > draws(c, d)
 *     strongest(Minimax D6)
 *     cycle(Dots, Lines, CDots)
 *
 * A claim is one or more parts joined by "and". A part compares two figures, or a
 * figure and a number, with > or <; or it is a named statement. claim_figures and
 * claim_statements list them. Players are given by name or by a shell pattern
 * (*, ?, [24]); the games of all players that match are counted together.
 *
 * A 95% interval decides whether a part holds or fails; if it includes both, the part
 * is not decided. The interval of a difference combines those of its two sides
 * (Newcombe 1998, method 10), which must not count the same games. A claim holds if
 * all its parts hold, and fails if one of them fails.
 */
#ifndef C4E_STUDY_CLAIM_H
#define C4E_STUDY_CLAIM_H

#include "arena/games.h"
#include "stats/rating.h"

enum claim_verdict { VERDICT_OPEN, VERDICT_HOLDS, VERDICT_FAILS };

/* The value of a figure, and the number of games behind it. */
struct estimate {
    struct interval value;
    uint64_t games; /* 0 for a number */
};

/* A pair of players as a figure sees it: see claim.c. */
struct claim_view;

struct claim_figure {
    const char *name;
    int arguments;
    const char *help;
    /* The half-points of a game, or -1 if it does not count. */
    int (*points)(const struct claim_view *view, int result, bool lower_first);
};

#define CLAIM_ARGUMENTS 3
#define CLAIM_NAME      48
#define CLAIM_PARTS     16

struct claim_term {
    const struct claim_figure *figure; /* NULL for a number */
    double number;
    char argument[CLAIM_ARGUMENTS][CLAIM_NAME];
};

struct claim_part {
    bool strongest; /* a statement on the left term's first player, not a comparison */
    bool greater;   /* left > right, or left < right */
    struct claim_term left, right;
};

struct claim {
    struct claim_part part[CLAIM_PARTS];
    int n;
};

/* A named statement, which adds one or more parts. */
struct claim_statement {
    const char *name;
    int arguments;
    const char *help;
    int (*add)(struct claim *claim, char argument[][CLAIM_NAME], struct err *err);
};

/* Both tables end with a row without a name. */
extern const struct claim_figure claim_figures[];
extern const struct claim_statement claim_statements[];

/* The result for one part. For `strongest`, `left` is the lead in Elo over the best other
 * player, the rival. */
struct claim_finding {
    enum claim_verdict verdict;
    struct estimate left, right;
    const char *rival; /* NULL unless strongest; belongs to the player */
};

/* Reads a claim. */
int claim_parse(struct claim *claim, const char *text, struct err *err);

/* Checks that every pattern matches a player. */
int claim_check(const struct claim *claim, const struct games *games, struct err *err);

/* Judges games that have been scored and rated. `finding` has room for claim->n. */
enum claim_verdict claim_judge(const struct claim *claim, const struct games *games,
                               const struct ratings *ratings, struct claim_finding *finding);

/* Judges the same findings anew by their figures alone, without intervals: what the games that were
 * played say, and not what others would. */
enum claim_verdict claim_count(const struct claim *claim, struct claim_finding *finding);

/* A term as it is written: "score(a, b)" or "0.5". */
void claim_term_text(const struct claim_term *term, char *text, size_t size);

/* "holds", "does not hold" or "not decided". */
const char *claim_verdict_text(enum claim_verdict verdict);

#endif
