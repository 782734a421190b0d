/*
 * plateau - notices that a noisy series has stopped rising.
 *
 * Of the last `window` values the median of the newest third is compared with
 * that of the oldest third. Medians of many values are hard to fool: a single
 * lucky or unlucky generation changes nothing.
 */
#ifndef C4E_EVOLVE_PLATEAU_H
#define C4E_EVOLVE_PLATEAU_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

#define PLATEAU_SHORTEST 3

struct plateau {
    size_t window;
    size_t seen; /* values added since the reset */
    double *ring;
    double *sorted; /* scratch */
};

/* A window below PLATEAU_SHORTEST is taken as that. */
int plateau_init(struct plateau *p, size_t window, struct err *err);
void plateau_release(struct plateau *p);
void plateau_reset(struct plateau *p);

void plateau_add(struct plateau *p, double value);

/* Whether the window is full and its newest third no higher than its oldest. */
bool plateau_reached(struct plateau *p);

#endif
