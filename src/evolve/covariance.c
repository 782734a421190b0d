#include "evolve/covariance.h"

#include <math.h>

#include <gsl/gsl_blas.h>

#define WORST_RATIO 1e7

int covariance_init(struct covariance *cov, size_t dim, bool diagonal, struct err *err)
{
    *cov = (struct covariance){ .dim = dim, .diagonal = diagonal };
    cov->lower = gsl_matrix_alloc(dim, dim);
    cov->axes = gsl_matrix_alloc(dim, dim);
    cov->length = gsl_vector_alloc(dim);
    cov->copy = gsl_matrix_alloc(dim, dim);
    cov->along = gsl_vector_alloc(dim);
    cov->eigen = gsl_eigen_symmv_alloc(dim);
    if (cov->lower && cov->axes && cov->length && cov->copy && cov->along && cov->eigen) {
        covariance_reset(cov);
        return 0;
    }
    covariance_release(cov);
    return err_set(err, "out of memory: covariance of %zu dimensions", dim);
}

void covariance_release(struct covariance *cov)
{
    gsl_matrix_free(cov->lower);
    gsl_matrix_free(cov->axes);
    gsl_vector_free(cov->length);
    gsl_matrix_free(cov->copy);
    gsl_vector_free(cov->along);
    gsl_eigen_symmv_free(cov->eigen);
    *cov = (struct covariance){ 0 };
}

void covariance_reset(struct covariance *cov)
{
    gsl_matrix_set_identity(cov->lower);
    gsl_matrix_set_identity(cov->axes);
    gsl_vector_set_all(cov->length, 1);
}

void covariance_scale(struct covariance *cov, double factor)
{
    gsl_matrix_scale(cov->lower, factor);
}

void covariance_add(struct covariance *cov, double factor, const gsl_vector *v)
{
    for (size_t i = 0; i < cov->dim; i++) {
        double f = factor * gsl_vector_get(v, i);

        for (size_t j = cov->diagonal ? i : 0; j <= i; j++)
            *gsl_matrix_ptr(cov->lower, i, j) += f * gsl_vector_get(v, j);
    }
}

/* An eigenvector is known only up to its sign. */
static void fix_signs(gsl_matrix *axes)
{
    for (size_t k = 0; k < axes->size2; k++) {
        gsl_vector_view v = gsl_matrix_column(axes, k);

        if (-gsl_vector_min(&v.vector) > gsl_vector_max(&v.vector))
            gsl_vector_scale(&v.vector, -1);
    }
}

int covariance_decompose(struct covariance *cov)
{
    double low, high;

    if (cov->diagonal) {
        gsl_vector_view diagonal = gsl_matrix_diagonal(cov->lower);

        gsl_vector_memcpy(cov->length, &diagonal.vector);
    } else {
        gsl_matrix_memcpy(cov->copy, cov->lower);
        if (gsl_eigen_symmv(cov->copy, cov->length, cov->axes, cov->eigen) ||
            gsl_eigen_symmv_sort(cov->length, cov->axes, GSL_EIGEN_SORT_VAL_ASC))
            return -1;
        fix_signs(cov->axes);
    }
    low = gsl_vector_min(cov->length);
    high = gsl_vector_max(cov->length);
    if (!(low > 0) || !isfinite(high) || high / low > WORST_RATIO * WORST_RATIO)
        return -1;
    for (size_t i = 0; i < cov->dim; i++)
        gsl_vector_set(cov->length, i, sqrt(gsl_vector_get(cov->length, i)));
    return 0;
}

void covariance_whiten(struct covariance *cov, const gsl_vector *v, gsl_vector *z)
{
    gsl_blas_dgemv(CblasTrans, 1, cov->axes, v, 0, cov->along);
    gsl_vector_div(cov->along, cov->length);
    gsl_blas_dgemv(CblasNoTrans, 1, cov->axes, cov->along, 0, z);
}
