#include "evolve/logistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>

#include "evolve/logloss.h"

#define STEPS        60
#define HALVINGS     40
#define TOLERANCE    1e-13 /* of the objective */
#define FIRST_JITTER 1e-12

static void fill_dense(const void *user, size_t first, size_t count, double *x, double *y,
                       double *weight)
{
    const struct samples_dense *d = user;

    memcpy(x, d->x + first * d->dim, count * d->dim * sizeof *x);
    memcpy(y, d->y + first, count * sizeof *y);
    for (size_t i = 0; i < count; i++)
        weight[i] = d->weight ? d->weight[first + i] : 1;
}

struct samples samples_from_dense(const struct samples_dense *dense, size_t n, struct pool *pool)
{
    return (struct samples){
        .n = n, .dim = dense->dim, .fill = fill_dense, .user = dense, .pool = pool
    };
}

/* One problem on its way to a solution; all vectors are about its objective. */
struct problem {
    struct logloss l;
    const struct logistic_options *opt;
    size_t dim;
    double *pull; /* 2 ridge / scale^2 */
    gsl_vector *gradient;
    gsl_matrix *hessian; /* lower triangle */
    gsl_matrix *factor;  /* Cholesky's, of the Hessian */
    gsl_vector *direction;
    gsl_vector *next;
};

static void problem_release(struct problem *p)
{
    logloss_release(&p->l);
    free(p->pull);
    gsl_vector_free(p->gradient);
    gsl_matrix_free(p->hessian);
    gsl_matrix_free(p->factor);
    gsl_vector_free(p->direction);
    gsl_vector_free(p->next);
    *p = (struct problem){ 0 };
}

static int problem_init(struct problem *p, const struct samples *rows,
                        const struct logistic_options *opt, struct err *err)
{
    size_t dim = rows->dim;

    *p = (struct problem){ .opt = opt, .dim = dim };
    if (dim == 0 || rows->n == 0)
        return err_set(err, "nothing to fit: %zu rows of %zu features", rows->n, dim);
    if (logloss_init(&p->l, rows, true, err))
        return -1;
    p->pull = calloc(dim, sizeof *p->pull);
    p->gradient = gsl_vector_alloc(dim);
    p->hessian = gsl_matrix_alloc(dim, dim);
    p->factor = gsl_matrix_alloc(dim, dim);
    p->direction = gsl_vector_alloc(dim);
    p->next = gsl_vector_alloc(dim);
    if (p->pull && p->gradient && p->hessian && p->factor && p->direction && p->next)
        return 0;
    problem_release(p);
    return err_shortage(err, "out of memory: regression on %zu features", dim);
}

static void set_ridge(struct problem *p, double ridge)
{
    for (size_t j = 0; j < p->dim; j++) {
        double scale = p->opt->scale ? p->opt->scale[j] : 1;

        p->pull[j] = 2 * ridge / scale / scale;
    }
}

static double off_prior(const struct problem *p, const double *beta, size_t j)
{
    return p->opt->prior ? beta[j] - p->opt->prior[j] : beta[j];
}

static double objective(const struct problem *p, const double *beta)
{
    double sum = p->l.loss;

    for (size_t j = 0; j < p->dim; j++) {
        double off = off_prior(p, beta, j);

        sum += p->pull[j] / 2 * off * off;
    }
    return sum;
}

/* Gradient and Hessian of the objective after a curved pass. */
static void collect(struct problem *p, const double *beta)
{
    const double *upper = p->l.hessian;

    for (size_t i = 0; i < p->dim; i++) {
        double slope = p->l.gradient[i] + p->pull[i] * off_prior(p, beta, i);

        gsl_vector_set(p->gradient, i, slope);
        for (size_t j = i; j < p->dim; j++)
            gsl_matrix_set(p->hessian, j, i, *upper++);
        *gsl_matrix_ptr(p->hessian, i, i) += p->pull[i];
    }
}

/* A coefficient without curvature has no slope either and stays where it is.
 * Features that depend on each other need a little more on the diagonal. */
static int factorise(struct problem *p)
{
    for (double jitter = 0; jitter<1; jitter = jitter> 0 ? 10 * jitter : FIRST_JITTER) {
        gsl_matrix_memcpy(p->factor, p->hessian);
        for (size_t j = 0; j < p->dim; j++) {
            double *at = gsl_matrix_ptr(p->factor, j, j);

            *at = *at > 0 ? *at * (1 + jitter) : 1;
        }
        if (gsl_linalg_cholesky_decomp1(p->factor) == 0)
            return 0;
    }
    return -1;
}

/* Shortens the step until the objective falls; *fell is false if it never does. */
static int descend(struct problem *p, double *beta, double value, double promised, bool *fell,
                   struct err *err)
{
    double t = 1;

    *fell = false;
    for (int i = 0; i < HALVINGS && !*fell; i++, t /= 2) {
        for (size_t j = 0; j < p->dim; j++)
            gsl_vector_set(p->next, j, beta[j] - t * gsl_vector_get(p->direction, j));
        if (logloss_pass(&p->l, p->next->data, false, err))
            return -1;
        *fell = objective(p, p->next->data) <= value - 1e-4 * t * promised;
    }
    if (*fell)
        memcpy(beta, p->next->data, p->dim * sizeof *beta);
    return 0;
}

