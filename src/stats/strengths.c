#include "stats/strengths.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_linalg.h>

/* Luck is never quite without effect: a lower variance makes equations that cannot be solved. */
#define LEAST_LUCK 1e-6

/* Nothing is known exactly, for the same reason. */
#define LEAST_VARIANCE 1e-9

void strengths_release(struct strengths *s)
{
    free(s->base);
    free(s->precision);
    free(s->slope);
    free(s->mean);
    free(s->variance);
    free(s->image);
    gsl_matrix_free(s->covariance);
    gsl_vector_free(s->common);
    *s = (struct strengths){ 0 };
}

static int allocate(struct strengths *s, const struct scoresheet *sheet, struct err *err)
{
    size_t n = sheet->genomes;

    *s = (struct strengths){ .genomes = n, .dim = sheet->batches + 1 };
    s->base = calloc(n + 1, sizeof *s->base);
    s->precision = calloc(n + 1, sizeof *s->precision);
    s->slope = calloc((n + 1) * s->dim, sizeof *s->slope);
    s->mean = calloc(n + 1, sizeof *s->mean);
    s->variance = calloc(n + 1, sizeof *s->variance);
    s->image = calloc((n + 1) * s->dim, sizeof *s->image);
    s->covariance = gsl_matrix_calloc(s->dim, s->dim);
    s->common = gsl_vector_calloc(s->dim);
    if (s->base && s->precision && s->slope && s->mean && s->variance && s->image &&
        s->covariance && s->common)
        return 0;
    strengths_release(s);
    return err_shortage(err, "out of memory: %zu genomes", n);
}

/* The luck of batches: independent, around a level of the kind. The level is unknown unless it is
 * what scores are measured from. */
static void add_luck(const struct scoresheet *sheet, bool anchored, gsl_matrix *m)
{
    double luck = fmax(sheet->luck_variance, LEAST_LUCK);

    for (size_t c = 0; c < sheet->batches; c++) {
        double own = (double)sheet->size[c] / luck, all = 0;

        *gsl_matrix_ptr(m, c, c) += own;
        if (anchored && sheet->kind[c] == sheet->level)
            continue;
        for (size_t k = 0; k < sheet->batches; k++)
            all += sheet->kind[k] == sheet->kind[c] ? (double)sheet->size[k] / luck : 0;
        for (size_t k = 0; k < sheet->batches; k++)
            if (sheet->kind[k] == sheet->kind[c])
                *gsl_matrix_ptr(m, c, k) -= own * (double)sheet->size[k] / luck / all;
    }
    /* Where nothing else decides, zero is as good as any other. */
    for (size_t c = 0; c <= sheet->batches; c++)
        *gsl_matrix_ptr(m, c, c) += 1e-9;
}

/* Adds a genome to the equations m common = r of what is common: its scores and its prior are
 * measurements of one strength, which is eliminated. */
static void add_genome(struct strengths *s, const struct scoresheet *sheet, size_t i,
                       struct belief prior, bool new, gsl_matrix *m)
{
    const double *mean = &sheet->mean[i * sheet->batches];
    double weight = isfinite(prior.variance) ? 1 / fmax(prior.variance, LEAST_VARIANCE) : 0;
    double sum = weight * prior.mean, squares = weight * prior.mean * prior.mean;
    double *slope = &s->slope[i * s->dim];

    s->precision[i] = weight;
    slope[s->dim - 1] = new ? weight : 0;
    for (size_t c = 0; c < sheet->batches; c++) {
        double w = isnan(mean[c]) ? 0 : (double)sheet->size[c] / sheet->noise_variance;

        slope[c] = -w;
        s->precision[i] += w;
        if (w == 0)
            continue;
        sum += w * mean[c];
        squares += w * mean[c] * mean[c];
        *gsl_matrix_ptr(m, c, c) += w;
        *gsl_vector_ptr(s->common, c) += w * mean[c];
    }
    if (s->precision[i] == 0)
        return;
    if (new)
        *gsl_matrix_ptr(m, s->dim - 1, s->dim - 1) += weight;
    s->base[i] = sum / s->precision[i];
    for (size_t c = 0; c < s->dim; c++) {
        for (size_t k = 0; k < s->dim; k++)
            *gsl_matrix_ptr(m, c, k) -= slope[c] * slope[k] / s->precision[i];
        *gsl_vector_ptr(s->common, c) += slope[c] * s->base[i];
    }
    for (size_t c = 0; c < s->dim; c++)
        slope[c] /= s->precision[i];
    s->evidence -= (squares - sum * s->base[i] + log(s->precision[i])) / 2;
    if (new)
        s->evidence += log(weight) / 2;
}

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Solves m common = r, with r in s->common, and turns m into the covariance. */
static int solve_common(struct strengths *s, struct err *err)
{
    gsl_matrix *m = s->covariance;
    gsl_vector *right = gsl_vector_alloc(s->dim);

    if (!right)
        return err_shortage(err, "out of memory: %zu batches", s->dim);
    gsl_vector_memcpy(right, s->common);
    if (gsl_linalg_cholesky_decomp1(m)) {
        gsl_vector_free(right);
        return err_set(err, "the standings have no solution");
    }
    for (size_t c = 0; c < s->dim; c++)
        s->evidence -= log(gsl_matrix_get(m, c, c));
    gsl_linalg_cholesky_svx(m, s->common);
    s->evidence += product(right->data, s->common->data, s->dim) / 2;
    gsl_linalg_cholesky_invert(m);
    gsl_vector_free(right);
    return 0;
}

static void find_strengths(struct strengths *s)
{
    for (size_t i = 0; i < s->genomes; i++) {
        const double *slope = &s->slope[i * s->dim];
        double *image = &s->image[i * s->dim];

        if (s->precision[i] == 0) {
            s->variance[i] = INFINITY;
            continue;
        }
        for (size_t c = 0; c < s->dim; c++)
            image[c] = product(gsl_matrix_const_ptr(s->covariance, c, 0), slope, s->dim);
        s->mean[i] = s->base[i] + product(slope, s->common->data, s->dim);
        s->variance[i] = product(slope, image, s->dim) + 1 / s->precision[i];
    }
}

double strengths_difference(const struct strengths *s, size_t i, size_t k)
{
    return s->variance[i] + s->variance[k] -
           2 * product(&s->slope[i * s->dim], &s->image[k * s->dim], s->dim);
}

static bool was_known(const struct scoresheet *sheet, const struct standing_prior *prior, size_t i)
{
    return prior[i].kind == STANDING_KNOWN && sheet->played[i] > 0;
}

int strengths_init(struct strengths *s, const struct scoresheet *sheet,
                   const struct standing_prior *prior, double spread, struct err *err)
{
    bool anchored = true;

    if (allocate(s, sheet, err))
        return -1;
    for (size_t i = 0; prior && i < sheet->genomes; i++)
        anchored &= !was_known(sheet, prior, i);
    add_luck(sheet, anchored, s->covariance);
    for (size_t i = 0; i < sheet->genomes; i++) {
        bool new = prior &&prior[i].kind == STANDING_NEW;
        struct belief known = { 0, INFINITY };

        if (new)
            known.variance = spread * spread;
        else if (prior && prior[i].kind == STANDING_KNOWN)
            known = prior[i].standing;
        add_genome(s, sheet, i, known, new, s->covariance);
    }
    if (solve_common(s, err)) {
        strengths_release(s);
        return -1;
    }
    find_strengths(s);
    s->luck = s->common->data;
    return 0;
}
