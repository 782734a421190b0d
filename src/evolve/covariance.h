/*
 * covariance - a covariance matrix that is updated often and decomposed seldom.
 *
 * CMA-ES draws and measures by the axes (eigenvectors) and their lengths (roots
 * of the eigenvalues). These lag behind the matrix until the next decompose,
 * which orders them by length and makes each axis's largest component positive,
 * so that the same matrix always gives the same axes. A diagonal covariance
 * keeps no correlations, and its axes are the coordinates.
 */
#ifndef C4E_EVOLVE_COVARIANCE_H
#define C4E_EVOLVE_COVARIANCE_H

#include <stdbool.h>
#include <stddef.h>

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>

#include "base/err.h"

struct covariance {
    size_t dim;
    bool diagonal;
    gsl_matrix *lower;  /* the matrix; its upper triangle means nothing */
    gsl_matrix *axes;   /* one per column */
    gsl_vector *length; /* from short to long, unless diagonal */
    gsl_matrix *copy;   /* scratch */
    gsl_vector *along;  /* scratch */
    gsl_eigen_symmv_workspace *eigen;
};

/* Starts as the identity. */
int covariance_init(struct covariance *cov, size_t dim, bool diagonal, struct err *err);
void covariance_release(struct covariance *cov);
void covariance_reset(struct covariance *cov);

void covariance_scale(struct covariance *cov, double factor);

/* Adds factor v v'. */
void covariance_add(struct covariance *cov, double factor, const gsl_vector *v);

/* Brings axes and lengths up to date. Returns -1 if the matrix has become
 * degenerate: not positive, not finite, or an axis 1e7 times as long as another. */
int covariance_decompose(struct covariance *cov);

/* Leaves in z the vector v with the covariance divided out: a step drawn from
 * it becomes one drawn from the unit normal. */
void covariance_whiten(struct covariance *cov, const gsl_vector *v, gsl_vector *z);

#endif
