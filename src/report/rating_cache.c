#include "report/rating_cache.h"

#include <stdlib.h>

static int load(struct rating_cache *cache, uint32_t generation, struct err *err)
{
    struct journal journal = store_journal(cache->store);

    rating_cache_release(cache);
    if (journal_read_ratings(&journal, generation, &cache->rating, &cache->n, err))
        return -1;
    cache->generation = generation;
    cache->loaded = true;
    return 0;
}

int rating_cache_find(struct rating_cache *cache, const struct journal_genome *who,
                      struct journal_rating *rating, struct err *err)
{
    *rating = journal_no_rating(who->id);
    if ((!cache->loaded || cache->generation != who->generation) &&
        load(cache, who->generation, err))
        return -1;
    /* Opponents share slot numbers with the population, so the id decides. */
    if (who->slot < cache->n && cache->rating[who->slot].id == who->id)
        *rating = cache->rating[who->slot];
    return 0;
}

void rating_cache_release(struct rating_cache *cache)
{
    free(cache->rating);
    *cache = (struct rating_cache){ .store = cache->store };
}
