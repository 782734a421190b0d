/*
 * surface - what all genomes played so far say about a genome's score: a response
 * surface.
 *
 * In the coordinates z of a metric the score of a genome is modelled as
 *
 *     score = luck of its generation + slope z - 1/2 sum over j of (common + own_j) z_j^2
 *
 * by a least-squares fit with a prior. Each generation is compared within itself, since
 * its genomes met the same openings; so its luck drops out. Noise that hides the difference
 * of any two genomes averages out over thousands of them. Older generations count less: the
 * model is a local one.
 *
 * How steep the score may be, and how far genomes lie off a quadratic model (the misfit), differ
 * from run to run: far from the top both are large. They are chosen among some values by how well
 * they explain all scores (the evidence). A surface that is too sure of itself would keep
 * good genomes down.
 *
 * The surface has a top, the best guess at the best genome. It is kept inside the region that
 * the data cover.
 */
#ifndef C4E_EVOLVE_SURFACE_H
#define C4E_EVOLVE_SURFACE_H

#include <stdbool.h>

#include <gsl/gsl_matrix.h>

#include "evolve/method.h"
#include "evolve/metric.h"

/* A way to breed: all children are drawn around the top of the surface. */
extern const struct method cloud_method;

enum { CLOUD_SPREAD };

enum { SURFACE_MISFITS = 5 };

/* Weighted sums over all genomes, if their misfit is of a certain size. */
struct surface_sums {
    gsl_matrix *products; /* of features with features, lower triangle */
    gsl_vector *results;  /* of features with scores */
    double squares;       /* of scores */
    double logs;          /* of weights */
};

struct surface {
    const struct metric *metric; /* borrowed */
    double memory;               /* weight of a generation that is one older */
    size_t dim;                  /* coordinates; the model has 2 dim + 1 parameters */
    struct surface_sums sums[SURFACE_MISFITS];
    double misfit;               /* standard deviation of genomes from the model */
    double *weight_z, *square_z; /* sums of w z and w z^2 by coordinate: where the data lie */
    double weight;
    size_t points;          /* genomes told */
    gsl_vector *parameter;  /* of the fit: slopes, own curvatures, common curvature */
    gsl_matrix *covariance; /* of the parameters */
    double *top;
};

int surface_init(struct surface *s, const struct metric *metric, double memory, struct err *err);
void surface_release(struct surface *s);

/* A genome of the generation that is told, with its score and the variance of its noise, to which
 * the surface adds its misfit. */
struct surface_point {
    const double *gene;
    double score, variance;
};

/* Learns from a generation and fits again. */
int surface_tell(struct surface *s, const struct surface_point *point, size_t n, struct err *err);

/* Whether there are enough points for its answers to mean something. */
bool surface_ready(const struct surface *s);

/* How much higher the score of genome a is than that of b, with the variance of that estimate. */
double surface_lead(const struct surface *s, const double *gene_a, const double *gene_b,
                    double *variance);

/* Whether a genome lies where the data are. */
bool surface_covers(const struct surface *s, const double *gene);

/* Sets the genes that evolve to those at the top. */
void surface_top(const struct surface *s, double gene[GENE_COUNT]);

/* The same, shifted by `spread` times z: a genome of a cloud around the top. */
void surface_near_top(const struct surface *s, double spread, const double *z,
                      double gene[GENE_COUNT]);

/* What a gene is worth to a genome: the change of its score if that gene alone grows by a typical
 * step (along the slope), and the mean loss of a typical step up and one down (from the
 * curvature); with standard errors. */
struct surface_effect {
    double length; /* of a typical step, by the metric */
    double slope, slope_error;
    double loss, loss_error;
};

/* Fills in one effect for each dimension of the space. */
void surface_effects(const struct surface *s, const double *gene, struct surface_effect *effect);

#endif
