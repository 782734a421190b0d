/*
 * crossover - one child of two parents.
 *
 * With probability rate the child mixes both parents, otherwise it is a copy
 * of the first. It is always in the box. Step sizes are inherited with the
 * values: a gene taken from one parent comes with that parent's step size, and
 * where values are averaged step sizes are averaged too, by their logarithms.
 */
#ifndef C4E_EVOLVE_CROSSOVER_H
#define C4E_EVOLVE_CROSSOVER_H

#include <gsl/gsl_rng.h>

#include "evolve/method.h"
#include "evolve/space.h"

struct crossover {
    struct method method; /* the first parameter, if there are any, is the rate */
    /* NULL for no mixing at all */
    void (*mix)(const double *param, const struct space *space, const struct point *a,
                const struct point *b, struct point *child, gsl_rng *rng);
};

const struct method *crossover_method(size_t i);
const struct crossover *crossover_find(const char *name, struct err *err);

/* The child's arrays must not be those of a parent. */
void crossover_apply(const struct crossover *c, const double param[METHOD_PARAMS],
                     const struct space *space, const struct point *a, const struct point *b,
                     struct point *child, gsl_rng *rng);

#endif
