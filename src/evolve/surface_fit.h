/*
 * surface_fit - the parameters of a response surface, from its sums.
 *
 * Private to surface. All pairs of a misfit and a slope are tried, with all threads; what they say is
 * added in their order.
 */
#ifndef C4E_EVOLVE_SURFACE_FIT_H
#define C4E_EVOLVE_SURFACE_FIT_H

#include "evolve/surface.h"

/* The curvature that is expected before there are data, in units of the metric: was typical in trials. */
#define SURFACE_CURVATURE 0.04

/* The misfits that are tried, from the least one up. */
double surface_misfit(size_t i);

/* Sets the parameters, their covariance and the misfit. */
int surface_fit(struct surface *s, struct err *err);

#endif
