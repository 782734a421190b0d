#include "evolve/cmaes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "base/stream.h"

#define RESTART_INDEX  (UINT64_C(1) << 32)
#define FASTEST_GROWTH 1.0 /* of ln sigma in one generation */
#define TOO_WIDE       1e6 /* sigma over its first value */

const struct method cmaes_method = {
    "cma-es",
    "a normal distribution that learns which steps succeed",
    { { "sigma", 0.3, 1e-9, 1e9, false, "first step size, in steps of the metric" },
      { "grow", 1, 1, 10, true, "factor of the population after a restart" },
      { "patience", 0, 0, 1e6, true,
        "restart after this many generations without progress; 0: never" },
      { "tiny", 1e-3, 0, 1e9, false, "restart if steps are smaller, in steps of the metric" },
      { "spread", 0.1, 0, 1, false, "where to restart, from the first start (0) to anywhere (1)" },
      { "diagonal", 0, 0, 1, true, "1: learn no correlations, which is faster with many genes" },
      { "widest", 1, 0, 1e9, false,
        "mean step size that noise cannot exceed, in first step sizes; 0: any" } },
};

/* What cmaes_tell receives; the arrays share one block of memory. */
struct told {
    size_t n;
    double *y;      /* n * dim: points, then steps from the mean divided by sigma */
    double *rising; /* fitness in rising order */
    double *value;  /* fitness less penalty */
    double *weight;
};

/* Forgets everything that was learned except the mean. */
static void begin(struct cmaes *c)
{
    c->sigma = c->param[CMAES_SIGMA];
    c->age = 0;
    c->decomposed = 0;
    cmaes_covariance_reset(&c->cov);
    cmaes_penalty_reset(&c->penalty);
    cmaes_plateau_reset(&c->plateau);
    gsl_vector_set_zero(c->path);
    gsl_vector_set_zero(c->path_iso);
}

static int allocate(struct cmaes *c, struct err *err)
{
    size_t dim = c->space.dim;

    if (cmaes_covariance_init(&c->cov, dim, c->param[CMAES_DIAGONAL] > 0, err) ||
        cmaes_penalty_init(&c->penalty, &c->space, err) ||
        cmaes_plateau_init(&c->plateau, (size_t)c->param[CMAES_PATIENCE], err))
        return -1;
    c->start = gsl_vector_alloc(dim);
    c->mean = gsl_vector_alloc(dim);
    c->path = gsl_vector_alloc(dim);
    c->path_iso = gsl_vector_alloc(dim);
    c->shift = gsl_vector_alloc(dim);
    c->z = gsl_vector_alloc(dim);
    if (c->start && c->mean && c->path && c->path_iso && c->shift && c->z)
        return 0;
    return err_shortage(err, "out of memory: CMA-ES in %zu dimensions", dim);
}

static int set_start(struct cmaes *c, const double *start, struct err *err)
{
    const struct space *s = &c->space;

    for (size_t i = 0; i < s->dim; i++) {
        double x = start ? start[i] : s->low[i] + (s->high[i] - s->low[i]) / 2;

        if (!(x >= s->low[i] && x <= s->high[i]))
            return err_set(err, "dimension %zu: the start %g is not from %g to %g", i, x, s->low[i],
                           s->high[i]);
        gsl_vector_set(c->start, i, x / s->scale[i]);
    }
    gsl_vector_memcpy(c->mean, c->start);
    return 0;
}

int cmaes_init(struct cmaes *c, const struct space *space, const struct cmaes_options *opt,
               struct err *err)
{
    *c = (struct cmaes){ .space = *space, .seed = opt->seed, .generation = opt->generation };
    if (space_check(space, err))
        return -1;
    c->lambda = opt->lambda > 0 ? opt->lambda : 4 + (size_t)(3 * log((double)space->dim));
    if (c->lambda < 2 || c->lambda > CMAES_LAMBDA_MAX)
        return err_set(err, "a population of %zu; CMA-ES takes 2 to %d", c->lambda,
                       CMAES_LAMBDA_MAX);
    memcpy(c->param, opt->param, sizeof c->param);
    if (allocate(c, err) || set_start(c, opt->start, err)) {
        cmaes_release(c);
        return -1;
    }
    begin(c);
    return 0;
}

void cmaes_release(struct cmaes *c)
{
    cmaes_covariance_release(&c->cov);
    cmaes_penalty_release(&c->penalty);
    cmaes_plateau_release(&c->plateau);
    gsl_vector_free(c->start);
    gsl_vector_free(c->mean);
    gsl_vector_free(c->path);
    gsl_vector_free(c->path_iso);
    gsl_vector_free(c->shift);
    gsl_vector_free(c->z);
    *c = (struct cmaes){ 0 };
}

static void open_stream(const struct cmaes *c, uint64_t index, struct rng *rng)
{
    rng_open(rng, (struct stream){ .seed = c->seed,
                                   .generation = c->generation,
                                   .purpose = STREAM_CMAES,
                                   .index = index });
}

