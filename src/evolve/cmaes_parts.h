/*
 * cmaes_parts - what CMA-ES is made of: the covariance of its distribution, the
 * penalty for leaving the box, learning rates, and a test for stagnation.
 *
 * Private to cmaes.c. Names and formulas are those of Hansen's tutorial.
 */
#ifndef C4E_EVOLVE_CMAES_PARTS_H
#define C4E_EVOLVE_CMAES_PARTS_H

#include <stdbool.h>

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>

#include "evolve/space.h"

/*
 * A covariance matrix that is updated often and decomposed rarely. Candidates are
 * drawn and measured along its axes (eigenvectors) by their lengths (roots of the
 * eigenvalues), which lag behind the matrix until the next decomposition. That
 * sorts axes by length and makes the largest component of each positive, so that
 * equal matrices have equal axes. A diagonal covariance learns no correlations,
 * and its axes are the coordinates.
 */
struct cmaes_covariance {
    size_t dim;
    bool diagonal;
    gsl_matrix *lower;  /* the matrix: only its lower triangle is kept */
    gsl_matrix *axes;   /* one per column */
    gsl_vector *length; /* from short to long, unless diagonal */
    gsl_matrix *copy;   /* scratch */
    gsl_vector *along;  /* scratch */
    gsl_eigen_symmv_workspace *eigen;
};

/* Starts as the identity. */
int cmaes_covariance_init(struct cmaes_covariance *cov, size_t dim, bool diagonal, struct err *err);
void cmaes_covariance_release(struct cmaes_covariance *cov);
void cmaes_covariance_reset(struct cmaes_covariance *cov);

void cmaes_covariance_scale(struct cmaes_covariance *cov, double factor);

/* Adds factor v v'. */
void cmaes_covariance_add(struct cmaes_covariance *cov, double factor, const gsl_vector *v);

/* Brings axes and lengths up to date. Returns -1 if the matrix is degenerate:
 * not positive, not finite, or with an axis 1e7 times as long as another. */
int cmaes_covariance_decompose(struct cmaes_covariance *cov);

/* Divides the covariance out of v: a step drawn from the distribution becomes in z
 * one drawn from the unit normal distribution. */
void cmaes_covariance_whiten(struct cmaes_covariance *cov, const gsl_vector *v, gsl_vector *z);

#define CMAES_PENALTY_SPREADS 20

/*
 * The penalty of a candidate that was drawn outside the box. It is evaluated on the
 * wall, so its fitness alone would not keep the mean from drifting away; a penalty
 * quadratic in the distance does. The mean may rest a little beyond a wall that
 * holds the optimum: then most candidates lie on the wall, and the other
 * coordinates are still learned at their own pace.
 *
 * This is Hansen's scheme of 2009: weights are set from the spread of fitness when
 * the mean first leaves the box, and grow while it stays far outside. Coordinates
 * are scaled ones; deviations are those of the candidates.
 */
struct cmaes_penalty {
    struct space space;
    double *weight;                       /* per coordinate */
    double *tolerance;                    /* per coordinate: divides the weight */
    double spread[CMAES_PENALTY_SPREADS]; /* interquartile ranges of fitness, a ring */
    size_t seen;
    bool set; /* weights are in use */
};

int cmaes_penalty_init(struct cmaes_penalty *p, const struct space *space, struct err *err);
void cmaes_penalty_release(struct cmaes_penalty *p);
void cmaes_penalty_reset(struct cmaes_penalty *p);

/* Call it once per generation before its candidates are judged, with the fitness of
 * n candidates in rising order, the mean they were drawn from, and the number of
 * samples that their weights are worth. */
void cmaes_penalty_update(struct cmaes_penalty *p, const double *rising, size_t n,
                          const double *mean, const double *deviation, double mueff);

/* What to subtract from the fitness of a candidate drawn at x; 0 inside the box. */
double cmaes_penalty_of(const struct cmaes_penalty *p, const double *x);

/* How fast to learn. */
struct cmaes_rates {
    double mueff; /* the number of samples that the weights are worth */
    double cc;    /* path for the covariance */
    double cs;    /* path for the step size */
    double c1;    /* rank-one update */
    double cmu;   /* rank-mu update */
    double damps; /* damping of the step size */
    double chi;   /* expected length of a unit normal vector */
};

/* Fills in log weights by rank, which sum to 1; the worse half gets 0. Equal
 * fitnesses share their weights, so that their order does not matter. Returns mueff. */
double cmaes_rates_weigh(const double *fitness, size_t n, double *weight);

/* A diagonal covariance has fewer numbers to learn, and learns them faster. */
struct cmaes_rates cmaes_rates_for(size_t dim, double mueff, bool diagonal);

#define CMAES_PLATEAU_SHORTEST 3

/*
 * Notices when a noisy series stops rising: of the last `window` values, the median
 * of the newest third is compared with that of the oldest third. One lucky or
 * unlucky generation does not change a median of many.
 */
struct cmaes_plateau {
    size_t window;
    size_t seen; /* values added since the reset */
    double *ring;
    double *sorted; /* scratch */
};

/* Windows shorter than CMAES_PLATEAU_SHORTEST are made that long. One of 0 is never full. */
int cmaes_plateau_init(struct cmaes_plateau *p, size_t window, struct err *err);
void cmaes_plateau_release(struct cmaes_plateau *p);
void cmaes_plateau_reset(struct cmaes_plateau *p);

void cmaes_plateau_add(struct cmaes_plateau *p, double value);

/* Whether the window is full and its newest third is not higher than its oldest. */
bool cmaes_plateau_reached(struct cmaes_plateau *p);

#endif
