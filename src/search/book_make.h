/*
 * book_make - books by solving all their positions, or from a public data set.
 *
 * Positions are handed out in chunks of relatives (book_order.h), which share much of
 * what a solver remembers. A finished chunk is appended to a journal beside the book,
 * so nothing is lost when the process is killed: making the same book again
 * reads the journal first and solves only what is missing. The results depend
 * neither on threads nor on how often the work was interrupted.
 */
#ifndef C4E_SEARCH_BOOK_MAKE_H
#define C4E_SEARCH_BOOK_MAKE_H

#include "parallel/pool.h"
#include "parallel/watch.h"
#include "search/book.h"

struct book_work {
    struct pool *pool;
    const char *journal;            /* the path of the journal */
    const struct solver_book *book; /* known results, or NULL; those of book_for_solver where
                                       other processes help */
    const struct watch *watch;
};

/*
 * Fills in the results of the listed positions. Returns 0 with the number of
 * solved positions in *done: fewer than all if stopped. The caller removes the
 * journal once the book is written. A journal of another book, or one that
 * another process is writing, is an error.
 */
int book_make(struct book *book, const struct book_work *work, size_t *done, struct err *err);

extern const struct pool_kind book_job_kind;

/*
 * Reads a book from the public data set of 8-ply positions, or from a file of
 * the same form. Each line has a field for each cell, separated by commas, column
 * by column from the bottom: b for blank, x for the player who moved first, o for
 * the other; and one more, win, loss or draw, the result for x. All positions
 * must have the same number of plies. A position may appear many times, and as
 * its mirror image, if the results agree. Errors name the line.
 */
int book_import(struct book *book, const char *path, struct err *err);

#endif
