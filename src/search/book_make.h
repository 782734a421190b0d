/*
 * book_make - solves all positions of a book, and loses nothing when killed.
 *
 * The positions are handed out in chunks of neighbours, which share much of
 * what a solver remembers. A finished chunk is appended to a journal beside the
 * book that is to be. Whoever makes the same book again reads the journal first
 * and solves only what it lacks, so the results depend neither on threads nor
 * on how often the work was interrupted.
 */
#ifndef C4E_SEARCH_BOOK_MAKE_H
#define C4E_SEARCH_BOOK_MAKE_H

#include "parallel/pool.h"
#include "search/book.h"

struct book_work {
    const char *journal;            /* the path of the journal */
    int threads;                    /* as in pool_init */
    const struct solver_book *book; /* results known beforehand; NULL for none; a book's where
                                          there are other processes */
    const atomic_bool *stop;        /* NULL for none */
    void (*progress)(void *context, const char *what, size_t done,
                     size_t total); /* NULL for none */
    void *context;                  /* progress is called by one thread at a time */
};

/*
 * Fills in the results of the positions that are listed. Returns 0 with the
 * number of positions that are solved in *done: fewer than all when stopped.
 * The journal stays; the caller removes it once the book is written. A journal
 * of another book, or one that another process is writing, is an error.
 */
int book_make(struct book *book, const struct book_work *work, size_t *done, struct err *err);

extern const struct pool_kind book_job_kind;

#endif
