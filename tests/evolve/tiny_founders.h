/*
 * tiny_founders - the founders, opponents and references of a tiny config, and a pool for their
 * games.
 */
#ifndef C4E_TESTS_EVOLVE_TINY_FOUNDERS_H
#define C4E_TESTS_EVOLVE_TINY_FOUNDERS_H

#include "evolve/tiny_config.h"

#include <stdlib.h>

#include "arena/games.h"
#include "evolve/breed.h"

/* `set` is one change of the config. */
static inline void tiny_founders(const char *set, struct run_config *config,
                                 struct journal_genome **list, struct pool *pool)
{
    struct breed_space gs;
    struct err err;
    size_t n;

    TINY_CONFIG(config, set);
    assert_int_equal(breed_space_init(&gs, config, &err), 0);
    assert_int_equal(breed_founders(config, &gs, list, &n, &err), 0);
    assert_int_equal(pool_init(pool, 2, &worker_memory, &err), 0);
}

static inline void tiny_founders_release(struct run_config *config, struct journal_genome *list,
                                         struct pool *pool)
{
    config_release(config);
    free(list);
    pool_release(pool);
}

#endif
