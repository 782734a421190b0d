/*
 * contrast - the weights of two genomes, scaled so that they can be compared.
 *
 * Doubling all weights changes no move, so weights only mean something relative
 * to each other. The spread of a genome is the standard deviation of its
 * evaluation, for the side to move, over a sample of positions; a scaled weight
 * is a percentage of the spread. Shape and map genes, in which the evaluation is
 * not linear, and genes that weigh tables are factors without a unit and stay as
 * they are.
 *
 * The effect of a difference is how much the evaluation of the first genome
 * changes when that one gene takes the scaled value of the second: the standard
 * deviation of the change, in percent of the spread. A change that is the same
 * in all positions changes no move and has no effect.
 *
 * A genome whose evaluation is constant has a spread of 0 and scaled weights of
 * 0; effects are then those on the other genome.
 */
#ifndef C4E_HEURISTIC_CONTRAST_H
#define C4E_HEURISTIC_CONTRAST_H

#include "heuristic/genome.h"

/* The positions are borrowed. */
struct contrast_sample {
    const struct position *pos;
    size_t n;
};

/* The spread of a genome, in weights. */
int contrast_spread(const struct genome *genome, const struct contrast_sample *sample,
                    double *spread, struct err *err);

/* A gene in percent of the spread, or unchanged if it is a factor. */
double contrast_scaled(const struct genome *genome, int gene, double spread);

/* The value that gives a genome of that spread the same scaled gene as the other's, within the
 * bounds of the gene. */
double contrast_taken(const struct genome *from, double spread_from, int gene, double spread);

/* Fills in the effect of every gene, 0 where the two are the same. The spreads are those of the
 * genomes. */
int contrast_effects(const struct genome *a, double spread_a, const struct genome *b,
                     double spread_b, const struct contrast_sample *sample,
                     double effect[GENE_COUNT], struct err *err);

/* The same for all tables at once: those of the second genome take the place of those of the first;
 * either may have none. 0 if the first has a spread of 0. */
int contrast_tables(const struct genome *a, double spread_a, const struct genome *b,
                    const struct contrast_sample *sample, double *effect, struct err *err);

#endif
