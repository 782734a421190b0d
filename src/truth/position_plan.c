#include "truth/position_plan.h"

#include <stdint.h>
#include <string.h>

/* Draws repeat positions, so more are made than are needed. */
#define EXTRA(n) ((n) / 8 + 16)

/* No more are looked for if fewer than one draw in this many is new. */
#define WORTH_WHILE 16

/* Shares the positions out equally, but never more than exist. */
static void share_out(struct position_plan *plan)
{
    size_t left = plan->count, share;
    int takers = plan->high - plan->low + 1;
    bool settled[CELLS] = { 0 };

    for (bool again = true; again && takers > 0;) {
        share = left / (size_t)takers;
        again = false;
        for (int p = plan->low; p <= plan->high; p++) {
            if (settled[p] || plan->exist[p] > share)
                continue;
            plan->target[p] = plan->exist[p];
            settled[p] = again = true;
            left -= plan->exist[p];
            takers--;
        }
    }
    for (int p = plan->low; p <= plan->high; p++) {
        if (settled[p])
            continue;
        plan->target[p] = left / (size_t)takers + (left % (size_t)takers > 0);
        left -= plan->target[p];
        takers--;
    }
}

bool position_plan_next(struct position_plan *plan)
{
    size_t missing = 0;

    share_out(plan);
    memset(plan->ask, 0, sizeof plan->ask);
    for (int p = plan->low; p <= plan->high; p++)
        missing += plan->target[p] - plan->have[p];
    for (int p = plan->low; p <= plan->high; p++) {
        size_t n = plan->target[p] - plan->have[p];

        if (missing > plan->block)
            n = (n * plan->block + missing - 1) / missing;
        plan->ask[p] = n == 0 || plan->listed[p] ? n : n + EXTRA(n);
    }
    return missing > 0;
}

void position_plan_tell(struct position_plan *plan, const size_t got[CELLS])
{
    for (int p = plan->low; p <= plan->high; p++) {
        plan->have[p] += got[p];
        if (!plan->listed[p] && plan->have[p] < plan->target[p] &&
            got[p] * WORTH_WHILE < plan->ask[p])
            plan->exist[p] = plan->have[p];
    }
}
