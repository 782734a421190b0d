/* What tests of searches share: one worker serves all tests of a program, so that anything it
 * wrongly remembers does harm, and room for a player's parts, which are large. */
#ifndef C4E_TESTS_SEARCH_FIXTURE_H
#define C4E_TESTS_SEARCH_FIXTURE_H

#include <stdlib.h>

#include "heuristic/sampler.h"
#include "reference.h"
#include "sample.h"
#include "search/worker.h"

struct fixture {
    struct worker worker;
    struct evaluator ev;
    struct sampler sampler;
    struct genome genome;
    struct reference ref;
    struct tables *tables[3]; /* none, coarse ones, fine ones */
};

static inline int make_fixture(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err err;

    if (!f || worker_init(&f->worker, &err) != 0)
        return -1;
    for (int i = 1; i < 3; i++) {
        struct rng rng;

        sample_rng(&rng, 77, (uint64_t)i);
        f->tables[i] = sample_tables(i == 1, &rng);
        if (!f->tables[i])
            return -1;
    }
    *state = f;
    return 0;
}

static inline int free_fixture(void **state)
{
    struct fixture *f = *state;

    worker_release(&f->worker);
    for (int i = 0; i < 3; i++)
        tables_release(f->tables[i]);
    free(f);
    return 0;
}

#endif
