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
