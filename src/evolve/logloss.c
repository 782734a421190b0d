#include "evolve/logloss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORTH_THREADS 100000 /* numbers in all rows: below, waking threads costs more */
#define LANES         8      /* rows added to the Hessian at once; divides LOGLOSS_BLOCK */

size_t logloss_stripes(size_t n)
{
    size_t blocks = (n + LOGLOSS_BLOCK - 1) / LOGLOSS_BLOCK;

    return blocks < LOGLOSS_STRIPES ? blocks : LOGLOSS_STRIPES;
}

void logloss_stripe(size_t n, size_t stripe, size_t *from, size_t *to)
{
    size_t blocks = (n + LOGLOSS_BLOCK - 1) / LOGLOSS_BLOCK, stripes = logloss_stripes(n);

    *from = blocks * stripe / stripes * LOGLOSS_BLOCK;
    *to = blocks * (stripe + 1) / stripes * LOGLOSS_BLOCK;
    if (*to > n)
        *to = n;
}

static size_t triangle(size_t dim)
{
    return dim * (dim + 1) / 2;
}

/* The doubles in a slot: loss and weight; with curvature the gradient, and the Hessian. */
#define SLOT_HEAD 2

static size_t slot_length(const struct samples *rows, enum logloss_mode mode)
{
    switch (mode) {
    case LOGLOSS_SUM:
        return SLOT_HEAD;
    case LOGLOSS_CURVED:
        return SLOT_HEAD + rows->dim + triangle(rows->dim);
    case LOGLOSS_VALUES:
        break;
    }
    return (rows->n / LOGLOSS_BLOCK / logloss_stripes(rows->n) + 2) * LOGLOSS_BLOCK;
}

/* What an item works with: a block of rows, and its slot in parts. */
struct work {
    const struct logloss_pass *pass;
    double *x, *y, *w;
    double *head, *gradient, *hessian; /* of the slot */
};

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
static void add_outer(double *restrict row, const double *restrict x, size_t dim)
{
    for (size_t i = 0; i < dim; i++) {
        const double *restrict at = x + i;
        double a = at[0], b = at[dim], c = at[2 * dim], d = at[3 * dim];
        double e = at[4 * dim], f = at[5 * dim], g = at[6 * dim], h = at[7 * dim];

        for (size_t j = 0; j < dim - i; j++)
            row[j] +=
                ((a * at[j] + b * at[dim + j]) + (c * at[2 * dim + j] + d * at[3 * dim + j])) +
                ((e * at[4 * dim + j] + f * at[5 * dim + j]) +
                 (g * at[6 * dim + j] + h * at[7 * dim + j]));
        row += dim - i;
    }
}

/* Adds one row to the gradient, and scales it for the outer product. */
static void add_row(double *restrict gradient, double *restrict x, size_t dim, double slope,
                    double curvature)
{
    double root = sqrt(curvature);

    for (size_t j = 0; j < dim; j++) {
        gradient[j] += slope * x[j];
        x[j] *= root;
    }
}

static void add_block(const struct work *k, size_t first, size_t count)
{
    const struct samples *rows = &k->pass->rows;
    size_t dim = rows->dim;

    rows->fill(rows->user, first, count, k->x, k->y, k->w);
    for (size_t i = 0; i < count; i++) {
        double *x = k->x + i * dim;
        double z = dot(x, k->pass->beta, dim);
        double p = 1 / (1 + exp(-z));

        k->head[0] += k->w[i] * row_loss(z, k->y[i]);
        k->head[1] += k->w[i];
        if (k->pass->mode == LOGLOSS_CURVED)
            add_row(k->gradient, x, dim, k->w[i] * (p - k->y[i]), k->w[i] * p * (1 - p));
    }
    if (k->pass->mode != LOGLOSS_CURVED)
        return;
    memset(k->x + count * dim, 0, (LOGLOSS_BLOCK - count) * dim * sizeof *k->x);
    for (size_t i = 0; i < count; i += LANES)
        add_outer(k->hessian, k->x + i * dim, dim);
}

static void value_block(const struct work *k, size_t first, size_t count, double *value)
{
    const struct samples *rows = &k->pass->rows;

    rows->fill(rows->user, first, count, k->x, k->y, k->w);
    for (size_t i = 0; i < count; i++) {
        value[i] = 0;
        for (size_t j = 0; j < rows->dim; j++)
            value[i] += k->x[i * rows->dim + j] * k->pass->beta[j];
    }
}

static void fill_slot(const struct work *k, size_t stripe, double *slot)
{
    size_t from, to;

    logloss_stripe(k->pass->rows.n, stripe, &from, &to);
    if (k->pass->mode != LOGLOSS_VALUES)
        memset(slot, 0, slot_length(&k->pass->rows, k->pass->mode) * sizeof *slot);
    for (size_t at = from; at < to; at += LOGLOSS_BLOCK) {
        size_t count = to - at < LOGLOSS_BLOCK ? to - at : LOGLOSS_BLOCK;

        if (k->pass->mode == LOGLOSS_VALUES)
            value_block(k, at, count, slot + (at - from));
        else
            add_block(k, at, count);
    }
}

