/*
 * selection - which genomes become parents.
 *
 * A selection is a probability for each genome, and a way of drawing by
 * these probabilities. The two are separate calls, so that the probabilities
 * can be shown and tested. Higher fitness is better; fitness has to be finite.
 * Genomes of equal fitness always get equal probabilities.
 *
 * No selection changes when a constant is added to all fitnesses or when all
 * are multiplied by a positive constant (up to rounding). Tournament, rank and
 * truncation depend only on the order of the fitnesses.
 */
#ifndef C4E_EVOLVE_SELECTION_H
#define C4E_EVOLVE_SELECTION_H

#include <gsl/gsl_rng.h>

#include "evolve/method.h"

struct selection {
    struct method method;
    /* The probability that goes to the best r of n together when no two are
     * equal; NULL for probabilities in proportion to fitness. */
    double (*best)(double r, double n, double param);
    bool universal; /* all parents by one spin of evenly spaced pointers */
};

const struct method *selection_method(size_t i);
const struct selection *selection_find(const char *name, struct err *err);

/* Fills in the probability of each of n genomes; they sum to 1. */
void selection_chances(const struct selection *s, const double param[METHOD_PARAMS],
                       const double *fitness, size_t n, double *chance);

/* Draws count parents, as indices below n, in random order and with repetition. */
void selection_draw(const struct selection *s, const double *chance, size_t n, size_t *parent,
                    size_t count, gsl_rng *rng);

#endif
