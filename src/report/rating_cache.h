/*
 * rating_cache - the ratings of a run's genomes, a generation at a time.
 *
 * Whoever asks for genomes in the order of their birth, or against it, has each
 * generation read once.
 */
#ifndef C4E_REPORT_RATING_CACHE_H
#define C4E_REPORT_RATING_CACHE_H

#include "store/store.h"

/* Begins with nothing but the store. */
struct rating_cache {
    struct store *store;
    bool loaded;
    uint32_t generation;
    struct journal_rating *rating; /* by slot */
    size_t n;
};

/* The rating of a genome after its generation; nan for both figures while it has
 * none. Opponents and references never have any. */
int rating_cache_find(struct rating_cache *cache, const struct journal_genome *who,
                      struct journal_rating *rating, struct err *err);

void rating_cache_release(struct rating_cache *cache);

#endif
