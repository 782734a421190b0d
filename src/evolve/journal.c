#include "evolve/journal.h"

#include <stdlib.h>

const char *const origin_name[ORIGIN_COUNT] = {
    [ORIGIN_FOUNDER] = "founder",   [ORIGIN_SPREAD] = "spread",
    [ORIGIN_ELITE] = "elite",       [ORIGIN_CROSSOVER] = "crossover",
    [ORIGIN_MUTATION] = "mutation", [ORIGIN_CMAES] = "cmaes",
    [ORIGIN_FIT] = "fit",           [ORIGIN_IMMIGRANT] = "immigrant",
    [ORIGIN_OPPONENT] = "opponent", [ORIGIN_REFERENCE] = "yardstick",
};

void journal_pairings_free(struct journal_pairing *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(list[i].result);
    free(list);
}
