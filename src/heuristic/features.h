/*
 * features - how much each gene counts in a position.
 *
 * With the shape and map genes held fixed, an evaluation is linear in all other
 * genes: it is the sum of gene x feature, apart from rounding to units and the
 * limit of a single line. Regression needs the features.
 *
 * The feature of a user's heuristic's factor is what no gene weighs: all of it if
 * the heuristic is not linear.
 */
#ifndef C4E_HEURISTIC_FEATURES_H
#define C4E_HEURISTIC_FEATURES_H

#include "heuristic/evaluator.h"

/* The lines of the board with the factors that a genome's shape and map genes give them. */
struct feature_frame {
    uint64_t cells[LINES];
    int class[LINES];
    double factor[LINES];
    double cowardice;
    const struct tables *tables; /* those of the genome, which must live on; or NULL */
    struct strip_map map;
    struct custom_use custom;
};

void features_frame_init(struct feature_frame *frame, const struct genome *genome);

/* Fills in the feature of every gene for that viewer; 0 for genes that are not linear. */
void features_of(const struct feature_frame *frame, const struct position *pos, enum side viewer,
                 double feature[GENE_COUNT]);

#endif
