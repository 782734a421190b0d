/*
 * rating_cache - ratings of genomes, read one generation at a time.
 *
 * Looking genomes up by ascending or descending id reads each generation once.
 */
#ifndef C4E_REPORT_RATING_CACHE_H
#define C4E_REPORT_RATING_CACHE_H

#include "store/store.h"

/* Initialise with the store, and zeros elsewhere. */
struct rating_cache {
    struct store *store;
    bool loaded;
    uint32_t generation;
    struct journal_rating *rating; /* by slot */
    size_t n;
};

/* The rating of a genome after its generation; both figures are nan if it has none. Opponents
 * and references never have one. */
int rating_cache_find(struct rating_cache *cache, const struct journal_genome *who,
                      struct journal_rating *rating, struct err *err);

void rating_cache_release(struct rating_cache *cache);

#endif