/* Candidate i as it is drawn: in scaled coordinates, and perhaps outside the box. */
static void draw(const struct cmaes *c, size_t i, double *x)
{
    size_t dim = c->space.dim;
    struct rng rng;

    open_stream(c, i, &rng);
    for (size_t r = 0; r < dim; r++)
        x[r] = gsl_vector_get(c->mean, r);
    for (size_t k = 0; k < dim; k++) {
        double length = c->sigma * gsl_vector_get(c->cov.length, k);
        double step = gsl_ran_gaussian(&rng.gsl, length);

        for (size_t r = 0; r < dim; r++)
            x[r] += step * gsl_matrix_get(c->cov.axes, r, k);
    }
}

/* From scaled coordinates to a point of the box. */
static double unscaled(const struct cmaes *c, size_t i, double x)
{
    return space_clamp(&c->space, i, x * c->space.scale[i]);
}

void cmaes_ask(const struct cmaes *c, size_t i, double *x)
{
    draw(c, i, x);
    for (size_t r = 0; r < c->space.dim; r++)
        x[r] = unscaled(c, r, x[r]);
}

void cmaes_mean(const struct cmaes *c, double *x)
{
    for (size_t i = 0; i < c->space.dim; i++)
        x[i] = unscaled(c, i, gsl_vector_get(c->mean, i));
}

static double deviation(const struct cmaes *c, size_t i)
{
    return c->sigma * sqrt(gsl_matrix_get(c->cov.lower, i, i));
}

void cmaes_deviation(const struct cmaes *c, double *x)
{
    for (size_t i = 0; i < c->space.dim; i++)
        x[i] = deviation(c, i) * c->space.scale[i];
}

/* Leaves in drawn where the told point lies in scaled coordinates: for a
 * candidate that is where it was drawn, before a wall stopped it. */
static void locate(const struct cmaes *c, size_t i, const double *told, double *drawn)
{
    bool asked = true;

    draw(c, i, drawn);
    for (size_t r = 0; r < c->space.dim; r++)
        asked = asked && unscaled(c, r, drawn[r]) == told[r];
    for (size_t r = 0; r < c->space.dim && !asked; r++)
        drawn[r] = told[r] / c->space.scale[r];
}

/* Replaces a point by the step to it from the mean, divided by sigma, and cut
 * to a plausible length: a foreign point may contradict correlations that the
 * covariance has learned, and would spoil it. */
static void make_step(struct cmaes *c, double *point)
{
    gsl_vector_view y = gsl_vector_view_array(point, c->space.dim);
    double n = (double)c->space.dim;
    double longest = sqrt(n) + 2 * n / (n + 2);
    double length;

    gsl_vector_sub(&y.vector, c->mean);
    gsl_vector_scale(&y.vector, 1 / c->sigma);
    cmaes_covariance_whiten(&c->cov, &y.vector, c->z);
    length = gsl_blas_dnrm2(c->z);
    if (length > longest)
        gsl_vector_scale(&y.vector, longest / length);
}

/* Does the mean move so fast that the covariance should not learn from it before
 * sigma has caught up? */
static bool update_paths(struct cmaes *c, const struct cmaes_rates *r)
{
    double settled = sqrt(1 - pow(1 - r->cs, 2 * ((double)c->age + 1)));
    double n = (double)c->space.dim;
    bool runaway;

    cmaes_covariance_whiten(&c->cov, c->shift, c->z);
    gsl_vector_scale(c->path_iso, 1 - r->cs);
    gsl_blas_daxpy(sqrt(r->cs * (2 - r->cs) * r->mueff), c->z, c->path_iso);
    runaway = gsl_blas_dnrm2(c->path_iso) / settled >= (1.4 + 2 / (n + 1)) * r->chi;
    gsl_vector_scale(c->path, 1 - r->cc);
    if (!runaway)
        gsl_blas_daxpy(sqrt(r->cc * (2 - r->cc) * r->mueff), c->shift, c->path);
    return runaway;
}

static void update_covariance(struct cmaes *c, const struct cmaes_rates *r, bool runaway,
                              const struct told *t)
{
    double kept = 1 - r->c1 - r->cmu;

    if (runaway)
        kept += r->c1 * r->cc * (2 - r->cc);
    cmaes_covariance_scale(&c->cov, kept);
    cmaes_covariance_add(&c->cov, r->c1, c->path);
    for (size_t k = 0; k < t->n; k++) {
        gsl_vector_view y = gsl_vector_view_array(t->y + k * c->space.dim, c->space.dim);

        if (t->weight[k] > 0)
            cmaes_covariance_add(&c->cov, r->cmu * t->weight[k], &y.vector);
    }
}

/* Where noise decides who is best, the mean wanders. A path of chance looks like one of success in
 * some generations, and steps that are too wide then see even less of what they are for. */
static void limit_sigma(struct cmaes *c)
{
    double widest = c->param[CMAES_WIDEST] * c->param[CMAES_SIGMA], squares = 0;

    for (size_t i = 0; i < c->space.dim; i++)
        squares += deviation(c, i) * deviation(c, i);
    if (widest > 0)
        c->sigma *= fmin(1, widest / sqrt(squares / (double)c->space.dim));
}

