/*
 * stub_search - search/worker.h and search/book.h in an exported player: its
 * searches need no memory but a hash table, and it has no book.
 */
#ifndef C4E_EXPORT_STUB_SEARCH_H
#define C4E_EXPORT_STUB_SEARCH_H

#include "search/hash.h"
#include "search/search.h"

struct worker {
    struct hash hash;
    const atomic_bool *stop; /* or NULL */
};

static inline void worker_set_stop(struct worker *worker, const atomic_bool *stop)
{
    worker->stop = stop;
}

static inline int worker_init(struct worker *worker, struct err *err)
{
    return hash_init(&worker->hash, 20, err); /* 16 megabytes, as in c4evolve */
}

static inline void worker_release(struct worker *worker)
{
    hash_release(&worker->hash);
}

/* Pointers to a book are NULL. */
struct book {
    int plies;
};

static inline bool book_value(const struct book *book, enum win_rule rule,
                              const struct position *pos, int32_t *value)
{
    (void)book;
    (void)rule;
    (void)pos;
    (void)value;
    return false;
}

#endif
