/* Regression against an independent optimiser, simulation, and awkward data. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_randist.h>

#include "check.h"
#include "evolve/logistic.h"
#include "search/worker.h"

#define D 6

static const double truth[D] = { 0.8, -0.5, 0, 1.5, 0.05, -1 };
static const double scale[D] = { 1, 1, 0.5, 2, 0.1, 1 };
static const double prior[D] = { 0.5, 0, 0.2, 0, 0, -0.3 };

static struct pool pool;

struct data {
    size_t n;
    double *x, *y, *weight;
    struct samples_dense dense;
    struct samples rows;
};

/* Features of different sizes, draws among the results, weights that vary. */
static void make(struct data *d, size_t n, uint64_t seed, bool plain)
{
    struct rng rng;

    check_open(&rng, seed);
    *d = (struct data){ .n = n };
    d->x = calloc(n * D, sizeof *d->x);
    d->y = calloc(n, sizeof *d->y);
    d->weight = calloc(n, sizeof *d->weight);
    for (size_t i = 0; i < n; i++) {
        double z = 0, u = gsl_rng_uniform(&rng.gsl);

        for (size_t j = 0; j < D; j++) {
            d->x[i * D + j] = gsl_ran_gaussian(&rng.gsl, j == 4 ? 10 : 1) + (j == 0 ? 0.3 : 0);
            z += truth[j] * d->x[i * D + j];
        }
        d->y[i] = u < 1 / (1 + exp(-z));
        if (!plain && i % 7 == 0)
            d->y[i] = 0.5;
        d->weight[i] = plain ? 1 : 0.5 + (double)(i % 3);
    }
    d->dense = (struct samples_dense){ D, d->x, d->y, d->weight };
    d->rows = samples_from_dense(&d->dense, n, &pool);
}

static void drop(struct data *d)
{
    free(d->x);
    free(d->y);
    free(d->weight);
}

struct target {
    const struct data *d;
    const struct logistic_options *opt;
};

/* The objective as the header states it, in the plainest way. */
static double plain_objective(const gsl_vector *beta, void *user)
{
    const struct target *t = user;
    double sum = 0;

    for (size_t i = 0; i < t->d->n; i++) {
        double z = 0, p, y = t->d->y[i];

        for (size_t j = 0; j < D; j++)
            z += gsl_vector_get(beta, j) * t->d->x[i * D + j];
        p = 1 / (1 + exp(-z));
        sum -= t->d->weight[i] * (y * log(p) + (1 - y) * log(1 - p));
    }
    for (size_t j = 0; j < D; j++)
        sum += t->opt->ridge * pow((gsl_vector_get(beta, j) - prior[j]) / scale[j], 2);
    return sum;
}

static void plain_gradient(const gsl_vector *beta, void *user, gsl_vector *g)
{
    for (size_t j = 0; j < D; j++) {
        double h = 1e-5, value[2];

        for (int side = 0; side < 2; side++) {
            gsl_vector *moved = gsl_vector_alloc(D);

            gsl_vector_memcpy(moved, beta);
            *gsl_vector_ptr(moved, j) += side ? h : -h;
            value[side] = plain_objective(moved, user);
            gsl_vector_free(moved);
        }
        gsl_vector_set(g, j, (value[1] - value[0]) / (2 * h));
    }
}

static void plain_both(const gsl_vector *beta, void *user, double *f, gsl_vector *g)
{
    *f = plain_objective(beta, user);
    plain_gradient(beta, user, g);
}

static void minimise_plainly(struct target *t, double out[D])
{
    gsl_multimin_function_fdf f = { plain_objective, plain_gradient, plain_both, D, t };
    gsl_multimin_fdfminimizer *m =
        gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_vector_bfgs2, D);
    gsl_vector *start = gsl_vector_calloc(D);

    gsl_multimin_fdfminimizer_set(m, &f, start, 0.1, 0.1);
    for (int i = 0; i < 300 && gsl_multimin_fdfminimizer_iterate(m) == 0; i++)
        continue;
    for (size_t j = 0; j < D; j++)
        out[j] = gsl_vector_get(m->x, j);
    gsl_vector_free(start);
    gsl_multimin_fdfminimizer_free(m);
}

