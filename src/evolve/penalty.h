/*
 * penalty - what it costs a CMA-ES candidate to have been drawn outside the box.
 *
 * Such a candidate is evaluated on the wall, so fitness alone would not stop
 * the mean from drifting away from the box. A quadratic penalty for the distance
 * does. It lets the mean rest a little beyond a wall that holds the optimum, so
 * that most candidates lie on the wall and the other coordinates go on being
 * learned at their own pace; a mean that is kept inside would make the whole
 * search narrow down at the wall.
 *
 * This is Hansen's scheme (2009): weights are set from the spread of fitness
 * when the mean first leaves the box, and grow while it stays far outside.
 * Coordinates are scaled ones; the deviation is that of the candidates.
 */
#ifndef C4E_EVOLVE_PENALTY_H
#define C4E_EVOLVE_PENALTY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "evolve/space.h"

#define PENALTY_SPREADS 20

struct penalty {
    struct space space;
    double *weight;                 /* per coordinate */
    double *tolerance;              /* per coordinate: what a unit of weight divides by */
    double spread[PENALTY_SPREADS]; /* interquartile ranges of fitness, a ring */
    size_t seen;
    bool set; /* weights are in use */
};

int penalty_init(struct penalty *p, const struct space *space, struct err *err);
void penalty_release(struct penalty *p);
void penalty_reset(struct penalty *p);

/* Once per generation, before its candidates are judged: the fitness of n
 * candidates in rising order, the mean that they were drawn from, and how many
 * samples their weights are worth. */
void penalty_update(struct penalty *p, const double *rising, size_t n, const double *mean,
                    const double *deviation, double mueff);

/* What to subtract from the fitness of a candidate drawn at x; 0 inside the box. */
double penalty_of(const struct penalty *p, const double *x);

#endif
