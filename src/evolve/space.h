/*
 * space - the box that is searched, and a point in it.
 *
 * The operators work on plain vectors of doubles; what the numbers mean is the
 * caller's business. Steps are measured in units of a dimension's scale, so
 * that dimensions of different sizes mix. Fitness is larger for the better
 * everywhere in this layer.
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
};

/* A point with the step sizes that it hands on to its children. Borrows both
 * arrays of dim doubles. Steps are in units of scale and start at 1 unless the
 * caller knows better; only a mutation that adapts them ever changes them. */
struct point {
    double *value;
    double *step;
};

/* Whether the box has dimensions, each with room inside and a scale above 0. */
int space_check(const struct space *space, struct err *err);

/* The two ways back into the box. Reflection at the walls keeps steps random
 * and collects no points there; it is what mutation wants. Clamping stops at the
 * wall, which lets a search settle exactly on it; with reflection a distribution
 * that closes in on the wall would see the function fold up into a sharp edge. */
double space_reflect(const struct space *space, size_t i, double value);
double space_clamp(const struct space *space, size_t i, double value);

#endif