/* Standard errors from the curvature, in the plainest way. */
static void plain_errors(const struct target *t, const double *beta, double out[D])
{
    gsl_matrix *h = gsl_matrix_calloc(D, D);

    for (size_t i = 0; i < t->d->n; i++) {
        const double *x = t->d->x + i * D;
        double z = 0;

        for (size_t j = 0; j < D; j++)
            z += beta[j] * x[j];
        for (size_t j = 0; j < D * D; j++)
            h->data[j] += t->d->weight[i] * x[j / D] * x[j % D] / (2 + 2 * cosh(z));
    }
    for (size_t j = 0; j < D; j++)
        *gsl_matrix_ptr(h, j, j) += 2 * t->opt->ridge / scale[j] / scale[j];
    gsl_linalg_cholesky_decomp1(h);
    gsl_linalg_cholesky_invert(h);
    for (size_t j = 0; j < D; j++)
        out[j] = sqrt(gsl_matrix_get(h, j, j));
    gsl_matrix_free(h);
}

static void agrees_with_another_optimiser(void **state)
{
    static const double ridge[] = { 0, 3, 100 };
    struct data d;

    (void)state;
    make(&d, 2501, 1, false); /* several blocks a stripe, the last one not full */
    for (size_t k = 0; k < 3; k++) {
        struct logistic_options opt = { .prior = prior, .scale = scale, .ridge = ridge[k] };
        struct target t = { &d, &opt };
        struct logistic fit;
        struct err err;
        double beta[D], error[D];

        assert_int_equal(logistic_fit(&fit, &d.rows, &opt, &err), 0);
        minimise_plainly(&t, beta);
        assert_true(fit.converged && fit.steps < 12);
        plain_errors(&t, fit.beta, error);
        for (size_t j = 0; j < D; j++) {
            check_near(fit.beta[j], beta[j], 2e-5);
            check_near(fit.error[j], error[j], 1e-10);
        }
        check_near(fit.loss_before, log(2), 1e-12);
        assert_true(fit.loss_after < 0.9 * fit.loss_before);
        check_near(fit.weight, 3751, 1);
        logistic_release(&fit);
    }
    drop(&d);
}

static void finds_the_truth_within_its_errors(void **state)
{
    enum { REPEATS = 400 };
    double sum[D] = { 0 }, square[D] = { 0 }, error[D] = { 0 };

    (void)state;
    for (uint64_t k = 0; k < REPEATS; k++) {
        struct logistic_options opt = { 0 };
        struct logistic fit;
        struct data d;
        struct err err;

        make(&d, 600, 100 + k, true);
        assert_int_equal(logistic_fit(&fit, &d.rows, &opt, &err), 0);
        for (size_t j = 0; j < D; j++) {
            sum[j] += fit.beta[j] / REPEATS;
            square[j] += fit.beta[j] * fit.beta[j] / REPEATS;
            error[j] += fit.error[j] / REPEATS;
        }
        logistic_release(&fit);
        drop(&d);
    }
    for (size_t j = 0; j < D; j++) {
        double deviation = sqrt(square[j] - sum[j] * sum[j]);

        assert_true(error[j] > 0.85 * deviation && error[j] < 1.15 * deviation);
        check_near(sum[j], truth[j], 0.4 * deviation); /* small samples exaggerate a little */
    }
}

static void separable_rows_stay_finite(void **state)
{
    static const double x[] = { -2, 1, -1, 1, -0.5, 1, 0.5, 1, 1, 1, 3, 1 };
    static const double y[] = { 0, 0, 0, 1, 1, 1 };
    struct samples_dense dense = { 2, x, y, NULL };
    struct samples rows = samples_from_dense(&dense, 6, &pool);
    struct logistic_options opt = { 0 };
    struct logistic fit;
    struct err err;

    (void)state;
    assert_int_equal(logistic_fit(&fit, &rows, &opt, &err), 0);
    assert_true(fit.converged && isfinite(fit.beta[0]) && isfinite(fit.beta[1]));
    assert_true(fit.beta[0] > 10 && fit.loss_after < 1e-6);
    logistic_release(&fit);
    opt.ridge = 0.5;
    assert_int_equal(logistic_fit(&fit, &rows, &opt, &err), 0);
    assert_true(fit.beta[0] > 0.3 && fit.beta[0] < 3);
    logistic_release(&fit);
}

