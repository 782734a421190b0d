/*
 * rates - how much each candidate of CMA-ES counts, and how fast to learn from them.
 *
 * The formulas and the names are those of Hansen's tutorial.
 */
#ifndef C4E_EVOLVE_RATES_H
#define C4E_EVOLVE_RATES_H

#include <stdbool.h>
#include <stddef.h>

struct rates {
    double mueff; /* how many samples the weights are worth */
    double cc;    /* path for the covariance */
    double cs;    /* path for the step size */
    double c1;    /* rank-one update */
    double cmu;   /* rank-mu update */
    double damps; /* damping of the step size */
    double chi;   /* expected length of a unit normal vector */
};

/* Fills in log weights by rank, which sum to 1; the worse half gets none. Equal
 * fitnesses share theirs, so that the order within the population means
 * nothing. Returns mueff. */
double rates_weigh(const double *fitness, size_t n, double *weight);

/* A diagonal covariance has fewer numbers to learn, and learns them faster. */
struct rates rates_for(size_t dim, double mueff, bool diagonal);

#endif
