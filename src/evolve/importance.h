/*
 * importance - which genes matter, by what a run has learnt.
 *
 * The response surface says for each gene that evolves how much of its score the best genome
 * loses if that gene alone is changed. It is learnt again from the journal.
 *
 * Genes are compared by steps of length 1 in the metric (metric.h): such a step of any gene
 * changes evaluations as much as one of any other. So a gene matters more than another if play
 * depends more on what it says, not because its numbers are larger. A gene that hardly occurs has
 * steps of at most METRIC_LONGEST typical ones, which change little, and costs little.
 *
 * What an option of an engine changes is not known, so its steps are typical ones.
 */
#ifndef C4E_EVOLVE_IMPORTANCE_H
#define C4E_EVOLVE_IMPORTANCE_H

#include "evolve/config.h"
#include "evolve/journal.h"

/* Errors are half-widths of 95% intervals. */
struct importance {
    int gene;
    double step;               /* a typical one */
    double loss, loss_error;   /* mean loss of score by a step up and by one down */
    double slope, slope_error; /* change of score by a small step up, as a rate per step */

    /* The same for a step of length 1 in the metric, or for a typical one. */
    bool is_typical;
    double metric_step;
    double metric_loss, metric_loss_error;
    double metric_slope, metric_slope_error;
};

/* The genes that evolve, the largest metric_loss first; the caller frees the list. It is empty if the run
 * has no response surface or too few games for one. */
int importance_find(const struct journal *journal, const struct run_config *config,
                    struct importance **list, size_t *n, struct err *err);

#endif