static void far_starts_come_home(void **state)
{
    const double far[D] = { 50, 50, -80, -90, 30, 70 };
    struct logistic_options near_opt = { .ridge = 0.1 }, far_opt = { .ridge = 0.1, .start = far };
    struct logistic a, b;
    struct data d;
    struct err err;

    (void)state;
    make(&d, 500, 2, false);
    assert_int_equal(logistic_fit(&a, &d.rows, &near_opt, &err), 0);
    assert_int_equal(logistic_fit(&b, &d.rows, &far_opt, &err), 0);
    assert_true(b.loss_before > 10);
    for (size_t j = 0; j < D; j++)
        check_near(a.beta[j], b.beta[j], 1e-6);
    logistic_release(&a);
    logistic_release(&b);
    drop(&d);
}

static void huge_ridge_keeps_the_prior(void **state)
{
    const double some_free[D] = { 1, 1, 1, INFINITY, 1, 1 };
    struct logistic_options opt = { .prior = prior, .scale = some_free, .ridge = 1e12 };
    struct logistic fit;
    struct data d;
    struct err err;

    (void)state;
    make(&d, 500, 3, false);
    assert_int_equal(logistic_fit(&fit, &d.rows, &opt, &err), 0);
    for (size_t j = 0; j < D; j++) {
        if (j == 3)
            continue;
        check_near(fit.beta[j], prior[j], 1e-8);
        check_near(fit.error[j], sqrt(0.5e-12), 1e-9);
    }
    assert_true(fit.beta[3] > 0.5); /* the one that the ridge leaves alone */
    logistic_release(&fit);
    drop(&d);
}

/* One feature never occurs and two are the same. */
static void useless_features_do_no_harm(void **state)
{
    struct logistic_options opt = { 0 };
    struct logistic fit;
    struct data d;
    struct err err;

    (void)state;
    make(&d, 800, 4, false);
    for (size_t i = 0; i < d.n; i++) {
        d.x[i * D + 2] = 0;
        d.x[i * D + 5] = d.x[i * D];
    }
    assert_int_equal(logistic_fit(&fit, &d.rows, &opt, &err), 0);
    assert_true(fit.converged);
    assert_true(fit.beta[2] == 0 && isinf(fit.error[2]));
    for (size_t j = 0; j < D; j++)
        assert_true(fabs(fit.beta[j]) < 10);
    assert_true(fit.error[0] > 100 * fit.error[1]); /* only the sum of the two is known */
    logistic_release(&fit);
    drop(&d);
}

static void same_bits_for_any_number_of_threads(void **state)
{
    struct logistic_options opt = { .prior = prior, .scale = scale, .ridge = 1 };
    struct logistic fit[3];
    struct data d;
    struct err err;

    (void)state;
    make(&d, 20011, 5, false); /* enough to be worth threads */
    for (int k = 0; k < 3; k++) {
        struct pool other;

        assert_int_equal(pool_init(&other, 1 + 2 * k, &worker_memory, &err), 0);
        d.rows.pool = &other;
        assert_int_equal(logistic_fit(&fit[k], &d.rows, &opt, &err), 0);
        pool_release(&other);
    }
    for (int k = 1; k < 3; k++) {
        assert_memory_equal(fit[0].beta, fit[k].beta, D * sizeof(double));
        assert_memory_equal(fit[0].error, fit[k].error, D * sizeof(double));
        assert_true(fit[0].loss_after == fit[k].loss_after);
    }
    for (int k = 0; k < 3; k++)
        logistic_release(&fit[k]);
    drop(&d);
}

