/*
 * simulate - games between players of known strength, for tests of statistics.
 *
 * The chances of one game are Davidson's, written out here a second time. The
 * two games of a pair are correlated: with the given probability the second is
 * decided by the same random number as the first.
 */
#ifndef C4E_TESTS_SIMULATE_H
#define C4E_TESTS_SIMULATE_H

#include <math.h>
#include <stddef.h>

#include "stats/crosstable.h"
#include "base/stream.h"

struct world {
    size_t n;
    const double *elo;
    double first_move; /* in Elo */
    double nu;
    double same; /* probability that both games of a pair share their luck */
};

static inline enum game_outcome simulate_game(const struct world *world, size_t first,
                                              size_t second, double luck)
{
    double odds = pow(10, (world->elo[first] - world->elo[second] + world->first_move) / 400);
    double sum = odds + world->nu * sqrt(odds) + 1;

    if (luck < odds / sum)
        return GAME_WON;
    return luck < (odds + world->nu * sqrt(odds)) / sum ? GAME_DRAWN : GAME_LOST;
}

static inline void simulate_unit(struct crosstable *table, const struct world *world, size_t a,
                                 size_t b, struct rng *rng)
{
    double luck = gsl_rng_uniform(&rng->gsl);
    double other = gsl_rng_uniform(&rng->gsl);

    if (gsl_rng_uniform(&rng->gsl) < world->same)
        other = luck;
    crosstable_add_pair(table, a, b, simulate_game(world, a, b, luck),
                        simulate_game(world, b, a, other));
}

/* Adds game pairs between every two players. */
static inline void simulate_round_robin(struct crosstable *table, const struct world *world,
                                        size_t pairs, struct rng *rng)
{
    for (size_t a = 0; a < world->n; a++)
        for (size_t b = a + 1; b < world->n; b++)
            for (size_t u = 0; u < pairs; u++)
                simulate_unit(table, world, a, b, rng);
}

#endif
