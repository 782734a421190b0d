#include "evolve/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>

#include "evolve/surface_fit.h"

/* A coordinate that seems flat, or to curve upwards, counts as this part of the common curvature. */
#define FLATTEST 0.3

/* The top stays within this many standard deviations of the data in each coordinate. */
#define REACH 2.0

const struct method cloud_method = {
    "cloud",
    "children around the top of the response surface, spread by what they say about positions",
    { { "spread", 0.3, 1e-6, 100, false, "standard deviation, in steps of the metric" } },
};

static size_t parameters(const struct surface *s)
{
    return 2 * s->dim + 1;
}

int surface_init(struct surface *s, const struct metric *metric, double memory, struct err *err)
{
    size_t dim = metric->gs->space.dim, n = 2 * dim + 1;
    bool ready;

    *s = (struct surface){
        .metric = metric, .memory = memory, .dim = dim, .misfit = surface_misfit(1)
    };
    s->covariance = gsl_matrix_calloc(n, n);
    s->parameter = gsl_vector_calloc(n);
    s->weight_z = calloc(dim, sizeof *s->weight_z);
    s->square_z = calloc(dim, sizeof *s->square_z);
    s->top = calloc(dim, sizeof *s->top);
    ready = s->covariance && s->parameter && s->weight_z && s->square_z && s->top;
    for (size_t i = 0; i < SURFACE_MISFITS; i++) {
        s->sums[i].products = gsl_matrix_calloc(n, n);
        s->sums[i].results = gsl_vector_calloc(n);
        ready = ready && s->sums[i].products && s->sums[i].results;
    }
    if (ready)
        return 0;
    surface_release(s);
    return err_shortage(err, "out of memory: a surface over %zu genes", dim);
}

void surface_release(struct surface *s)
{
    for (size_t i = 0; i < SURFACE_MISFITS; i++) {
        gsl_matrix_free(s->sums[i].products);
        gsl_vector_free(s->sums[i].results);
    }
    gsl_matrix_free(s->covariance);
    gsl_vector_free(s->parameter);
    free(s->weight_z);
    free(s->square_z);
    free(s->top);
    *s = (struct surface){ 0 };
}

/* Slopes first, then own curvatures, then the common one. */
static void features_at(const struct surface *s, const double *z, double *feature)
{
    double *common = &feature[2 * s->dim];

    *common = 0;
    for (size_t j = 0; j < s->dim; j++) {
        feature[j] = z[j];
        feature[s->dim + j] = -0.5 * z[j] * z[j];
        *common += feature[s->dim + j];
    }
}

static void forget(struct surface *s)
{
    for (size_t i = 0; i < SURFACE_MISFITS; i++) {
        gsl_matrix_scale(s->sums[i].products, s->memory);
        gsl_vector_scale(s->sums[i].results, s->memory);
        s->sums[i].squares *= s->memory;
        s->sums[i].logs *= s->memory;
    }
    s->weight *= s->memory;
    for (size_t j = 0; j < s->dim; j++) {
        s->weight_z[j] *= s->memory;
        s->square_z[j] *= s->memory;
    }
}

/* Adds a generation whose features are in rows; both they and the scores are measured from the
 * generation's weighted means, which removes its luck. `room` is for two more rows. */
static void add_rows(struct surface_sums *sums, double misfit, const struct surface_point *point,
                     const double *row, size_t n, double *room)
{
    size_t m = sums->results->size;
    double weights = 0, score = 0, *mean = room, *centred = room + m;
    gsl_vector_view f = gsl_vector_view_array(centred, m);

    memset(mean, 0, m * sizeof *mean);
    for (size_t i = 0; i < n; i++) {
        double weight = 1 / (point[i].variance + misfit * misfit);

        weights += weight;
        sums->logs += log(weight);
        score += weight * point[i].score;
        for (size_t k = 0; k < m; k++)
            mean[k] += weight * row[i * m + k];
    }
    sums->logs -= log(weights);
    for (size_t i = 0; i < n; i++) {
        double weight = 1 / (point[i].variance + misfit * misfit);
        double away = point[i].score - score / weights;

        for (size_t k = 0; k < m; k++)
            centred[k] = row[i * m + k] - mean[k] / weights;
        gsl_blas_dsyr(CblasLower, weight, &f.vector, sums->products);
        gsl_blas_daxpy(weight * away, &f.vector, sums->results);
        sums->squares += weight * away * away;
    }
}

/* Where the data lie, without the means of generations taken off. */
static void note_place(struct surface *s, const double *z, double variance)
{
    s->weight += 1 / variance;
    for (size_t j = 0; j < s->dim; j++) {
        s->weight_z[j] += z[j] / variance;
        s->square_z[j] += z[j] * z[j] / variance;
    }
}

static double centre_of(const struct surface *s, size_t j)
{
    return s->weight > 0 ? s->weight_z[j] / s->weight : 0;
}

static double spread_of(const struct surface *s, size_t j)
{
    double mean = centre_of(s, j);

    return s->weight > 0 ? sqrt(fmax(s->square_z[j] / s->weight - mean * mean, 0)) : 0;
}

static double curvature_of(const struct surface *s, size_t j)
{
    double common = fmax(gsl_vector_get(s->parameter, 2 * s->dim), FLATTEST * SURFACE_CURVATURE);

    return fmax(common + gsl_vector_get(s->parameter, s->dim + j), FLATTEST * common);
}

