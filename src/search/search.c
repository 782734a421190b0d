#include "search/search.h"

#include <string.h>

const struct search search_table[] = {
    { "random", "any open column", false, true, 0, choose_random },
    { "forward", "takes a win, else blocks a loss, else a random column", false, true, 0,
      choose_forward },
    { "greedy", "the best position after its own move", true, false, TAKES_SAMPLE, choose_greedy },
    { "minimax", "plain minimax, every line to the full depth", true, false,
      TAKES_BOOK | TAKES_SAMPLE, choose_minimax },
    { "alphabeta", "the choice of minimax, found faster", true, false,
      TAKES_NODES | TAKES_TIME | TAKES_BOOK | TAKES_SAMPLE, choose_alphabeta },
    { "expectimax", "the best on average against replies drawn at random", true, false,
      TAKES_SAMPLE, choose_expectimax },
    { "mcts", "Monte Carlo tree search: UCT with c = sqrt 2 and random roll-outs", false, true,
      TAKES_TIME | TAKES_ITERATIONS | TAKES_FINAL, choose_mcts },
    { "perfect", "a best move by exact solving: the quickest win, the longest defence", false,
      false, TAKES_BOOK, choose_perfect },
    { 0 },
};

const struct search *search_find(const char *name)
{
    for (const struct search *s = search_table; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

unsigned search_keys_used(const struct search_keys *keys)
{
    return (keys->nodes ? TAKES_NODES : 0u) | (keys->seconds > 0 ? TAKES_TIME : 0u) |
           (keys->book ? TAKES_BOOK : 0u) | (keys->sample ? TAKES_SAMPLE : 0u) |
           (keys->iterations ? TAKES_ITERATIONS : 0u) | (keys->final ? TAKES_FINAL : 0u);
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