static void update_sigma(struct cmaes *c, const struct cmaes_rates *r, bool flat)
{
    double growth = r->cs / r->damps * (gsl_blas_dnrm2(c->path_iso) / r->chi - 1);

    if (flat) /* all are equal here: look farther */
        growth += 0.2;
    c->sigma *= exp(fmin(growth, FASTEST_GROWTH));
    limit_sigma(c);
}

static bool steps_are_tiny(const struct cmaes *c)
{
    for (size_t i = 0; i < c->space.dim; i++)
        if (deviation(c, i) >= c->param[CMAES_TINY])
            return false;
    return true;
}

/* The matrix changes little in a generation, and a decomposition costs dim^3: it is
 * due when a tenth of a dimension's worth has been learned. */
static int decompose_if_due(struct cmaes *c, const struct cmaes_rates *r)
{
    double learned = (r->c1 + r->cmu) * (double)c->space.dim * (double)(c->age - c->decomposed);

    if (learned < 0.1)
        return 0;
    c->decomposed = c->age;
    return cmaes_covariance_decompose(&c->cov);
}

static const char *reason_to_restart(struct cmaes *c, const struct cmaes_rates *r)
{
    if (decompose_if_due(c, r))
        return "the covariance became degenerate";
    if (!(c->sigma < TOO_WIDE * c->param[CMAES_SIGMA]))
        return "steps grew without end";
    if (steps_are_tiny(c))
        return "steps became tiny";
    return cmaes_plateau_reached(&c->plateau) ? "no progress" : NULL;
}

static void restart(struct cmaes *c, const char *why)
{
    const struct space *s = &c->space;
    size_t grown = c->lambda * (size_t)c->param[CMAES_GROW];
    struct rng rng;

    open_stream(c, RESTART_INDEX, &rng);
    for (size_t i = 0; i < s->dim; i++) {
        double start = gsl_vector_get(c->start, i);
        double anywhere = gsl_ran_flat(&rng.gsl, s->low[i], s->high[i]) / s->scale[i];

        gsl_vector_set(c->mean, i, start + c->param[CMAES_SPREAD] * (anywhere - start));
    }
    c->lambda = grown < CMAES_LAMBDA_MAX ? grown : CMAES_LAMBDA_MAX;
    c->restarts++;
    c->why = why;
    begin(c);
}

static int check_told(const double *fitness, size_t n, struct err *err)
{
    if (n < 2)
        return err_set(err, "CMA-ES learns from 2 or more points, not from %zu", n);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(fitness[i]))
            return err_set(err, "point %zu: the fitness is not a finite number", i);
    return 0;
}

/* The penalty needs mueff before it can change the order; that of the plain
 * fitnesses is near enough. */
static void judge(struct cmaes *c, const double *x, const double *fitness, struct told *t,
                  double *deviations)
{
    size_t dim = c->space.dim;

    memcpy(t->rising, fitness, t->n * sizeof *fitness);
    gsl_sort(t->rising, 1, t->n);
    for (size_t i = 0; i < dim; i++)
        deviations[i] = deviation(c, i);
    cmaes_penalty_update(&c->penalty, t->rising, t->n, c->mean->data, deviations,
                         cmaes_rates_weigh(fitness, t->n, t->weight));
    for (size_t k = 0; k < t->n; k++) {
        locate(c, k, x + k * dim, t->y + k * dim);
        t->value[k] = fitness[k] - cmaes_penalty_of(&c->penalty, t->y + k * dim);
        make_step(c, t->y + k * dim);
    }
}

static void learn(struct cmaes *c, const struct told *t)
{
    double mueff = cmaes_rates_weigh(t->value, t->n, t->weight);
    struct cmaes_rates r = cmaes_rates_for(c->space.dim, mueff, c->cov.diagonal);
    const char *why;
    bool runaway;

    gsl_vector_set_zero(c->shift);
    for (size_t k = 0; k < t->n; k++) {
        gsl_vector_view y = gsl_vector_view_array(t->y + k * c->space.dim, c->space.dim);

        gsl_blas_daxpy(t->weight[k], &y.vector, c->shift);
    }
    runaway = update_paths(c, &r);
    update_covariance(c, &r, runaway, t);
    gsl_blas_daxpy(c->sigma, c->shift, c->mean);
    update_sigma(c, &r, t->rising[0] == t->rising[t->n - 1]);
    cmaes_plateau_add(&c->plateau, gsl_stats_median_from_sorted_data(t->rising, 1, t->n));
    c->age++;
    why = reason_to_restart(c, &r);
    if (why)
        restart(c, why);
}

int cmaes_tell(struct cmaes *c, const double *x, const double *fitness, size_t n, struct err *err)
{
    size_t dim = c->space.dim;
    struct told t = { .n = n };

    if (check_told(fitness, n, err))
        return -1;
    t.y = calloc((n + 1) * (dim + 3), sizeof *t.y);
    if (!t.y)
        return err_shortage(err, "out of memory: %zu points", n);
    t.rising = t.y + n * dim;
    t.value = t.rising + n;
    t.weight = t.value + n;
    judge(c, x, fitness, &t, t.weight + n);
    learn(c, &t);
    free(t.y);
    c->generation++;
    return 0;
}