static void find_top(struct surface *s)
{
    for (size_t j = 0; j < s->dim; j++) {
        double reach = REACH * spread_of(s, j), centre = centre_of(s, j);
        double top = gsl_vector_get(s->parameter, j) / curvature_of(s, j);

        s->top[j] = fmax(centre - reach, fmin(centre + reach, top));
    }
}

static void add_generation(struct surface *s, const struct surface_point *point, double *row,
                           size_t n)
{
    size_t m = parameters(s);

#pragma omp parallel for
    for (size_t i = 0; i < SURFACE_MISFITS; i++)
        add_rows(&s->sums[i], surface_misfit(i), point, row, n, row + (n + 2 * i) * m);
    s->points += n;
}

int surface_tell(struct surface *s, const struct surface_point *point, size_t n, struct err *err)
{
    size_t m = parameters(s);
    double *row = calloc((n + 2 * SURFACE_MISFITS) * m, sizeof *row),
           *z = calloc(s->dim, sizeof *z);
    int status = row && z ? 0 : err_shortage(err, "out of memory: %zu genomes", n);

    if (status == 0) {
        forget(s);
        for (size_t i = 0; i < n; i++) {
            metric_read(s->metric, point[i].gene, z);
            features_at(s, z, row + i * m);
            note_place(s, z, point[i].variance + s->misfit * s->misfit);
        }
        if (n > 0)
            add_generation(s, point, row, n);
        status = surface_fit(s, err);
        if (status == 0)
            find_top(s);
    }
    free(row);
    free(z);
    return status;
}

bool surface_ready(const struct surface *s)
{
    return s->points > 2 * s->dim;
}

double surface_lead(const struct surface *s, const double *gene_a, const double *gene_b,
                    double *variance)
{
    size_t m = parameters(s);
    double *memory = calloc(2 * (m + s->dim) + m, sizeof *memory);
    double *z = memory, *a = z + s->dim, *b = a + m, *product = b + m;
    gsl_vector_view difference, image;
    double lead = 0;

    *variance = INFINITY;
    if (!memory)
        return 0;
    metric_read(s->metric, gene_a, z);
    features_at(s, z, a);
    metric_read(s->metric, gene_b, z);
    features_at(s, z, b);
    difference = gsl_vector_view_array(a, m);
    image = gsl_vector_view_array(product, m);
    for (size_t k = 0; k < m; k++)
        a[k] -= b[k];
    gsl_blas_ddot(&difference.vector, s->parameter, &lead);
    gsl_blas_dgemv(CblasNoTrans, 1, s->covariance, &difference.vector, 0, &image.vector);
    gsl_blas_ddot(&difference.vector, &image.vector, variance);
    free(memory);
    return lead;
}

bool surface_covers(const struct surface *s, const double *gene)
{
    double *z = calloc(s->dim, sizeof *z);
    double squares = 0;

    if (!z)
        return false;
    metric_read(s->metric, gene, z);
    for (size_t j = 0; j < s->dim; j++) {
        double away = (z[j] - centre_of(s, j)) / fmax(spread_of(s, j), 1e-9);

        squares += away * away / (double)s->dim;
    }
    free(z);
    return squares < REACH * REACH;
}

void surface_top(const struct surface *s, double gene[GENE_COUNT])
{
    metric_write(s->metric, s->top, gene);
}

void surface_near_top(const struct surface *s, double spread, const double *z,
                      double gene[GENE_COUNT])
{
    double near[GENE_COUNT];

    for (size_t j = 0; j < s->dim; j++)
        near[j] = s->top[j] + spread * z[j];
    metric_write(s->metric, near, gene);
}

/* The standard error of a weighted sum of parameters. */
static double error_of(const struct surface *s, const double *weight)
{
    size_t m = parameters(s);
    double sum = 0;

    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; weight[i] != 0 && k < m; k++)
            sum += weight[i] * weight[k] * gsl_matrix_get(s->covariance, i, k);
    return sqrt(fmax(sum, 0));
}

void surface_effects(const struct surface *s, const double *gene, struct surface_effect *effect)
{
    const struct breed_space *gs = s->metric->gs;
    double z[GENE_COUNT], step[GENE_COUNT], moved[GENE_COUNT], weight[2 * GENE_COUNT + 1];

    metric_read(s->metric, gene, z);
    for (size_t g = 0; g < s->dim; g++) {
        double squares = 0;

        memcpy(moved, gene, sizeof moved);
        moved[gs->gene[g]] += gs->space.scale[g];
        metric_read(s->metric, moved, step);
        effect[g] = (struct surface_effect){ 0 };
        memset(weight, 0, sizeof weight);
        for (size_t j = 0; j < s->dim; j++) {
            double own =
                gsl_vector_get(s->parameter, s->dim + j) + gsl_vector_get(s->parameter, 2 * s->dim);

            step[j] -= z[j];
            squares += step[j] * step[j];
            effect[g].slope += step[j] * (gsl_vector_get(s->parameter, j) - own * z[j]);
            effect[g].loss += 0.5 * own * step[j] * step[j];
            weight[j] = step[j];
            weight[s->dim + j] = -step[j] * z[j];
            weight[2 * s->dim] -= step[j] * z[j];
        }
        effect[g].length = sqrt(squares);
        effect[g].slope_error = error_of(s, weight);
        memset(weight, 0, sizeof weight);
        for (size_t j = 0; j < s->dim; j++) {
            weight[s->dim + j] = 0.5 * step[j] * step[j];
            weight[2 * s->dim] += 0.5 * step[j] * step[j];
        }
        effect[g].loss_error = error_of(s, weight);
    }
}