/* Newton's method from fit->beta on. Leaves the Hessian at the last beta. */
static int newton(struct problem *p, struct logistic *fit, struct err *err)
{
    for (fit->steps = 0;; fit->steps++) {
        double value, promised;
        bool fell;

        if (logloss_pass(&p->l, fit->beta, true, err))
            return -1;
        value = objective(p, fit->beta);
        if (!isfinite(value) || !(p->l.weight > 0))
            return err_set(err, "the rows have no weight, or a loss that is not finite");
        fit->weight = p->l.weight;
        fit->loss_after = p->l.loss / p->l.weight;
        collect(p, fit->beta);
        if (factorise(p) || gsl_linalg_cholesky_solve(p->factor, p->gradient, p->direction))
            return err_set(err, "the curvature of the loss is not finite");
        gsl_blas_ddot(p->gradient, p->direction, &promised);
        fit->converged = promised <= TOLERANCE * (1 + value);
        if (fit->converged || fit->steps == STEPS)
            return 0;
        if (descend(p, fit->beta, value, promised, &fell, err))
            return -1;
        if (!fell) {
            fit->converged = true; /* as near as rounding lets it come */
            return 0;
        }
    }
}

static int find_errors(struct problem *p, struct logistic *fit, struct err *err)
{
    if (gsl_linalg_cholesky_invert(p->factor))
        return err_set(err, "the curvature of the loss cannot be inverted");
    for (size_t j = 0; j < p->dim; j++) {
        bool known = gsl_matrix_get(p->hessian, j, j) > 0;

        fit->error[j] = known ? sqrt(gsl_matrix_get(p->factor, j, j)) : INFINITY;
    }
    return 0;
}

static int solve(struct problem *p, struct logistic *fit, double ridge, struct err *err)
{
    if (!(ridge >= 0) || !isfinite(ridge))
        return err_set(err, "the ridge %g must be 0 or more", ridge);
    fit->ridge = ridge;
    set_ridge(p, ridge);
    return newton(p, fit, err) || find_errors(p, fit, err) ? -1 : 0;
}

/* At the start of the options, with the loss there. */
static int fit_init(struct logistic *fit, struct problem *p, struct err *err)
{
    *fit = (struct logistic){ .dim = p->dim };
    fit->beta = calloc(p->dim, sizeof *fit->beta);
    fit->error = calloc(p->dim, sizeof *fit->error);
    if (!fit->beta || !fit->error) {
        logistic_release(fit);
        return err_shortage(err, "out of memory: regression on %zu features", p->dim);
    }
    if (p->opt->start)
        memcpy(fit->beta, p->opt->start, p->dim * sizeof *fit->beta);
    if (logloss_pass(&p->l, fit->beta, false, err)) {
        logistic_release(fit);
        return -1;
    }
    fit->loss_before = p->l.loss / p->l.weight;
    return 0;
}

void logistic_release(struct logistic *fit)
{
    free(fit->beta);
    free(fit->error);
    *fit = (struct logistic){ 0 };
}

int logistic_fit(struct logistic *fit, const struct samples *rows,
                 const struct logistic_options *opt, struct err *err)
{
    struct problem p;
    int bad;

    *fit = (struct logistic){ 0 };
    if (problem_init(&p, rows, opt, err))
        return -1;
    bad = fit_init(fit, &p, err) || solve(&p, fit, opt->ridge, err);
    problem_release(&p);
    if (bad)
        logistic_release(fit);
    return bad ? -1 : 0;
}

int logistic_loss(const struct samples *rows, const double *beta, double *loss, struct err *err)
{
    struct logloss l;
    int status;

    if (logloss_init(&l, rows, false, err))
        return -1;
    status = logloss_pass(&l, beta, false, err);
    *loss = l.loss / l.weight;
    logloss_release(&l);
    if (status)
        return -1;
    return isfinite(*loss) ? 0
                           : err_set(err, "the rows have no weight, or a loss that is not finite");
}

static void copy_fit(struct logistic *to, const struct logistic *from)
{
    struct logistic copy = *from;

    copy.beta = to->beta;
    copy.error = to->error;
    memcpy(copy.beta, from->beta, from->dim * sizeof *copy.beta);
    memcpy(copy.error, from->error, from->dim * sizeof *copy.error);
    *to = copy;
}

/* Tries every ridge in turn, each from the solution of the last; the best goes to fit. */
static int try_ridges(struct problem *p, struct logistic *fit, struct logistic *current,
                      const struct samples *held_out, const double *ridge, size_t n, double *held,
                      struct err *err)
{
    size_t best = 0;

    for (size_t i = 0; i < n; i++) {
        if (solve(p, current, ridge[i], err) ||
            logistic_loss(held_out, current->beta, &held[i], err))
            return -1;
        if (i == 0 || held[i] < held[best]) {
            best = i;
            copy_fit(fit, current);
        }
    }
    return n > 0 ? 0 : err_set(err, "no ridge to choose from");
}

int logistic_choose(struct logistic *fit, const struct samples *rows,
                    const struct samples *held_out, const struct logistic_options *opt,
                    const double *ridge, size_t n, double *held, struct err *err)
{
    struct logistic current = { 0 };
    struct problem p;
    int bad;

    *fit = (struct logistic){ 0 };
    if (problem_init(&p, rows, opt, err))
        return -1;
    bad = fit_init(fit, &p, err) || fit_init(&current, &p, err) ||
          try_ridges(&p, fit, &current, held_out, ridge, n, held, err);
    problem_release(&p);
    logistic_release(&current);
    if (bad)
        logistic_release(fit);
    return bad ? -1 : 0;
}
