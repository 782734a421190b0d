/*
 * genome_loss - how well the evaluation of a genome predicts results of perfect play.
 *
 * An evaluation is in units of its own, so a factor turns it into log odds. The factor is fitted to
 * some positions; the loss is the mean log loss of others. It is that of the compiled genome, as it
 * plays, averaged over both viewers.
 */
#ifndef C4E_EVOLVE_GENOME_LOSS_H
#define C4E_EVOLVE_GENOME_LOSS_H

#include "base/err.h"
#include "heuristic/genome.h"
#include "parallel/pool.h"

/* Borrowed. */
struct solved_list {
    const struct position *pos;
    const signed char *result; /* for the first player: 1, 0 or -1 */
    size_t n;
};

int genome_loss(double *loss, const struct genome *genome, const struct solved_list *known,
                const struct solved_list *asked, struct pool *pool, struct err *err);

#endif
