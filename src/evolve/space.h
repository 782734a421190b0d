/*
 * space - the box that is searched, and a point in it.
 *
 * The operators work on plain vectors of doubles; what the numbers mean is the
 * caller's business. Steps are measured in units of a dimension's scale, so
 * that dimensions of different sizes can be mixed. Higher fitness is better.
 */
#ifndef C4E_EVOLVE_SPACE_H
#define C4E_EVOLVE_SPACE_H

#include <stddef.h>

#include "base/err.h"

/* Borrows its arrays of dim doubles. */
struct space {
    size_t dim;
    const double *low;
    const double *high;
    const double *scale; /* a typical step */
    const double *axes;  /* steps that are equally long by a metric: dim x dim, one per column, the
                            lower triangle; NULL if there is none */
};

/* A point and the step sizes that its children inherit. Borrows both arrays of dim
 * doubles. Steps are in units of scale and usually start at 1; only self-adaptive
 * mutation changes them. */
struct point {
    double *value;
    double *step;
};

/* Fails unless the box has dimensions, each with room inside and a scale above 0. */
int space_check(const struct space *space, struct err *err);

/* Two ways back into the box. Mutation reflects at the walls, which keeps steps random
 * and does not collect points there. CMA-ES clamps to the wall, so that it can settle
 * exactly on it; with reflection, a distribution near the wall would see the function
 * fold into a sharp edge. */
double space_reflect(const struct space *space, size_t i, double value);
double space_clamp(const struct space *space, size_t i, double value);

#endif
