#include "evolve/cmaes_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

/* Of the longest axis to the shortest. */
#define WORST_RATIO 1e7

int cmaes_covariance_init(struct cmaes_covariance *cov, size_t dim, bool diagonal, struct err *err)
{
    *cov = (struct cmaes_covariance){ .dim = dim, .diagonal = diagonal };
    cov->lower = gsl_matrix_alloc(dim, dim);
    cov->axes = gsl_matrix_alloc(dim, dim);
    cov->length = gsl_vector_alloc(dim);
    cov->copy = gsl_matrix_alloc(dim, dim);
    cov->along = gsl_vector_alloc(dim);
    cov->eigen = gsl_eigen_symmv_alloc(dim);
    if (cov->lower && cov->axes && cov->length && cov->copy && cov->along && cov->eigen) {
        cmaes_covariance_reset(cov);
        return 0;
    }
    cmaes_covariance_release(cov);
    return err_shortage(err, "out of memory: covariance of %zu dimensions", dim);
}

void cmaes_covariance_release(struct cmaes_covariance *cov)
{
    gsl_matrix_free(cov->lower);
    gsl_matrix_free(cov->axes);
    gsl_vector_free(cov->length);
    gsl_matrix_free(cov->copy);
    gsl_vector_free(cov->along);
    gsl_eigen_symmv_free(cov->eigen);
    *cov = (struct cmaes_covariance){ 0 };
}

void cmaes_covariance_reset(struct cmaes_covariance *cov)
{
    gsl_matrix_set_identity(cov->lower);
    gsl_matrix_set_identity(cov->axes);
    gsl_vector_set_all(cov->length, 1);
}

void cmaes_covariance_scale(struct cmaes_covariance *cov, double factor)
{
    gsl_matrix_scale(cov->lower, factor);
}

void cmaes_covariance_add(struct cmaes_covariance *cov, double factor, const gsl_vector *v)
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

int cmaes_covariance_decompose(struct cmaes_covariance *cov)
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

void cmaes_covariance_whiten(struct cmaes_covariance *cov, const gsl_vector *v, gsl_vector *z)
{
    gsl_blas_dgemv(CblasTrans, 1, cov->axes, v, 0, cov->along);
    gsl_vector_div(cov->along, cov->length);
    gsl_blas_dgemv(CblasNoTrans, 1, cov->axes, cov->along, 0, z);
}

int cmaes_penalty_init(struct cmaes_penalty *p, const struct space *space, struct err *err)
{
    *p = (struct cmaes_penalty){ .space = *space };
    p->weight = calloc(space->dim, sizeof *p->weight);
    p->tolerance = calloc(space->dim, sizeof *p->tolerance);
    if (p->weight && p->tolerance) {
        cmaes_penalty_reset(p);
        return 0;
    }
    cmaes_penalty_release(p);
    return err_shortage(err, "out of memory: %zu dimensions", space->dim);
}

void cmaes_penalty_release(struct cmaes_penalty *p)
{
    free(p->weight);
    free(p->tolerance);
    *p = (struct cmaes_penalty){ 0 };
}

void cmaes_penalty_reset(struct cmaes_penalty *p)
{
    p->seen = 0;
    p->set = false;
    for (size_t i = 0; i < p->space.dim; i++) {
        p->weight[i] = 0;
        p->tolerance[i] = 1;
    }
}

/* How far outside the box a scaled coordinate is. */
static double excess(const struct cmaes_penalty *p, size_t i, double x)
{
    double low = p->space.low[i] / p->space.scale[i];
    double high = p->space.high[i] / p->space.scale[i];

    return fmax(0, fmax(low - x, x - high));
}

static double usual_spread(struct cmaes_penalty *p, const double *rising, size_t n)
{
    double sorted[CMAES_PENALTY_SPREADS];
    size_t known;

    p->spread[p->seen++ % CMAES_PENALTY_SPREADS] =
        gsl_stats_quantile_from_sorted_data(rising, 1, n, 0.75) -
        gsl_stats_quantile_from_sorted_data(rising, 1, n, 0.25);
    known = p->seen < CMAES_PENALTY_SPREADS ? p->seen : CMAES_PENALTY_SPREADS;
    memcpy(sorted, p->spread, known * sizeof *sorted);
    gsl_sort(sorted, 1, known);
    return gsl_stats_median_from_sorted_data(sorted, 1, known);
}

static void set_weights(struct cmaes_penalty *p, double spread, const double *deviation)
{
    size_t dim = p->space.dim;
    double variance = 0;

    for (size_t i = 0; i < dim; i++)
        variance += deviation[i] * deviation[i] / (double)dim;
    for (size_t i = 0; i < dim; i++)
        p->weight[i] = 2 * spread / variance;
    p->set = true;
}

