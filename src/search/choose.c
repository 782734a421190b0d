#include "search/search.h"

static int pick_random(unsigned columns, struct rng *rng)
{
    unsigned long skip = rng_below(rng, (unsigned long)__builtin_popcount(columns));

    while (skip-- > 0)
        columns &= columns - 1;
    return __builtin_ctz(columns);
}

static int pick_central(unsigned columns)
{
    int best = __builtin_ctz(columns);

    for (; columns; columns &= columns - 1)
        if (CENTRAL_PLACE(__builtin_ctz(columns)) < CENTRAL_PLACE(best))
            best = __builtin_ctz(columns);
    return best;
}

int choose_tied(unsigned columns, enum ties ties, struct rng *rng)
{
    if (ties == TIES_RANDOM)
        return pick_random(columns, rng);
    return ties == TIES_CENTER ? pick_central(columns) : __builtin_ctz(columns);
}

static unsigned columns_of(uint64_t cells)
{
    unsigned columns = 0;

    for (; cells; cells &= cells - 1)
        columns |= 1u << bit_column(cells);
    return columns;
}

void choose_random(const struct search_input *in, struct worker *worker, struct rng *rng,
                   struct choice *choice)
{
    (void)worker;
    *choice = (struct choice){ .column = choose_tied(columns_of(playable_cells(in->pos->all)),
                                                     TIES_RANDOM, rng) };
}

void choose_forward(const struct search_input *in, struct worker *worker, struct rng *rng,
                    struct choice *choice)
{
    const struct position *pos = in->pos;
    uint64_t playable = playable_cells(pos->all);
    uint64_t cells = winning_cells(pos->own, pos->all) & playable;

    (void)worker;
    if (!cells)
        cells = winning_cells(pos->own ^ pos->all, pos->all) & playable;
    if (!cells)
        cells = playable;
    *choice =
        (struct choice){ .column = choose_tied(columns_of(cells), TIES_RANDOM, rng), .depth = 1 };
}
