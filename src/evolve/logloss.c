#include "evolve/logloss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK         64     /* rows at a time: they and the Hessian stay in the cache */
#define WORTH_THREADS 100000 /* numbers in all rows: below, waking threads costs more */
#define LANES         8      /* rows added to the Hessian at once; divides BLOCK */

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

void logloss_release(struct logloss *l)
{
    for (size_t i = 0; i < l->stripes; i++)
        stripe_release(&l->stripe[i]);
    free(l->gradient);
    free(l->hessian);
    *l = (struct logloss){ 0 };
}

int logloss_init(struct logloss *l, const struct samples *rows, bool curved, struct err *err)
{
    size_t blocks = (rows->n + BLOCK - 1) / BLOCK;
    int bad = 0;

    *l = (struct logloss){ .rows = *rows };
    l->stripes = blocks < LOGLOSS_STRIPES ? blocks : LOGLOSS_STRIPES;
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
    return err_shortage(err, "out of memory: regression on %zu features", rows->dim);
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

void logloss_pass(struct logloss *l, const double *beta, bool curved)
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
