/*
 * comparison - is one player better than others, and how?
 *
 * The first player is compared with each of the others, which do not play each
 * other. The result is one struct of plain data.
 *
 * A pairing has a match at each of several depths, then one at equal nodes. Only
 * players whose search has a depth and who come without limits of their own are
 * given a depth; if neither player is, there is one match with their own limits.
 * The match at equal nodes is for two players without limits of their own whose
 * searches can count nodes: each move may use as many nodes as the two used on
 * average at the main depth, the middle one of the list. Each match has openings
 * of its own, as long as there are enough.
 */
#ifndef C4E_ARENA_COMPARISON_H
#define C4E_ARENA_COMPARISON_H

#include "arena/match.h"
#include "heuristic/contrast.h"
#include "heuristic/threat_worth.h"

#define COMPARISON_DEPTHS 16

enum comparison_limit {
    LIMIT_DEPTH,
    LIMIT_NODES,
    LIMIT_OWN /* each player has its own limits */
};

struct comparison_options {
    int depth[COMPARISON_DEPTHS];
    int depths;
    uint32_t pairs; /* per match, at most */
    int plies;      /* of the openings */
    bool equal_nodes;
    uint64_t nodes; /* per move at equal nodes; 0: measured at the main depth */
    uint64_t seed;
    bool sequential;
    struct sprt sprt; /* the test of every match, with no pair counted */
};

/* A match of the first player with another. */
struct comparison_match {
    uint32_t other;
    enum comparison_limit limit;
    uint64_t amount; /* plies, or nodes per move; 0 until it is known, and with LIMIT_OWN */
    uint32_t pairs;  /* planned */
    bool begun;
    struct match result;
};

/* In nanoseconds, on an idle machine. Varies from run to run. */
struct speed {
    double evaluation; /* of a whole position, from scratch */
    double node;       /* of the search, where most is known from the node before */
};

/* What is known of one player. */
struct comparison_player {
    uint32_t champion; /* its id in the run that it is the champion of; 0 for other players */
    bool takes_depth;  /* plays at the depths of the comparison */
    double spread;     /* of its genome; 0 without one */
    double effect[GENE_COUNT];   /* of each difference from the first player's genome; 0 unless both
                                  have one */
    double tables_effect;        /* the same for its tables */
    struct threat_worth threats; /* what it pays for them, if it has tables */
    size_t forfeits;             /* how often it failed to move, and why the first time */
    char forfeit[WHY_SIZE];
    struct speed speed; /* zeroed until it is measured */
};

struct comparison {
    struct comparison_options o;
    struct games games; /* players and openings of all matches; the games of the last one */
    struct comparison_player *of;   /* one for each player */
    struct comparison_match *match; /* by opponent; depths in the order given, equal nodes last */
    size_t matches;
    bool unseen;    /* no run among the players starts games from openings of these plies */
    bool cut_short; /* interrupted */
};

/* Allocates the players, all zeroed, for the caller to fill in. */
int comparison_init(struct comparison *c, const struct comparison_options *o, uint32_t players,
                    struct err *err);
void comparison_release(struct comparison *c);

/* Once the players are there: draws openings, lists the matches and compares the genomes. Plays no
 * game. */
int comparison_plan(struct comparison *c, struct err *err);

/* The depth at which mistakes and nodes are counted. */
int comparison_main_depth(const struct comparison_options *o);

/* The largest number of games that will be played. */
size_t comparison_games(const struct comparison *c);

/* Plays all matches. *finished is false when watch->stop came first; the games played until
 * then are counted. */
int comparison_play(struct comparison *c, struct pool *pool, const struct watch *watch,
                    bool *finished, struct err *err);

/* Gives the main depth to all players that take one, for questions outside of matches. */
void comparison_set_main_depth(struct comparison *c);

/* Adds n cases in which a player gave no move; `why` is the reason of the first. */
void comparison_add_forfeits(struct comparison *c, uint32_t who, size_t n, const char *why);

/* Measures how fast genomes are evaluated and searched at the main depth, on one thread. */
int comparison_time(struct comparison *c, struct err *err);

/* The positions over which evaluations are compared, which are always the same. The caller
 * frees them. */
int comparison_sample(struct position **pos, size_t *n, struct err *err);

#endif
