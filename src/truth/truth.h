/*
 * truth - positions with the exact score of every column.
 *
 * The positions are drawn at random, or read from a file; then the exact
 * solver finds what each move leads to under perfect play. Scores are those of
 * search/solver.h, from the side to move. They are exact, so the same positions
 * have the same scores whatever the number of threads, and scores that were
 * found once may be kept in a file for the next time (truth_cache.h).
 */
#ifndef C4E_TRUTH_TRUTH_H
#define C4E_TRUTH_TRUTH_H

#include "arena/opening.h"
#include "arena/games.h"
#include "search/solver.h"

struct truth_position {
    struct moves moves;
    struct position pos;
    uint64_t key;               /* the same for mirror images */
    signed char score[COLUMNS]; /* SOLVER_NO_MOVE where the column is full */
    signed char best;           /* the highest: the score of the position */
    bool solved;
};

struct truth {
    struct truth_position *list;
    size_t n;
};

/* Is the text "PLIES:COUNT[,PLIES:COUNT...]", and not the name of a file? */
bool truth_is_sets(const char *text);

/* Whether sets can be drawn; the error tells what is wrong with the text. */
int truth_check_sets(const char *text, struct err *err);

/*
 * Draws so many distinct positions of each number of plies, as openings_draw
 * does. There may be fewer than asked for, when new ones are no longer found.
 */
int truth_draw(struct truth *truth, const char *sets, enum opening_set set, uint64_t seed,
               struct err *err);

/* One position a line; whatever follows the first word of a line is not looked
 * at, and blank lines and lines that start with # are skipped. A position may
 * come up again; one that is over is an error that names the line. */
int truth_read(struct truth *truth, const char *path, struct err *err);

void truth_release(struct truth *truth);

struct truth_work {
    int threads;               /* as in pool_init */
    const char *cache;         /* file of solved positions, or NULL */
    const struct watch *watch; /* or NULL; counts positions */
};

/*
 * Solves what is not solved yet. *finished is false when watch->stop came
 * first. A cache that cannot be used fails nothing: the reason is then left in
 * note->text, which is empty otherwise.
 */
int truth_solve(struct truth *truth, const struct truth_work *work, bool *finished,
                struct err *note, struct err *err);

/* Sets the scores of a position, and with them the best. */
void truth_settle(struct truth_position *p, const int score[COLUMNS]);

/*
 * Only who wins: fills in 1, 0 or -1 for the first player, in less time. Games
 * that are over are allowed. Fails when watch->stop was set.
 */
int truth_results(const struct position *pos, size_t n, const struct truth_work *work,
                  signed char *result, struct err *err);

static inline int result_of_score(int score)
{
    return (score > 0) - (score < 0);
}

#endif
