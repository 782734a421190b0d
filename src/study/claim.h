/*
 * claim - a statement about a games that its games decide, or do not.
 *
 *     score(4ply_*, 5ply_*) > 0.5 and draws(a, b) > draws(c, d)
 *     strongest(Minimax D6)
 *     cycle(Dots, Lines, CDots)
 *
 * A claim is one or more parts joined by "and": a comparison of two figures, or
 * of a figure and a number, with > or <; or one of the statements that have a
 * name. claim_figures and claim_statements list them. Players are given by name
 * or by a pattern as of the shell (*, ?, [24]); games of all that match are
 * counted together.
 *
 * A part holds, or does not, when a 95% interval says so; otherwise it is not
 * decided. The interval of a difference is made of those of its two sides
 * (Newcombe 1998, method 10), which must not count the same games. A claim
 * holds if all parts do, and does not if one does not.
 */
#ifndef C4E_STUDY_CLAIM_H
#define C4E_STUDY_CLAIM_H

#include "arena/games.h"
#include "stats/rating.h"

enum verdict { VERDICT_OPEN, VERDICT_HOLDS, VERDICT_FAILS };

/* What a figure is in the games, and from how many. */
struct estimate {
    struct interval value;
    uint64_t games; /* 0 for a number */
};

/* Who is meant, and as which side of a claim: see claim.c. */
struct claim_eye;

struct claim_figure {
    const char *name;
    int arguments;
    const char *help;
    /* Half-points that a game counts for, or -1 where it does not count. */
    int (*points)(const struct claim_eye *eye, int result, bool lower_first);
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
    bool strongest; /* the left term's first player is meant; no comparison */
    bool greater;   /* left > right, or left < right */
    struct claim_term left, right;
};

struct claim {
    struct claim_part part[CLAIM_PARTS];
    int n;
};

/* A name for one or more parts, which it adds. */
struct claim_statement {
    const char *name;
    int arguments;
    const char *help;
    int (*add)(struct claim *claim, char argument[][CLAIM_NAME], struct err *err);
};

/* The rows, ended by one without a name. */
extern const struct claim_figure claim_figures[];
extern const struct claim_statement claim_statements[];

/* What the games say about one part. Of `strongest` it is the lead, in Elo, over the best of
 * the others, named here. */
struct claim_finding {
    enum verdict verdict;
    struct estimate left, right;
    const char *rival; /* NULL unless strongest; belongs to the player */
};

/* Reads a claim. */
int claim_parse(struct claim *claim, const char *text, struct err *err);

/* Does every pattern name somebody? */
int claim_check(const struct claim *claim, const struct games *games, struct err *err);

/* Judges a games that was scored and rated. `finding` has room for claim->n. */
enum verdict claim_judge(const struct claim *claim, const struct games *games,
                         const struct ratings *ratings, struct claim_finding *finding);

/* A term as it is written: "score(a, b)" or "0.5". */
void claim_term_text(const struct claim_term *term, char *text, size_t size);

/* "holds", "does not hold" or "not decided". */
const char *verdict_text(enum verdict verdict);

#endif
