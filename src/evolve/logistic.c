#include "evolve/logistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>

#define STEPS        60
#define HALVINGS     40
#define TOLERANCE    1e-13 /* of the objective */
#define FIRST_JITTER 1e-12

#define BLOCK         64     /* rows at a time: they and the Hessian stay in the cache */
#define WORTH_THREADS 100000 /* numbers in all rows: below, waking threads costs more */
#define LANES         8      /* rows added to the Hessian at once; divides BLOCK */
#define STRIPES       32

/* What one stripe of rows adds up to, and room for a block of them. */
struct logloss_stripe {
    double loss;
    double weight;
    double *gradient;
    double *hessian;
    double *x, *y, *w;
};

/* The losses of all rows, with slope and curvature. Each pass adds up stripes of rows in parallel,
 * then the stripes in order. Stripes depend only on the number of rows, so the sums are the same
 * bits for any number of threads. Rows are asked for in blocks, again in every
 * pass, so that memory does not grow with their number. */
struct logloss {
    double loss;      /* the sum over all rows at the beta of the last pass */
    double weight;    /* of all rows */
    double *gradient; /* after a curved pass: dim */
    double *hessian;  /* after a curved pass: dim * dim, the upper triangle */

    struct samples rows;
    size_t stripes;
    struct logloss_stripe stripe[STRIPES];
};

static void fill_dense(const void *user, size_t first, size_t count, double *x, double *y,
                       double *weight)
{
    const struct samples_dense *d = user;

    memcpy(x, d->x + first * d->dim, count * d->dim * sizeof *x);
    memcpy(y, d->y + first, count * sizeof *y);
    for (size_t i = 0; i < count; i++)
        weight[i] = d->weight ? d->weight[first + i] : 1;
}

struct samples samples_from_dense(const struct samples_dense *dense, size_t n)
{
    return (struct samples){ .n = n, .dim = dense->dim, .fill = fill_dense, .user = dense };
}

static int stripe_init(struct logloss_stripe *s, size_t dim, bool curved)
{
    s->x = calloc(BLOCK * dim, sizeof *s->x);
    s->y = calloc(BLOCK, sizeof *s->y);
    s->w = calloc(BLOCK, sizeof *s->w);
    if (curved) {
        s->gradient = calloc(dim, sizeof *s->gradient);
        s->hessian = calloc(dim * dim, sizeof *s->hessian);
    }
    return s->x && s->y && s->w && (!curved || (s->gradient && s->hessian)) ? 0 : -1;
}

static void stripe_release(struct logloss_stripe *s)
{
    free(s->x);
    free(s->y);
    free(s->w);
    free(s->gradient);
    free(s->hessian);
}

static void logloss_release(struct logloss *l)
{
    for (size_t i = 0; i < l->stripes; i++)
        stripe_release(&l->stripe[i]);
    free(l->gradient);
    free(l->hessian);
    *l = (struct logloss){ 0 };
}

/* Curved makes room for gradient and Hessian, about 33 dim^2 doubles. */
static int logloss_init(struct logloss *l, const struct samples *rows, bool curved, struct err *err)
{
    size_t blocks = (rows->n + BLOCK - 1) / BLOCK;
    int bad = 0;

    *l = (struct logloss){ .rows = *rows };
    l->stripes = blocks < STRIPES ? blocks : STRIPES;
    for (size_t i = 0; i < l->stripes && !bad; i++)
        bad = stripe_init(&l->stripe[i], rows->dim, curved);
    if (curved) {
        l->gradient = calloc(rows->dim, sizeof *l->gradient);
        l->hessian = calloc(rows->dim * rows->dim, sizeof *l->hessian);
        bad |= !l->gradient || !l->hessian;
    }
    if (!bad)
        return 0;
    logloss_release(l);
    return err_set(err, "out of memory: regression on %zu features", rows->dim);
}

/* Four sums side by side: the order is fixed here and not left to the compiler. */
static double dot(const double *restrict a, const double *restrict b, size_t n)
{
    double sum[4] = { 0 };
    size_t i = 0;

    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++)
            sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++)
        sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* ln(1 + exp(z)) - y z, without overflow. */
static double row_loss(double z, double y)
{
    return fmax(z, 0) + log1p(exp(-fabs(z))) - y * z;
}

/* Adds the outer products of LANES rows. This is where the time goes. */
static void add_outer(double *restrict h, const double *restrict x, size_t dim)
{
    for (size_t i = 0; i < dim; i++) {
        const double *restrict at = x + i;
        double a = at[0], b = at[dim], c = at[2 * dim], d = at[3 * dim];
        double e = at[4 * dim], f = at[5 * dim], g = at[6 * dim], k = at[7 * dim];
        double *restrict row = h + i * dim;

        for (size_t j = i; j < dim; j++)
            row[j] += ((a * x[j] + b * x[dim + j]) + (c * x[2 * dim + j] + d * x[3 * dim + j])) +
                      ((e * x[4 * dim + j] + f * x[5 * dim + j]) +
                       (g * x[6 * dim + j] + k * x[7 * dim + j]));
    }
}

