#include "stats/logistic_curve.h"

#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

struct points {
    const struct curve_point *point;
    size_t n;
};

static double logistic(double t)
{
    return 1 / (1 + exp(-t));
}

/* A score with half a point added to each side. */
static double moderate(double score, double games)
{
    return (score * games + 0.5) / (games + 1);
}

static int residuals(const gsl_vector *ab, void *data, gsl_vector *out)
{
    const struct points *points = data;

    for (size_t i = 0; i < points->n; i++) {
        const struct curve_point *p = &points->point[i];
        double t = gsl_vector_get(ab, 0) + gsl_vector_get(ab, 1) * p->x;

        gsl_vector_set(out, i, logistic(t) - moderate(p->score, p->games));
    }
    return GSL_SUCCESS;
}

static int slopes(const gsl_vector *ab, void *data, gsl_matrix *out)
{
    const struct points *points = data;

    for (size_t i = 0; i < points->n; i++) {
        double x = points->point[i].x;
        double t = gsl_vector_get(ab, 0) + gsl_vector_get(ab, 1) * x;
        double slope = logistic(t) * logistic(-t);

        gsl_matrix_set(out, i, 0, slope);
        gsl_matrix_set(out, i, 1, slope * x);
    }
    return GSL_SUCCESS;
}

/* A straight line through the logarithms of the odds is close to the answer. */
static void start_values(const struct points *points, gsl_vector *ab)
{
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    double b;

    for (size_t i = 0; i < points->n; i++) {
        const struct curve_point *p = &points->point[i];
        double score = moderate(p->score, p->games);
        double weight = (p->games + 1) * score * (1 - score);
        double y = log(score / (1 - score));

        w += weight;
        wx += weight * p->x;
        wy += weight * y;
        wxx += weight * p->x * p->x;
        wxy += weight * p->x * y;
    }
    b = (w * wxy - wx * wy) / (w * wxx - wx * wx);
    gsl_vector_set(ab, 0, (wy - b * wx) / w);
    gsl_vector_set(ab, 1, b);
}

static void set_weights(const struct points *points, const gsl_vector *ab, gsl_vector *weights)
{
    for (size_t i = 0; i < points->n; i++) {
        const struct curve_point *p = &points->point[i];
        double t = gsl_vector_get(ab, 0) + gsl_vector_get(ab, 1) * p->x;
        double score = moderate(logistic(t), p->games);

        gsl_vector_set(weights, i, p->games / (score * (1 - score)));
    }
}

static bool is_near(double x, double y)
{
    return fabs(x - y) < 1e-9 * (1 + fabs(x));
}

/* Each pass takes the weights from the curve of the pass before. The scores themselves are a poor
 * guide to their errors: those that are extreme by chance would weigh the most. GSL's own tests
 * of convergence fail for a parameter that is 0, so the passes are compared. */
static int fit_passes(gsl_multifit_nlinear_workspace *work, const struct points *points,
                      gsl_vector *ab, gsl_vector *weights, struct err *err)
{
    gsl_multifit_nlinear_fdf problem = {
        .f = residuals,
        .df = slopes,
        .n = points->n,
        .p = 2,
        .params = (void *)points,
    };

    start_values(points, ab);
    for (int pass = 0; pass < 200; pass++) {
        double a = gsl_vector_get(ab, 0), b = gsl_vector_get(ab, 1);
        int why, status;

        set_weights(points, ab, weights);
        status = gsl_multifit_nlinear_winit(ab, weights, &problem, work);
        if (status == GSL_SUCCESS)
            status = gsl_multifit_nlinear_driver(10, 1e-12, 1e-12, 0, NULL, NULL, &why, work);
        if (status != GSL_SUCCESS && status != GSL_ENOPROG && status != GSL_EMAXITER)
            return err_set(err, "the logistic curve: %s", gsl_strerror(status));
        gsl_vector_memcpy(ab, gsl_multifit_nlinear_position(work));
        if (is_near(gsl_vector_get(ab, 0), a) && is_near(gsl_vector_get(ab, 1), b))
            return 0;
    }
    return err_set(err, "the fit of a logistic curve did not converge");
}

static int read_answer(struct logistic_curve *curve, gsl_multifit_nlinear_workspace *work, size_t n,
                       struct err *err)
{
    const gsl_vector *ab = gsl_multifit_nlinear_position(work);
    const gsl_vector *f = gsl_multifit_nlinear_residual(work);
    double store[4];
    gsl_matrix_view covariance = gsl_matrix_view_array(store, 2, 2);

    if (gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(work), 0, &covariance.matrix))
        return err_set(err, "the logistic curve has no errors");
    *curve = (struct logistic_curve){
        .a = gsl_vector_get(ab, 0),
        .a_error = sqrt(store[0]),
        .b = gsl_vector_get(ab, 1),
        .b_error = sqrt(store[3]),
        .covariance = store[1],
        .degrees = n - 2,
    };
    gsl_blas_ddot(f, f, &curve->chi_square);
    curve->p = n > 2 ? gsl_cdf_chisq_Q(curve->chi_square, (double)(n - 2)) : 1;
    return 0;
}

static int check_points(const struct curve_point *point, size_t n, struct err *err)
{
    bool differ = false;

    for (size_t i = 0; i < n; i++) {
        const struct curve_point *p = &point[i];

        if (!(isfinite(p->x) && p->score >= 0 && p->score <= 1 && p->games > 0 &&
              isfinite(p->games)))
            return err_set(err, "point %zu of the logistic curve: score %g of %g games at %g", i,
                           p->score, p->games, p->x);
        differ = differ || p->x != point[0].x;
    }
    if (!differ)
        return err_set(err, "a logistic curve needs points at two places or more");
    return 0;
}

int logistic_curve_fit(struct logistic_curve *curve, const struct curve_point *point, size_t n,
                       struct err *err)
{
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    struct points points = { .point = point, .n = n };
    gsl_multifit_nlinear_workspace *work;
    gsl_vector *weights;
    double store[2];
    gsl_vector_view ab = gsl_vector_view_array(store, 2);
    int status = -1;

    if (check_points(point, n, err))
        return -1;
    work = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, n, 2);
    weights = gsl_vector_alloc(n);
    if (!work || !weights)
        err_shortage(err, "out of memory: a curve of %zu points", n);
    else if (fit_passes(work, &points, &ab.vector, weights, err) == 0)
        status = read_answer(curve, work, n, err);
    gsl_multifit_nlinear_free(work);
    gsl_vector_free(weights);
    return status;
}

double logistic_curve_score(const struct logistic_curve *curve, double x)
{
    return logistic(curve->a + curve->b * x);
}
