/*
 * analysis - a game move by move: what each move was worth, where the result changed
 * hands, what should have been played, and why.
 *
 * First the scores of all positions are found, either by the caller's own worker or
 * with a pool for many games at once; then the words are made. In early positions
 * only results (win, draw or loss) are found, which a book makes fast; later on,
 * exact scores.
 */
#ifndef C4E_TRUTH_ANALYSIS_H
#define C4E_TRUTH_ANALYSIS_H

#include "arena/player.h"
#include "parallel/pool.h"
#include "parallel/watch.h"
#include "truth/words.h"

/* Plies from which on exact scores are found: usually, and if it must not take long. */
#define ANALYSIS_SCORES_FROM 8
#define ANALYSIS_QUICK_FROM  16

struct analysed_move {
    int column;
    int score[COLUMNS]; /* for the side that moves; -1, 0 or 1 if not `scored` */
    bool scored;
    bool solved;
    bool mistake;
    int should;               /* the column that should have been played, or -1 */
    int answer;               /* what the player that was asked would play; or NO_MOVE */
    bool opening;             /* not chosen by the players */
    char text[SAYING_SIZE];   /* of a mistake: "gives away the win: ..." */
    char better[SAYING_SIZE]; /* of a mistake: "5 stops O's four on c3 and ..." */
    char by[SAYING_SIZE];     /* of a mistake: how the better move wins; or "" */
};

struct analysis {
    const char *disc[2];
    struct moves moves;
    int opening;     /* plies */
    int scores_from; /* plies: ANALYSIS_SCORES_FROM or other, but after the opening */
    enum outcome outcome;
    struct analysed_move move[CELLS];
    int mistakes[2]; /* by side, without the opening */
    int turns;       /* how often the result changed hands */
    char summary[3 * SAYING_SIZE];
};

/* A game whose first `opening` moves nobody chose. Discs are what the sides are called. */
void analysis_begin(struct analysis *a, const struct moves *moves, int opening, int scores_from,
                    const char *first, const char *second);

/* Whether no move was made after the end of the game. */
bool analysis_is_possible(const struct moves *moves);

/* Finds the scores with this worker. Returns -1 if it was told to stop. */
int analysis_solve(struct analysis *a, const struct book *book, struct worker *worker);

/* Finds the scores of many games. *finished is false if watch->stop came first. */
int analyses_solve(struct analysis *list, size_t n, const struct book *book, struct pool *pool,
                   const struct watch *watch, bool *finished, struct err *err);

/* Makes the words, once there are scores. Asks the player for its moves too unless it is NULL.
 * Returns -1 if the worker was told to stop. */
int analysis_finish(struct analysis *a, const struct player *player, const struct book *book,
                    struct worker *worker);

/* The result for the first player before move i with best play, 0 being the first: 1, 0 or -1. */
int analysis_result(const struct analysis *a, int i);

#endif
