/*
 * comparison - is one player better than others, and how?
 *
 * The first player is compared with each of the others; the others do not meet
 * each other. All that is found out is in one struct of plain data, which
 * whoever prints it reads.
 *
 * How they meet: at each of some depths, then at equal nodes. A depth is given
 * to those players that do not come with limits of their own and whose search
 * has a depth; if that is neither of the two, they meet once, as they are.
 * Equal nodes are for two alpha-beta players without limits of their own: as
 * many for each move as the two used on average at the main depth, the middle
 * one of the list. Each of these matches has openings of its own, as long as
 * there are enough.
 */
#ifndef C4E_ARENA_COMPARISON_H
#define C4E_ARENA_COMPARISON_H

#include "arena/match.h"
#include "truth/mistakes.h"
#include "heuristic/contrast.h"

#define COMPARISON_DEPTHS 16

enum comparison_limit {
    LIMIT_DEPTH,
    LIMIT_NODES,
    LIMIT_OWN /* each as it is */
};

struct comparison_options {
    int depth[COMPARISON_DEPTHS];
    int depths;
    uint32_t pairs; /* of an match, at most */
    int plies;      /* of the openings */
    bool equal_nodes;
    uint64_t nodes; /* of a move; 0: found out at the main depth */
    uint64_t seed;
    bool sequential;
    struct sprt sprt; /* the test of every match, with no pair counted */
};

/* An match of the first player with another. */
struct comparison_match {
    uint32_t other;
    enum comparison_limit limit;
    uint64_t amount; /* plies, or nodes of a move; 0 while it is not known, and with LIMIT_OWN */
    uint32_t pairs;  /* planned */
    bool begun;
    struct match result;
};

/* In nanoseconds, on a machine that does nothing else. Never the same twice. */
struct speed {
    double evaluation; /* of a whole position, from scratch */
    double node;       /* of the search, where most is known from the node before */
};

/* What is known of one player by itself. */
struct comparison_player {
    uint32_t champion; /* its id in the run that its name tells; 0 for other players */
    bool takes_depth;
    double spread;             /* of its genome; 0 without one */
    double effect[GENE_COUNT]; /* of what distinguishes it from the first player; all 0 unless
                                  both have a genome */
    bool asked;                /* about the positions of the truth: */
    int depth;                 /* at this depth; 0: as it is */
    struct mistake_summary mistakes;
    struct mistake_contrast duel; /* of the first player with this one */
    size_t forfeits;              /* how often it gave no move, and why the first time */
    char forfeit[WHY_SIZE];
    struct speed speed; /* zeroed while it is not measured; never the same twice */
};

struct comparison {
    struct comparison_options o;
    struct games games; /* players and openings of all matches; the games of the last one */
    struct comparison_player *of;   /* one for each */
    struct comparison_match *match; /* by opponent; depths in the order given, equal nodes last */
    size_t matches;
    bool unseen;    /* no run that is named among the players starts games from such openings */
    size_t solved;  /* positions that mistakes are counted in; 0 if they are not */
    bool cut_short; /* somebody interrupted it */
};

/* Room for that many players, all zeroed, for the caller to fill. */
int comparison_init(struct comparison *c, const struct comparison_options *o, uint32_t players,
                    struct err *err);
void comparison_release(struct comparison *c);

/* Once the players are there: openings, the list of matches, and the genomes beside each
 * other. Plays no game. */
int comparison_plan(struct comparison *c, struct err *err);

/* The depth at which mistakes and nodes are counted. */
int comparison_main_depth(const struct comparison_options *o);

/* Games that will be played at most. */
size_t comparison_games(const struct comparison *c);

/* Plays all matches. *finished is false when watch->stop came first; what was played until
 * then is there. */
int comparison_play(struct comparison *c, struct pool *pool, const struct watch *watch,
                    bool *finished, struct err *err);

/* Asks every player for its move in positions that are all solved. watch counts moves. */
int comparison_ask(struct comparison *c, const struct solved_set *truth, struct pool *pool,
                   const struct watch *watch, bool *finished, struct err *err);

/* Measures how fast the genomes are evaluated and searched at the main depth, on one thread. */
int comparison_time(struct comparison *c, struct err *err);

/* The positions over which evaluations are compared, which are always the same. The caller
 * frees them. */
int comparison_sample(struct position **pos, size_t *n, struct err *err);

#endif