bool logloss_fill(const struct pool_item *item)
{
    const struct logloss_pass *pass = item->context;
    size_t dim = pass->rows.dim;
    double *slot = item->slot, *room = malloc((dim + 2) * LOGLOSS_BLOCK * sizeof *room);
    struct work k = { .pass = pass, .head = slot, .gradient = slot + SLOT_HEAD };

    if (!room)
        return pool_give_up(item, "out of memory: regression");
    k.x = room;
    k.y = room + dim * LOGLOSS_BLOCK;
    k.w = k.y + LOGLOSS_BLOCK;
    k.hessian = k.gradient + dim;
    fill_slot(&k, item->index, slot);
    free(room);
    return true;
}

/* For rows that cannot be sent. */
static const struct pool_kind here_kind = { .name = "regression here", .fill = logloss_fill };

/* Fills the slots of a pass. */
static int run_pass(const struct samples *rows, enum logloss_mode mode, const double *beta,
                    double *slot, struct err *err)
{
    struct logloss_pass pass = { *rows, mode, beta };
    struct pool_job job = { .kind = rows->kind ? rows->kind : &here_kind,
                            .context = &pass,
                            .n = logloss_stripes(rows->n),
                            .slot = slot,
                            .slot_size = slot_length(rows, mode) * sizeof *slot,
                            .stop = rows->stop,
                            .series = rows->series,
                            .in_order = rows->n * rows->dim <= WORTH_THREADS,
                            .here = !rows->kind };

    if (pool_fill(rows->pool, &job) == job.n)
        return 0;
    return pool_check(rows->pool, err) ? -1 : err_set_kind(err, ERR_STOPPED, "stopped");
}

void logloss_release(struct logloss *l)
{
    free(l->gradient);
    free(l->hessian);
    free(l->slot);
    *l = (struct logloss){ 0 };
}

int logloss_init(struct logloss *l, const struct samples *rows, bool curved, struct err *err)
{
    enum logloss_mode mode = curved ? LOGLOSS_CURVED : LOGLOSS_SUM;
    size_t slots = logloss_stripes(rows->n);

    *l = (struct logloss){ .rows = *rows };
    l->slot = calloc(slots * slot_length(rows, mode) + 1, sizeof *l->slot);
    l->gradient = curved ? calloc(rows->dim, sizeof *l->gradient) : NULL;
    l->hessian = curved ? calloc(triangle(rows->dim), sizeof *l->hessian) : NULL;
    if (l->slot && (!curved || (l->gradient && l->hessian)))
        return 0;
    logloss_release(l);
    return err_shortage(err, "out of memory: regression on %zu features", rows->dim);
}

static void add_up(double *sum, const double *part, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += part[i];
}

/* The sum of slots, in their order, but for loss and weight. Each thread adds up a part of them. */
static void add_curvature(struct logloss *l, size_t length)
{
    enum { PARTS = 32 };
    size_t dim = l->rows.dim, all = triangle(dim);

    memset(l->gradient, 0, dim * sizeof *l->gradient);
    memset(l->hessian, 0, all * sizeof *l->hessian);
    for (size_t s = 0; s < logloss_stripes(l->rows.n); s++)
        add_up(l->gradient, l->slot + s * length + SLOT_HEAD, dim);
#pragma omp parallel for if (all > 1000)
    for (size_t i = 0; i < PARTS; i++) {
        size_t from = all * i / PARTS, to = all * (i + 1) / PARTS;

        for (size_t s = 0; s < logloss_stripes(l->rows.n); s++)
            add_up(l->hessian + from, l->slot + s * length + SLOT_HEAD + dim + from, to - from);
    }
}

int logloss_pass(struct logloss *l, const double *beta, bool curved, struct err *err)
{
    enum logloss_mode mode = curved ? LOGLOSS_CURVED : LOGLOSS_SUM;
    size_t length = slot_length(&l->rows, mode);

    if (run_pass(&l->rows, mode, beta, l->slot, err))
        return -1;
    l->loss = l->weight = 0;
    for (size_t s = 0; s < logloss_stripes(l->rows.n); s++) {
        l->loss += l->slot[s * length];
        l->weight += l->slot[s * length + 1];
    }
    if (curved)
        add_curvature(l, length);
    return 0;
}

int logloss_values(const struct samples *rows, const double *beta, double *value, struct err *err)
{
    size_t stripes = logloss_stripes(rows->n), length = slot_length(rows, LOGLOSS_VALUES);
    double *slot = calloc(stripes * length, sizeof *slot);
    int status = slot ? run_pass(rows, LOGLOSS_VALUES, beta, slot, err)
                      : err_shortage(err, "out of memory: regression");

    for (size_t s = 0; s < stripes && status == 0; s++) {
        size_t from, to;

        logloss_stripe(rows->n, s, &from, &to);
        memcpy(value + from, slot + s * length, (to - from) * sizeof *value);
    }
    free(slot);
    return status;
}
