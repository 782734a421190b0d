#include "search/search.h"

static int pick_random(unsigned columns, struct rng *rng)
{
    unsigned long skip = rng_below(rng, (unsigned long)__builtin_popcount(columns));

    while (skip-- > 0)
        columns &= columns - 1;
    return __builtin_ctz(columns);
}

int choose_tied(unsigned columns, enum ties ties, struct rng *rng)
{
    static const int central[COLUMNS] = { 3, 2, 4, 1, 5, 0, 6 };

    if (ties == TIES_RANDOM)
        return pick_random(columns, rng);
    if (ties == TIES_CENTER)
        for (int i = 0; i < COLUMNS; i++)
            if (columns & 1u << central[i])
                return central[i];
    return __builtin_ctz(columns);
}
