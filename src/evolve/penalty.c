#include "evolve/penalty.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

int penalty_init(struct penalty *p, const struct space *space, struct err *err)
{
    *p = (struct penalty){ .space = *space };
    p->weight = calloc(space->dim, sizeof *p->weight);
    p->tolerance = calloc(space->dim, sizeof *p->tolerance);
    if (p->weight && p->tolerance) {
        penalty_reset(p);
        return 0;
    }
    penalty_release(p);
    return err_set(err, "out of memory: %zu dimensions", space->dim);
}

void penalty_release(struct penalty *p)
{
    free(p->weight);
    free(p->tolerance);
    *p = (struct penalty){ 0 };
}

void penalty_reset(struct penalty *p)
{
    p->seen = 0;
    p->set = false;
    for (size_t i = 0; i < p->space.dim; i++) {
        p->weight[i] = 0;
        p->tolerance[i] = 1;
    }
}

/* How far outside the box a scaled coordinate is. */
static double excess(const struct penalty *p, size_t i, double x)
{
    double low = p->space.low[i] / p->space.scale[i];
    double high = p->space.high[i] / p->space.scale[i];

    return fmax(0, fmax(low - x, x - high));
}

static double usual_spread(struct penalty *p, const double *rising, size_t n)
{
    double sorted[PENALTY_SPREADS];
    size_t known;

    p->spread[p->seen++ % PENALTY_SPREADS] =
        gsl_stats_quantile_from_sorted_data(rising, 1, n, 0.75) -
        gsl_stats_quantile_from_sorted_data(rising, 1, n, 0.25);
    known = p->seen < PENALTY_SPREADS ? p->seen : PENALTY_SPREADS;
    memcpy(sorted, p->spread, known * sizeof *sorted);
    gsl_sort(sorted, 1, known);
    return gsl_stats_median_from_sorted_data(sorted, 1, known);
}

static void set_weights(struct penalty *p, double spread, const double *deviation)
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
static void set_tolerances(struct penalty *p, const double *deviation)
{
    size_t dim = p->space.dim;
    double mean = 0;

    for (size_t i = 0; i < dim; i++)
        mean += 2 * log(deviation[i]) / (double)dim;
    for (size_t i = 0; i < dim; i++)
        p->tolerance[i] = exp(0.9 * (2 * log(deviation[i]) - mean));
}

void penalty_update(struct penalty *p, const double *rising, size_t n, const double *mean,
                    const double *deviation, double mueff)
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

double penalty_of(const struct penalty *p, const double *x)
{
    double sum = 0;

    for (size_t i = 0; i < p->space.dim; i++) {
        double e = excess(p, i, x[i]);

        sum += p->weight[i] * e * e / p->tolerance[i];
    }
    return sum / (double)p->space.dim;
}