/* Adds one row to the gradient, and scales it for the outer product. */
static void add_row(struct logloss_stripe *s, double *x, size_t dim, double slope, double curvature)
{
    double root = sqrt(curvature);

    for (size_t j = 0; j < dim; j++) {
        s->gradient[j] += slope * x[j];
        x[j] *= root;
    }
}

static void add_block(struct logloss_stripe *s, const struct samples *rows, size_t first,
                      size_t count, const double *beta, bool curved)
{
    size_t dim = rows->dim;

    rows->fill(rows->user, first, count, s->x, s->y, s->w);
    for (size_t i = 0; i < count; i++) {
        double *x = s->x + i * dim;
        double z = dot(x, beta, dim);
        double p = 1 / (1 + exp(-z));

        s->loss += s->w[i] * row_loss(z, s->y[i]);
        s->weight += s->w[i];
        if (curved)
            add_row(s, x, dim, s->w[i] * (p - s->y[i]), s->w[i] * p * (1 - p));
    }
    if (!curved)
        return;
    memset(s->x + count * dim, 0, (BLOCK - count) * dim * sizeof *s->x);
    for (size_t i = 0; i < count; i += LANES)
        add_outer(s->hessian, s->x + i * dim, dim);
}

static void add_stripe(struct logloss *l, size_t index, const double *beta, bool curved)
{
    struct logloss_stripe *s = &l->stripe[index];
    size_t n = l->rows.n, dim = l->rows.dim;
    size_t blocks = (n + BLOCK - 1) / BLOCK;
    size_t from = blocks * index / l->stripes, to = blocks * (index + 1) / l->stripes;

    s->loss = s->weight = 0;
    if (curved) {
        memset(s->gradient, 0, dim * sizeof *s->gradient);
        memset(s->hessian, 0, dim * dim * sizeof *s->hessian);
    }
    for (size_t b = from; b < to; b++) {
        size_t left = n - b * BLOCK;

        add_block(s, &l->rows, b * BLOCK, left < BLOCK ? left : BLOCK, beta, curved);
    }
}

static void add_up(double *sum, const double *part, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += part[i];
}

/* Sums over all rows; with slope and curvature if curved (and initialised so). */
static void logloss_pass(struct logloss *l, const double *beta, bool curved)
{
    size_t dim = l->rows.dim;

#pragma omp parallel for schedule(dynamic) if (l->rows.n * dim > WORTH_THREADS)
    for (size_t i = 0; i < l->stripes; i++)
        add_stripe(l, i, beta, curved);
    l->loss = l->weight = 0;
    if (curved) {
        memset(l->gradient, 0, dim * sizeof *l->gradient);
        memset(l->hessian, 0, dim * dim * sizeof *l->hessian);
    }
    for (size_t i = 0; i < l->stripes; i++) {
        l->loss += l->stripe[i].loss;
        l->weight += l->stripe[i].weight;
        if (curved) {
            add_up(l->gradient, l->stripe[i].gradient, dim);
            add_up(l->hessian, l->stripe[i].hessian, dim * dim);
        }
    }
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
    return err_set(err, "out of memory: regression on %zu features", dim);
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
    for (size_t i = 0; i < p->dim; i++) {
        double slope = p->l.gradient[i] + p->pull[i] * off_prior(p, beta, i);

        gsl_vector_set(p->gradient, i, slope);
        for (size_t j = i; j < p->dim; j++)
            gsl_matrix_set(p->hessian, j, i, p->l.hessian[i * p->dim + j]);
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

/* Shortens the step until the objective falls; false if it never does. */
static bool descend(struct problem *p, double *beta, double value, double promised)
{
    double t = 1;

    for (int i = 0; i < HALVINGS; i++, t /= 2) {
        for (size_t j = 0; j < p->dim; j++)
            gsl_vector_set(p->next, j, beta[j] - t * gsl_vector_get(p->direction, j));
        logloss_pass(&p->l, p->next->data, false);
        if (objective(p, p->next->data) <= value - 1e-4 * t * promised) {
            memcpy(beta, p->next->data, p->dim * sizeof *beta);
            return true;
        }
    }
    return false;
}

/* Newton's method from fit->beta on. Leaves the Hessian at the last beta. */
static int newton(struct problem *p, struct logistic *fit, struct err *err)
{
    for (fit->steps = 0;; fit->steps++) {
        double value, promised;

        logloss_pass(&p->l, fit->beta, true);
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
        if (!descend(p, fit->beta, value, promised)) {
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
        return err_set(err, "out of memory: regression on %zu features", p->dim);
    }
    if (p->opt->start)
        memcpy(fit->beta, p->opt->start, p->dim * sizeof *fit->beta);
    logloss_pass(&p->l, fit->beta, false);
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

    if (logloss_init(&l, rows, false, err))
        return -1;
    logloss_pass(&l, beta, false);
    *loss = l.loss / l.weight;
    logloss_release(&l);
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
