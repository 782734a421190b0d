/*
 * importance - which genes matter, by what a run has learnt.
 *
 * The response surface says for each gene that evolves how much of its score the best genome
 * loses if that gene alone is changed by a typical step. It is learnt again from the journal.
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
};

/* The genes that evolve, the largest loss first; the caller frees the list. It is empty if the run
 * has no response surface or too few games for one. */
int importance_find(const struct journal *journal, const struct run_config *config,
                    struct importance **list, size_t *n, struct err *err);

#endif
