/*
 * refit - the regression of a run: weights by the results of games that its best genomes play.
 *
 * Games from one opening are alike, and a generation has few openings. So the best genomes of
 * the generation play all opponents from openings that are drawn for this purpose only, or the
 * generation's own games are taken if the config says so.
 */
#ifndef C4E_EVOLVE_REFIT_H
#define C4E_EVOLVE_REFIT_H

#include "evolve/fit.h"
#include "evolve/generation.h"

struct refit_input {
    const struct run_config *config;
    const struct generation *gen; /* played and scored */
    uint32_t champion;            /* slot: where the regression starts */
    const struct journal_genome *opponent;
    size_t opponents;
    struct pool *pool;
    const struct watch *watch;
};

/* Whether the config asks for a regression after this generation. */
bool refit_is_due(const struct run_config *config, uint32_t generation);

/* *finished is false, and there is no result, if watch->stop came first. */
int refit(struct fit_result *result, const struct refit_input *in, bool *finished, struct err *err);

#endif
