#include "evolve/metric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

#include "heuristic/features.h"

/* The evaluation is not linear in some genes: those are measured by a small change. */
#define SMALL 0.01 /* of a typical step */

/* The evaluation and its slopes, in one position after the other. */
struct slopes {
    const struct metric *metric;
    struct feature_frame frame;
    struct feature_frame *changed; /* by dimension; used for genes that are not linear */
    double *x;                     /* n x dim */
    double *value;                 /* of each position */
    bool *sure;                    /* whether the tables take the position for won or lost */
};

static double value_of(const struct feature_frame *frame, const struct position *pos,
                       const double gene[GENE_COUNT], double feature[GENE_COUNT])
{
    double sum = 0;

    features_of(frame, pos, side_to_move(pos), feature);
    for (int g = 0; g < gene_count(); g++)
        sum += feature[g] * gene[g];
    return sum;
}

static int slopes_init(struct slopes *s, const struct metric *metric, struct tables *tables,
                       size_t n, struct err *err)
{
    size_t dim = metric->gs->space.dim;
    struct genome genome;

    *s = (struct slopes){ .metric = metric };
    s->changed = calloc(dim, sizeof *s->changed);
    s->x = calloc(n * dim, sizeof *s->x);
    s->value = calloc(n, sizeof *s->value);
    s->sure = calloc(n, sizeof *s->sure);
    if (!s->changed || !s->x || !s->value || !s->sure)
        return err_shortage(err, "out of memory: %zu positions", n);
    genome_init(&genome);
    memcpy(genome.gene, metric->origin, sizeof genome.gene);
    genome.tables = tables; /* borrowed */
    features_frame_init(&s->frame, &genome);
    for (size_t j = 0; j < dim; j++) {
        int g = metric->gs->gene[j];

        genome.gene[g] += SMALL * gene_table[g].scale;
        ties_apply(metric->gs->ties, genome.gene);
        features_frame_init(&s->changed[j], &genome);
        memcpy(genome.gene, metric->origin, sizeof genome.gene);
    }
    return 0;
}

static void slopes_release(struct slopes *s)
{
    free(s->changed);
    free(s->x);
    free(s->value);
    free(s->sure);
}

static void slopes_fill(struct slopes *s, size_t i, const struct position *pos)
{
    const struct breed_space *gs = s->metric->gs;
    const double *gene = s->metric->origin;
    double feature[GENE_COUNT], other[GENE_COUNT];

    s->value[i] = value_of(&s->frame, pos, gene, feature);
    s->sure[i] = feature[GENE_SURE] != 0;
    ties_collect(gs->ties, feature);
    for (size_t j = 0; j < gs->space.dim; j++) {
        int g = gs->gene[j];
        double slope = feature[g];

        if (!gene_is_linear(g))
            slope = (value_of(&s->changed[j], pos, gene, other) - s->value[i]) /
                    (SMALL * gene_table[g].scale);
        s->x[i * gs->space.dim + j] = slope;
    }
}

/* Log odds per unit of evaluation. Evaluations have no unit of their own: in its typical position
 * a genome is taken to see odds of e to 1. A sure position is not typical: its value is larger than
 * all others. */
static double find_scale(const struct slopes *s, size_t n)
{
    double squares = 0, typical = 0;

    for (size_t i = 0; i < n; i++)
        typical += !s->sure[i];
    for (size_t i = 0; i < n; i++)
        if (!s->sure[i])
            squares += s->value[i] * s->value[i] / typical;
    return squares > 0 ? 1 / sqrt(squares) : 1;
}

/* The information of all positions, and of a weak prior. */
static void find_information(const struct slopes *s, size_t n, gsl_matrix *information)
{
    size_t dim = s->metric->gs->space.dim;
    double scale = find_scale(s, n);

    gsl_matrix_set_zero(information);
    for (size_t i = 0; i < n; i++) {
        double p = 1 / (1 + exp(-scale * s->value[i]));
        gsl_vector_const_view x = gsl_vector_const_view_array(s->x + i * dim, dim);

        /* 4 p (1 - p) is 1 in a balanced position. */
        gsl_blas_dsyr(CblasLower, 4 * p * (1 - p) * scale * scale / (double)n, &x.vector,
                      information);
    }
    for (size_t j = 0; j < dim; j++) {
        double longest = METRIC_LONGEST * s->metric->gs->space.scale[j];

        *gsl_matrix_ptr(information, j, j) += 1 / (longest * longest);
    }
}

/* axes axes' is the inverse of the information. */
static int find_axes(struct metric *metric, const struct slopes *s, size_t n, struct err *err)
{
    size_t dim = metric->gs->space.dim;

    metric->axes = gsl_matrix_alloc(dim, dim);
    if (!metric->axes)
        return err_shortage(err, "out of memory: %zu genes", dim);
    find_information(s, n, metric->axes);
    if (gsl_linalg_cholesky_decomp1(metric->axes) || gsl_linalg_cholesky_invert(metric->axes) ||
        gsl_linalg_cholesky_decomp1(metric->axes))
        return err_set(err, "the genes cannot be told apart by their evaluations");
    return 0;
}

int metric_init(struct metric *metric, const struct breed_space *gs, const double gene[GENE_COUNT],
                struct tables *tables, const struct position *position, size_t n, struct err *err)
{
    struct slopes slopes;
    int status;

    *metric = (struct metric){ .gs = gs };
    memcpy(metric->origin, gene, sizeof metric->origin);
    if (n == 0)
        return err_set(err, "no positions to measure genes by");
    status = slopes_init(&slopes, metric, tables, n, err);
    if (status == 0) {
#pragma omp parallel for
        for (size_t i = 0; i < n; i++)
            slopes_fill(&slopes, i, &position[i]);
        status = find_axes(metric, &slopes, n, err);
    }
    slopes_release(&slopes);
    if (status)
        metric_release(metric);
    return status;
}

void metric_release(struct metric *metric)
{
    gsl_matrix_free(metric->axes);
    *metric = (struct metric){ 0 };
}

void metric_read(const struct metric *metric, const double gene[GENE_COUNT], double *z)
{
    const struct breed_space *gs = metric->gs;
    gsl_vector_view view = gsl_vector_view_array(z, gs->space.dim);

    for (size_t j = 0; j < gs->space.dim; j++)
        z[j] = gene[gs->gene[j]] - metric->origin[gs->gene[j]];
    gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasNonUnit, metric->axes, &view.vector);
}

void metric_write(const struct metric *metric, const double *z, double gene[GENE_COUNT])
{
    const struct breed_space *gs = metric->gs;

    for (size_t i = 0; i < gs->space.dim; i++) {
        double value = metric->origin[gs->gene[i]];

        for (size_t j = 0; j <= i; j++)
            value += gsl_matrix_get(metric->axes, i, j) * z[j];
        gene[gs->gene[i]] = space_clamp(&gs->space, i, value);
    }
    ties_apply(gs->ties, gene);
}
