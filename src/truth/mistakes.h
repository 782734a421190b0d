/*
 * mistakes - how far a player is from perfect play.
 *
 * A player is asked for its move in every position of a solved set. The move is a
 * mistake if its result (win, draw or loss) is worse than the best possible one;
 * where all moves have the same result no mistake can be made. The loss of a move
 * is the difference between its exact score and the best one, so that it also
 * counts wins that come later and losses that come sooner than necessary.
 *
 * Answers do not depend on the number of threads: a random choice uses a stream
 * named by the seed and the position. Only the time differs.
 */
#ifndef C4E_TRUTH_MISTAKES_H
#define C4E_TRUTH_MISTAKES_H

#include "stats/tally.h"
#include "truth/solved.h"

struct answer {
    signed char column; /* or NO_MOVE, which counts as losing at once */
    signed char score;  /* exact, of the move */
    signed char loss;   /* of exact score: 0 for the best moves */
    bool mistake;
    int32_t value; /* of the bare evaluation for the side to move; 0 without a genome */
    uint64_t nodes;
    double seconds;
};

/* Fills in one answer for each position; all of them must be solved. Returns the
 * number of answers, which is less than set->n if watch->stop came first, or if the job was given
 * up: see pool_check. Positions
 * where the player failed to move are noted in the pool as games forfeited by player 0: see
 * forfeits_take. */
size_t mistakes_ask(const struct solved_set *set, const struct player *player, uint64_t seed,
                    struct pool *pool, const struct watch *watch, struct answer *answer);

extern const struct pool_kind mistakes_kind;

/* The answer of one player in one solved position, but for its value; for kinds of jobs, which ask
 * with the worker of their item. Returns false if that was told to stop, or gave up the job. */
bool mistakes_answer(const struct pool_item *item, const struct player *player, uint64_t seed,
                     const struct solved_position *p, struct answer *a);

#define ANY_RESULT 2

/* Positions with some numbers of plies, or with one result for the side to move. */
struct mistake_group {
    char name[16]; /* "all", "8 plies", "12-15 plies", "won" */
    int low, high; /* plies */
    int result;    /* 1, 0, -1 or ANY_RESULT */
};

#define MISTAKE_GROUPS_MAX 20

/* The groups of a set: all positions; by plies, if they differ, four numbers of plies at a
 * time if there are more than six; won, drawn and lost, which may be empty. Returns their
 * number. */
int mistake_groups(const struct solved_set *set, struct mistake_group group[MISTAKE_GROUPS_MAX]);

bool mistake_group_has(const struct mistake_group *group, const struct solved_position *p);

/* Errors are half-widths of 95% intervals; nan if there are too few positions. */
struct mistake_summary {
    size_t positions;
    size_t at_stake; /* positions in which a mistake can be made */
    size_t mistakes;
    struct interval rate;    /* mistakes by position, with its 95% interval */
    double loss, loss_error; /* mean per move */
    double correlation;      /* Spearman's, of value with best score; nan if one is constant */
    double correlation_error;
    double nodes;   /* mean per move */
    double seconds; /* mean per move */
};

int mistakes_sum(const struct solved_set *set, const struct answer *answer,
                 const struct mistake_group *group, struct mistake_summary *summary,
                 struct err *err);

/* Spearman's rank correlation of two lists and its error; nan if one of them is constant
 * or there are fewer than four values. */
int rank_correlation(const double *x, const double *y, size_t n, double *rho, double *error,
                     struct err *err);

/* Two players on the same positions: mistakes that only one of them makes, and the
 * probability of such a difference by chance (McNemar's exact test). */
struct mistake_contrast {
    size_t first_only, second_only;
    double p;
};

struct mistake_contrast mistakes_compare(const struct answer *first, const struct answer *second,
                                         size_t n);

/* One of several players that are asked about the same positions. */
struct mistake_entry {
    struct mistake_summary summary;   /* over all positions */
    struct mistake_contrast contrast; /* of the first player with this one */
    size_t forfeits;                  /* positions in which it gave no move */
    char why[WHY_SIZE];               /* the reason in the first of them */
};

struct mistake_table {
    struct mistake_entry *entry; /* one per player, in their order */
    size_t n;                    /* players who have answered in all positions */
};

/* Asks all players about all positions, which must be solved. *finished is false if watch->stop
 * came first; the table then has the first n players. */
int mistake_table_init(struct mistake_table *table, const struct solved_set *set,
                       const struct player *player, size_t players, uint64_t seed,
                       struct pool *pool, const struct watch *watch, bool *finished,
                       struct err *err);
void mistake_table_release(struct mistake_table *table);

#endif
