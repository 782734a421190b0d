/*
 * metric - how far apart two genomes are, by what they say about positions.
 *
 * A change of 1 in one gene may change every evaluation, or none. The metric
 * measures a change of all genes by the change of the evaluation in positions
 * that occur in games: a step of length 1 changes the log odds of winning that
 * the evaluation stands for by 1, in the root mean square over positions. Close
 * decisions count more than clear ones. (This is the Fisher information of the
 * positions' results, so steps of equal length are equally hard to tell apart.)
 *
 * The result is a set of coordinates z in which the metric is the plain one:
 *
 *     genes = origin + axes z
 *
 * Genes that hardly occur get no longer steps than METRIC_LONGEST typical steps.
 */
#ifndef C4E_EVOLVE_METRIC_H
#define C4E_EVOLVE_METRIC_H

#include <gsl/gsl_matrix.h>

#include "base/stream.h"
#include "evolve/breed_space.h"
#include "game/position.h"

#define METRIC_LONGEST 20

struct metric {
    const struct breed_space *gs; /* borrowed */
    double origin[GENE_COUNT];    /* all genes of the genome at z = 0 */
    gsl_matrix *axes;             /* lower triangle; one column per coordinate */
};

/* Measures at the genes of a genome with these tables, or NULL. Fails if there are no positions. */
int metric_init(struct metric *metric, const struct breed_space *gs, const double gene[GENE_COUNT],
                struct tables *tables, const struct position *position, size_t n, struct err *err);
void metric_release(struct metric *metric);

/* The coordinates of a genome; its genes that do not evolve are ignored. */
void metric_read(const struct metric *metric, const double gene[GENE_COUNT], double *z);

/* Sets the genes that evolve, within their bounds. */
void metric_write(const struct metric *metric, const double *z, double gene[GENE_COUNT]);

#endif
