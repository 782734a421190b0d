/*
 * generation_figures - a generation in a few numbers.
 */
#ifndef C4E_REPORT_GENERATION_FIGURES_H
#define C4E_REPORT_GENERATION_FIGURES_H

#include "store/store.h"

/* Elo figures are nan where there are no ratings. */
struct generation_figures {
    uint64_t games;
    struct journal_rating best, champion;
    double mean, spread; /* of the population: mean and standard deviation */
    bool new_champion;
};

/* Looks at all pairings and ratings of one generation. */
int generation_figures_read(struct generation_figures *figures, struct store *store,
                            const struct journal_generation *g, struct err *err);

#endif
