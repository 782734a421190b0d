#include "report/generation_figures.h"

#include <math.h>
#include <stdlib.h>

static struct generation_figures figures_of(const struct journal_generation *g,
                                            const struct journal_rating *rating, size_t n)
{
    struct generation_figures f = { .best = { 0, NAN, NAN }, .champion = { 0, NAN, NAN } };
    double squares = 0;

    for (size_t i = 0; i < n; i++) {
        f.mean += rating[i].elo / (double)n;
        if (i == 0 || rating[i].elo > f.best.elo)
            f.best = rating[i];
        if (rating[i].id != g->champion)
            continue;
        f.champion = rating[i];
        f.new_champion = i != 0; /* whoever held the title is in slot 0 */
    }
    for (size_t i = 0; i < n; i++)
        squares += (rating[i].elo - f.mean) * (rating[i].elo - f.mean);
    f.spread = n ? sqrt(squares / (double)n) : NAN;
    f.mean = n ? f.mean : NAN;
    f.new_champion |= g->generation == 0;
    return f;
}

static int add_games(void *context, const struct pairing_summary *record, struct err *err)
{
    uint64_t *games = context;

    (void)err;
    *games += record->games;
    return 0;
}

int generation_figures_read(struct generation_figures *figures, struct store *store,
                            const struct journal_generation *g, struct err *err)
{
    struct journal journal = store_journal(store);
    struct journal_rating *rating;
    uint64_t games = 0;
    size_t n;

    if (store_each_pairing(store, g->generation, g->generation, add_games, &games, err) ||
        journal_read_ratings(&journal, g->generation, &rating, &n, err))
        return -1;
    *figures = figures_of(g, rating, n);
    figures->games = games;
    free(rating);
    return 0;
}
