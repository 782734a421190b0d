#include "evolve/surface_fit.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <omp.h>

/* The prior, in units of the metric: how steep and how curved the score is. A step of 1
 * changes predicted log odds by 1. Standard deviations of slopes are tried from the least one up, each
 * the factor times the one before. Near the top, as after a regression, the least one explains the
 * scores best; from a poor start they are ten times as steep. */
#define LEAST_SLOPE  0.003
#define SLOPE_FACTOR 2
#define SLOPES       7
#define CURVATURE_SD 0.04 /* of the part that all coordinates share */
#define OWN_SD       0.02 /* of the part of each coordinate */

/* Misfits are tried in the same way; scores are not quite quadratic. */
#define LEAST_MISFIT  0.005
#define MISFIT_FACTOR 2

/* A pair of misfit and slope that is less plausible is left out. */
#define NEGLIGIBLE 0.01

double surface_misfit(size_t i)
{
    return LEAST_MISFIT * pow(MISFIT_FACTOR, (double)i);
}

static double slope_of(size_t k)
{
    return LEAST_SLOPE * pow(SLOPE_FACTOR, (double)k);
}

/* A pair of misfit and slope, by its index. */
#define PAIRS (SURFACE_MISFITS * SLOPES)

/* What one thread works with. */
struct room {
    gsl_matrix *covariance;
    gsl_vector *parameter;
};

/* The most probable parameters of a pair. The factors of their precision are left in the covariance.
 * Returns the logarithm of how well the pair explains the scores, up to a constant. */
static double solve(const struct surface *s, size_t pair, struct room *room)
{
    const struct surface_sums *sums = &s->sums[pair / SLOPES];
    double slope = slope_of(pair % SLOPES);
    size_t m = s->parameter->size;
    gsl_matrix *precision = room->covariance;
    double evidence = sums->logs - sums->squares, gain;
    double typical = SURFACE_CURVATURE / (CURVATURE_SD * CURVATURE_SD);

    gsl_matrix_memcpy(precision, sums->products);
    gsl_vector_memcpy(room->parameter, sums->results);
    for (size_t k = 0; k < m; k++) {
        double sd = k < s->dim ? slope : k < 2 * s->dim ? OWN_SD : CURVATURE_SD;

        *gsl_matrix_ptr(precision, k, k) += 1 / (sd * sd);
        evidence -= 2 * log(sd);
    }
    *gsl_vector_ptr(room->parameter, m - 1) += typical;
    if (gsl_linalg_cholesky_decomp1(precision))
        return -INFINITY;
    for (size_t k = 0; k < m; k++)
        evidence -= 2 * log(gsl_matrix_get(precision, k, k));
    /* With factor L of the precision, the gain is the square of L^-1 (results + prior). */
    gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasNonUnit, precision, room->parameter);
    gsl_blas_ddot(room->parameter, room->parameter, &gain);
    gsl_blas_dtrsv(CblasLower, CblasTrans, CblasNonUnit, precision, room->parameter);
    return (evidence + gain - SURFACE_CURVATURE * typical) / 2;
}

/* How plausible each pair is: weights that add up to 1. */
static void weigh(const struct surface *s, struct room *room, double weight[PAIRS])
{
    double best = -INFINITY, sum = 0;

#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < PAIRS; i++)
        weight[i] = solve(s, i, &room[omp_get_thread_num()]);
    for (size_t i = 0; i < PAIRS; i++)
        best = fmax(best, weight[i]);
    for (size_t i = 0; i < PAIRS; i++)
        sum += weight[i] = exp(weight[i] - best);
    for (size_t i = 0; i < PAIRS; i++)
        weight[i] /= sum;
}

/* Adds the parameters of one pair, and their squares, to those of all. */
static void add_pair(struct surface *s, double weight, const struct room *room)
{
    gsl_blas_daxpy(weight, room->parameter, s->parameter);
    gsl_matrix_add(s->covariance, room->covariance);
}

/* The parameters and their covariance, by all pairs that are plausible. They are added in order,
 * however many threads there are. */
static int mix(struct surface *s, struct room *rooms, const double weight[PAIRS])
{
    double misfit = 0;
    bool failed = false;

    gsl_vector_set_zero(s->parameter);
    gsl_matrix_set_zero(s->covariance);
#pragma omp parallel for ordered schedule(dynamic)
    for (size_t i = 0; i < PAIRS; i++) {
        struct room *room = &rooms[omp_get_thread_num()];
        bool bad;

        if (weight[i] < NEGLIGIBLE)
            continue;
        bad = !isfinite(solve(s, i, room)) || gsl_linalg_cholesky_invert(room->covariance);
        gsl_matrix_scale(room->covariance, weight[i]);
        gsl_blas_dsyr(CblasLower, weight[i], room->parameter, room->covariance);
#pragma omp ordered
        {
            add_pair(s, weight[i], room);
            misfit += weight[i] * surface_misfit(i / SLOPES) * surface_misfit(i / SLOPES);
            failed = failed || bad;
        }
    }
    gsl_blas_dsyr(CblasLower, -1, s->parameter, s->covariance);
    for (size_t i = 0; i < s->parameter->size; i++)
        for (size_t k = 0; k < i; k++)
            gsl_matrix_set(s->covariance, k, i, gsl_matrix_get(s->covariance, i, k));
    s->misfit = sqrt(misfit);
    return failed ? -1 : 0;
}

static void rooms_free(struct room *room, int n)
{
    for (int i = 0; room && i < n; i++) {
        gsl_matrix_free(room[i].covariance);
        gsl_vector_free(room[i].parameter);
    }
    free(room);
}

static struct room *rooms_new(int n, size_t m)
{
    struct room *room = calloc((size_t)n, sizeof *room);
    bool ready = room;

    for (int i = 0; ready && i < n; i++) {
        room[i].covariance = gsl_matrix_alloc(m, m);
        room[i].parameter = gsl_vector_alloc(m);
        ready = room[i].covariance && room[i].parameter;
    }
    if (ready)
        return room;
    rooms_free(room, n);
    return NULL;
}

int surface_fit(struct surface *s, struct err *err)
{
    double weight[PAIRS];
    int threads = omp_get_max_threads(), status;
    struct room *room = rooms_new(threads, s->parameter->size);

    if (!room)
        return err_shortage(err, "out of memory: a surface");
    weigh(s, room, weight);
    status = mix(s, room, weight);
    if (status)
        err_set(err, "the response surface has no solution");
    rooms_free(room, threads);
    return status;
}