/* Coordinates in which the distribution is wide may stray farther. */
static void set_tolerances(struct cmaes_penalty *p, const double *deviation)
{
    size_t dim = p->space.dim;
    double mean = 0;

    for (size_t i = 0; i < dim; i++)
        mean += 2 * log(deviation[i]) / (double)dim;
    for (size_t i = 0; i < dim; i++)
        p->tolerance[i] = exp(0.9 * (2 * log(deviation[i]) - mean));
}

void cmaes_penalty_update(struct cmaes_penalty *p, const double *rising, size_t n,
                          const double *mean, const double *deviation, double mueff)
{
    double dim = (double)p->space.dim;
    double far = 3 * fmax(1, sqrt(dim) / mueff);
    double spread = usual_spread(p, rising, n);
    bool outside = false;

    for (size_t i = 0; i < p->space.dim; i++)
        outside |= excess(p, i, mean[i]) > 0;
    if (outside && !p->set && spread > 0)
        set_weights(p, spread, deviation);
    set_tolerances(p, deviation);
    for (size_t i = 0; i < p->space.dim; i++)
        if (excess(p, i, mean[i]) > far * deviation[i])
            p->weight[i] *= pow(1.1, fmax(1, mueff / (10 * dim)));
}

double cmaes_penalty_of(const struct cmaes_penalty *p, const double *x)
{
    double sum = 0;

    for (size_t i = 0; i < p->space.dim; i++) {
        double e = excess(p, i, x[i]);

        sum += p->weight[i] * e * e / p->tolerance[i];
    }
    return sum / (double)p->space.dim;
}

double cmaes_rates_weigh(const double *fitness, size_t n, double *weight)
{
    double sum = 0, squares = 0;

    for (size_t i = 0; i < n; i++) {
        size_t better = 0, equal = 0;

        for (size_t j = 0; j < n; j++) {
            better += fitness[j] > fitness[i];
            equal += fitness[j] == fitness[i];
        }
        weight[i] = 0;
        for (size_t r = better + 1; r <= better + equal; r++)
            weight[i] += fmax(0, log((double)(n + 1) / 2) - log((double)r)) / (double)equal;
        sum += weight[i];
    }
    for (size_t i = 0; i < n; i++) {
        weight[i] /= sum;
        squares += weight[i] * weight[i];
    }
    return 1 / squares;
}

struct cmaes_rates cmaes_rates_for(size_t dim, double mueff, bool diagonal)
{
    double n = (double)dim;
    double faster = diagonal ? (n + 2) / 3 : 1;
    struct cmaes_rates r = { .mueff = mueff };

    r.cc = (4 + mueff / n) / (n + 4 + 2 * mueff / n);
    r.cs = (mueff + 2) / (n + mueff + 5);
    r.damps = 1 + 2 * fmax(0, sqrt((mueff - 1) / (n + 1)) - 1) + r.cs;
    r.c1 = faster * 2 / ((n + 1.3) * (n + 1.3) + mueff);
    r.cmu = faster * 2 * (0.25 + mueff - 2 + 1 / mueff) / ((n + 2) * (n + 2) + mueff);
    r.cmu = fmin(1 - r.c1, r.cmu);
    r.chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    return r;
}

int cmaes_plateau_init(struct cmaes_plateau *p, size_t window, struct err *err)
{
    *p = (struct cmaes_plateau){ .window = window };
    if (window == 0)
        return 0;
    if (window < CMAES_PLATEAU_SHORTEST)
        p->window = CMAES_PLATEAU_SHORTEST;
    p->ring = calloc(p->window, sizeof *p->ring);
    p->sorted = calloc(p->window, sizeof *p->sorted);
    if (p->ring && p->sorted)
        return 0;
    cmaes_plateau_release(p);
    return err_shortage(err, "out of memory: a window of %zu generations", window);
}

void cmaes_plateau_release(struct cmaes_plateau *p)
{
    free(p->ring);
    free(p->sorted);
    *p = (struct cmaes_plateau){ 0 };
}

void cmaes_plateau_reset(struct cmaes_plateau *p)
{
    p->seen = 0;
}

void cmaes_plateau_add(struct cmaes_plateau *p, double value)
{
    if (p->window == 0)
        return;
    p->ring[p->seen % p->window] = value;
    p->seen++;
}

static double median(struct cmaes_plateau *p, size_t from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        p->sorted[i] = p->ring[(from + i) % p->window];
    gsl_sort(p->sorted, 1, count);
    return gsl_stats_median_from_sorted_data(p->sorted, 1, count);
}

bool cmaes_plateau_reached(struct cmaes_plateau *p)
{
    size_t third = p->window / 3;

    if (p->window == 0 || p->seen < p->window)
        return false;
    return median(p, p->seen - third, third) <= median(p, p->seen - p->window, third);
}
