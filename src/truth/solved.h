/*
 * solved - positions with the exact score of every column.
 *
 * Positions are drawn at random or read from a file; then the exact solver finds
 * the score of each move under perfect play. Scores are those of search/solver.h,
 * from the side to move. They do not depend on the number of threads, and may be
 * kept in a file for the next time (solved_cache.h).
 */
#ifndef C4E_TRUTH_SOLVED_H
#define C4E_TRUTH_SOLVED_H

#include "arena/games.h"
#include "arena/opening.h"
#include "search/solver.h"

struct solved_position {
    struct moves moves;
    struct position pos;
    uint64_t key;               /* the same for mirror images */
    signed char score[COLUMNS]; /* SOLVER_NO_MOVE where the column is full */
    signed char best;           /* the highest of them: the score of the position */
    bool solved;                /* the scores are filled in */
};

struct solved_set {
    struct solved_position *list;
    size_t n;
};

/* Whether the text is "PLIES:COUNT[,PLIES:COUNT...]", and not the name of a file. */
bool solved_is_sets(const char *text);

/* Checks whether such a text can be drawn. */
int solved_check_sets(const char *text, struct err *err);

/* Draws COUNT distinct positions of each number of plies, as openings_draw does. There
 * are fewer if no new ones are found. */
int solved_draw(struct solved_set *set, const char *sets, enum opening_set from, uint64_t seed,
                struct err *err);

/* Reads a set of positions (position_set.h), whose results are not used; or text with one position
 * a line: the first word of each. Blank lines and lines that start with # are skipped. A position
 * may occur twice; one where the game is over is an error that names the line. */
int solved_read(struct solved_set *set, const char *path, struct err *err);

/* Keeps only that many, evenly spread over the set. */
void solved_thin(struct solved_set *set, size_t most);

void solved_release(struct solved_set *set);

/* Solves the positions that are not solved yet, and keeps them in the file `cache` unless
 * it is NULL. *finished is false if watch->stop came first. A cache that cannot be used
 * is not an error: note->text then says why, and is empty otherwise. */
int solved_find_scores(struct solved_set *set, const char *cache, struct pool *pool,
                       const struct watch *watch, bool *finished, struct err *note,
                       struct err *err);

/* Sets the scores of a position, and its best score with them. */
void solved_settle(struct solved_position *p, const int score[COLUMNS]);

/* Finds only who wins, which is faster: 1, 0 or -1 for the first player. Games that are
 * over are allowed. *finished is false if watch->stop came first. */
int solved_find_results(const struct position *pos, size_t n, struct pool *pool,
                        const struct watch *watch, signed char *result, bool *finished,
                        struct err *err);

static inline int result_of_score(int score)
{
    return (score > 0) - (score < 0);
}

#endif
