/*
 * mutation - small random changes of one genome.
 *
 * Each gene changes with probability rate. If none of them does, one
 * chosen at random changes: a child equal to its parent would be evaluated in
 * vain. So the probability per gene is rate + (1 - rate)^dim / dim. The
 * result is always in the box.
 *
 * Metric mutation changes all genes together, along the axes of the space: its steps
 * change what a genome says about positions by equal amounts, whatever the scales of the
 * genes are. Before a space has axes it is the gaussian one.
 *
 * Self-adaptive mutation keeps one step size per gene in the genome, since
 * a space's scales are only a guess at how much each gene matters. Before it
 * uses them it multiplies each by a log-normal factor of its own, and all by a
 * common one that lets the whole search widen or narrow at once. How fast they
 * change falls with the dimension as Schwefel proposed. A floor keeps a noisy
 * fitness, which rewards small steps, from freezing the search.
 */
#ifndef C4E_EVOLVE_MUTATION_H
#define C4E_EVOLVE_MUTATION_H

#include <gsl/gsl_rng.h>

#include "evolve/method.h"
#include "evolve/space.h"

struct mutation {
    struct method method; /* the first parameter is the rate */
    bool adapts;          /* changes the step sizes, so that they have to be kept */
    bool along_axes;      /* all genes change, along the axes of the space */
    /* A random step in units of scale, or of an axis. */
    double (*draw)(const double *param, double step, gsl_rng *rng);
};

const struct method *mutation_method(size_t i);
const struct mutation *mutation_find(const char *name, struct err *err);

void mutation_apply(const struct mutation *m, const double param[METHOD_PARAMS],
                    const struct space *space, struct point *who, gsl_rng *rng);

#endif
