/*
 * mistakes - how far a player is from perfect play.
 *
 * A player is asked for its move in every position of a truth, and the move is
 * compared with the exact scores. It is a mistake when its result, win, draw or
 * loss, is worse than the best to be had; where all moves have the same result
 * there is none to be made, and the position counts as one without. The loss
 * of a move is what it gives away in exact score, so it also counts wins that
 * come later than they could, and losses that come sooner.
 *
 * The answers are the same for any number of threads: a random choice uses a
 * stream named by the seed and the position. Only the time is not.
 */
#ifndef C4E_TRUTH_MISTAKES_H
#define C4E_TRUTH_MISTAKES_H

#include "stats/tally.h"
#include "truth/truth.h"

struct answer {
    signed char column; /* or NO_MOVE, which counts as a game lost at once */
    signed char score;  /* exact, of the move */
    signed char loss;   /* of exact score: 0 for the best moves */
    bool mistake;
    int32_t value; /* of the bare evaluation for the side to move; 0 without a genome */
    uint64_t nodes;
    double seconds;
};

/* Fills in one answer for each position, all of which are solved. Returns the
 * number of answers, which is less than truth->n when watch->stop came first.
 * Positions without a move are noted in the pool as games forfeited by player 0, see forfeits_take. */
size_t mistakes_ask(const struct truth *truth, const struct player *player, uint64_t seed,
                    struct pool *pool, const struct watch *watch, struct answer *answer);

extern const struct pool_kind mistakes_kind;

#define ANY_RESULT 2

/* Some of the positions: by plies and by result for the side to move. */
struct truth_group {
    char name[16]; /* "all", "8 plies", "12-15 plies", "won" */
    int low, high; /* plies */
    int result;    /* 1, 0, -1 or ANY_RESULT */
};

/* All, then by plies if they differ, then won, drawn and lost. */
#define TRUTH_GROUPS_MAX 20

/* Returns the number of groups. When there are more than six numbers of plies,
 * four at a time make a group. No group is empty but for results. */
int truth_groups(const struct truth *truth, struct truth_group group[TRUTH_GROUPS_MAX]);

bool truth_group_has(const struct truth_group *group, const struct truth_position *p);

/* Errors are halves of 95% intervals; nan where there are too few positions. */
struct mistake_summary {
    size_t positions;
    size_t at_stake; /* positions in which a mistake can be made */
    size_t mistakes;
    struct interval rate;    /* mistakes by position, with its 95% interval */
    double loss, loss_error; /* mean of a move */
    double correlation;      /* Spearman's, of value with best score; nan if one is constant */
    double correlation_error;
    double nodes;   /* mean of a move */
    double seconds; /* mean of a move */
};

int mistakes_sum(const struct truth *truth, const struct answer *answer,
                 const struct truth_group *group, struct mistake_summary *summary, struct err *err);

/* The share of n that k is, with its 95% interval. */
struct interval share_interval(size_t k, size_t n);

/* Spearman's rank correlation of two lists, with the error of it; nan when one
 * of them is constant or there are fewer than four. */
int rank_correlation(const double *x, const double *y, size_t n, double *rho, double *error,
                     struct err *err);

/* Two players on the same positions: what only one of them gets wrong, and the
 * probability of a difference as large as that by chance (McNemar's exact test). */
struct mistake_contrast {
    size_t first_only, second_only;
    double p;
};

struct mistake_contrast mistakes_compare(const struct answer *first, const struct answer *second,
                                         size_t n);

#endif