/* Few rows and a wide prior over-fit, a huge ridge fits nothing. */
static void held_out_rows_choose_the_ridge(void **state)
{
    static const double ridge[] = { 1e6, 1000, 1, 0.1, 1e-9 };
    double held[5], wrong[D], loss;
    struct logistic_options opt = { .start = wrong };
    struct logistic fit, again;
    struct data train, test;
    struct err err;

    (void)state;
    for (size_t j = 0; j < D; j++)
        wrong[j] = -truth[j];
    make(&train, 40, 6, true);
    make(&test, 5000, 7, true);
    assert_int_equal(logistic_choose(&fit, &train.rows, &test.rows, &opt, ridge, 5, held, &err), 0);
    assert_true(fit.ridge == 1 || fit.ridge == 0.1);
    check_near(held[0], log(2), 1e-3);
    for (size_t k = 0; k < 5; k++)
        assert_true(ridge[k] == fit.ridge || held[k] > fmin(held[2], held[3]));
    assert_int_equal(logistic_loss(&test.rows, fit.beta, &loss, &err), 0);
    assert_true(loss == fmin(held[2], held[3]));
    opt.ridge = fit.ridge;
    assert_int_equal(logistic_fit(&again, &train.rows, &opt, &err), 0);
    for (size_t j = 0; j < D; j++)
        check_near(fit.beta[j], again.beta[j], 1e-6);
    assert_true(fit.loss_before == again.loss_before && fit.loss_before > log(2));
    logistic_release(&fit);
    logistic_release(&again);
    drop(&train);
    drop(&test);
}

static void a_stop_is_told(void **state)
{
    atomic_bool stop = true;
    struct logistic_options opt = { .ridge = 1 };
    struct logistic fit;
    struct data d;
    struct err err;

    (void)state;
    make(&d, 100, 8, false);
    d.rows.stop = &stop;
    assert_int_equal(logistic_fit(&fit, &d.rows, &opt, &err), -1);
    assert_int_equal(err.kind, ERR_STOPPED);
    assert_null(fit.beta);
    drop(&d);
}

static int begin(void **state)
{
    struct err err;

    (void)state;
    return pool_init(&pool, 2, &worker_memory, &err);
}

static int end(void **state)
{
    (void)state;
    pool_release(&pool);
    return 0;
}

static void mistakes_are_named(void **state)
{
    static const double x[] = { 1, 2 }, y[] = { 1, 0 }, none[] = { 0, 0 }, bad[] = { NAN, 1 };
    struct samples_dense dense = { 1, x, y, none };
    struct samples rows = samples_from_dense(&dense, 2, &pool);
    struct logistic_options opt = { 0 };
    struct logistic fit;
    struct err err;
    double loss;

    (void)state;
    assert_int_equal(logistic_fit(&fit, &rows, &opt, &err), -1);
    assert_string_equal(err.text, "the rows have no weight, or a loss that is not finite");
    assert_int_equal(logistic_loss(&rows, x, &loss, &err), -1);
    dense.weight = NULL;
    dense.x = bad;
    assert_int_equal(logistic_fit(&fit, &rows, &opt, &err), -1);
    dense.x = x;
    opt.ridge = -1;
    assert_int_equal(logistic_fit(&fit, &rows, &opt, &err), -1);
    rows.n = 0;
    opt.ridge = 0;
    assert_int_equal(logistic_fit(&fit, &rows, &opt, &err), -1);
    assert_string_equal(err.text, "nothing to fit: 0 rows of 1 features");
    assert_null(fit.beta);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_another_optimiser),
        cmocka_unit_test(finds_the_truth_within_its_errors),
        cmocka_unit_test(separable_rows_stay_finite),
        cmocka_unit_test(far_starts_come_home),
        cmocka_unit_test(huge_ridge_keeps_the_prior),
        cmocka_unit_test(useless_features_do_no_harm),
        cmocka_unit_test(same_bits_for_any_number_of_threads),
        cmocka_unit_test(held_out_rows_choose_the_ridge),
        cmocka_unit_test(a_stop_is_told),
        cmocka_unit_test(mistakes_are_named),
    };

    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, begin, end);
}
