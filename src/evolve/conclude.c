/* What comes after a generation's games: ratings, the title, regression, births. */
#include "evolve/run_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/fit.h"

/* The best takes the title from the holder only when it is surely better. */
static uint32_t find_champion(const struct run *r, const struct generation *t)
{
    uint32_t best = 0;

    for (uint32_t i = 1; i < t->population; i++)
        if (t->fitness[i] > t->fitness[best])
            best = i;
    if (r->generation == 0 || best == 0)
        return best;
    return ratings_los(&t->ratings, best, 0) >= r->config->confidence ? best : 0;
}

/* Which weights the regression may change: those that are left to it, and those that evolve and
 * that it is asked to. */
static void fitted_genes(const struct run_config *c, bool fitted[GENE_COUNT])
{
    for (int g = 0; g < GENE_COUNT; g++)
        fitted[g] = c->only_fitted[g] || (c->evolves[g] && c->fit_families[gene_table[g].family]);
}

static int fit_generation(const struct run *r, const struct generation *t, uint32_t champion,
                          struct fit_result *result, struct err *err)
{
    struct fit_game *game = calloc(t->games.schedule.n, sizeof *game);
    struct genome start;
    bool fitted[GENE_COUNT];
    bool truth = r->config->fit_target == FIT_TRUTH;
    struct fit_input in = { .game = game,
                            .games = t->games.schedule.n,
                            .start = &start,
                            .fitted = fitted,
                            .low = r->config->low,
                            .high = r->config->high,
                            .positions = (size_t)(truth ? r->config->fit_truth_positions
                                                        : r->config->fit_positions),
                            .target = (enum fit_target)r->config->fit_target,
                            .work = { .threads = r->pool->asked },
                            .stream = { r->config->seed, t->games.generation, STREAM_FIT, 0 } };
    int status;

    if (!game)
        return err_set(err, "out of memory: %zu games", t->games.schedule.n);
    for (size_t i = 0; i < t->games.schedule.n; i++)
        game[i] = (struct fit_game){ &t->games.result[i].moves, t->games.result[i].outcome,
                                     t->games.openings.list[t->games.schedule.game[i].opening].n,
                                     t->games.schedule.game[i].opening };
    genome_init(&start);
    memcpy(start.gene, t->who[champion]->gene, sizeof start.gene);
    fitted_genes(r->config, fitted);
    status = fit_weights(result, &in, err);
    free(game);
    return status;
}

static bool fit_is_due(const struct run *r)
{
    return r->config->fit_every > 0 && r->generation % (uint32_t)r->config->fit_every == 0;
}

static void summarise(const struct run *r, const struct generation *t, uint32_t champion,
                      struct generation_summary *s)
{
    size_t n = t->population, best = 0;
    double squares = 0;

    s->generation = r->generation;
    s->games = t->games.schedule.n;
    for (size_t i = 0; i < n; i++) {
        s->mean += t->fitness[i] / (double)n;
        if (t->fitness[i] > t->fitness[best])
            best = i;
    }
    for (size_t i = 0; i < n; i++)
        squares += (t->fitness[i] - s->mean) * (t->fitness[i] - s->mean);
    s->spread = sqrt(squares / (double)n);
    s->best = t->fitness[best];
    s->best_error = t->error[best];
    s->champion = t->who[champion]->id;
    s->champion_elo = t->fitness[champion];
    s->champion_origin = t->who[champion]->origin;
    s->new_champion = r->generation == 0 || champion != 0;
}

static int close_generation(struct run *r, const struct generation *t,
                            const struct generation_summary *s, const struct journal_genome *birth,
                            struct err *err)
{
    struct journal_rating *rating = calloc(t->population, sizeof *rating);
    struct journal_generation record = { .generation = r->generation,
                                         .champion = s->champion,
                                         .population = (uint32_t)t->population,
                                         .rating = rating,
                                         .fit_loss_before = s->fit_before,
                                         .fit_loss_after = s->fit_after };
    int status;

    if (!rating)
        return err_set(err, "out of memory");
    for (size_t i = 0; i < t->population; i++)
        rating[i] = (struct journal_rating){ t->who[i]->id, t->fitness[i], t->error[i] };
    status = journal_close_generation(r->journal, &record, birth, t->population, err);
    free(rating);
    return status;
}

/* Ids count on from the first generation, opponents and references included. */
static uint32_t first_id(const struct run *r, uint32_t generation)
{
    return (uint32_t)r->config->size * generation + (uint32_t)(r->opponents + r->references) + 1;
}

/* Regression, CMA-ES and the births of the next generation. */
static int vary(struct run *r, const struct generation *t, uint32_t champion,
                struct generation_summary *s, struct journal_genome *birth, struct err *err)
{
    struct fit_result fit;
    struct breed_input in = { .config = r->config,
                              .gs = &r->gs,
                              .generation = r->generation + 1,
                              .next_id = first_id(r, r->generation + 1),
                              .parent = r->population,
                              .fitness = t->fitness,
                              .champion = champion };

    s->fit_before = s->fit_after = NAN;
    if (fit_is_due(r)) {
        if (fit_generation(r, t, champion, &fit, err))
            return -1;
        in.fitted = fit.gene;
        s->fit_before = fit.loss_before;
        s->fit_after = fit.loss_after;
    }
    if (r->config->cmaes) {
        if (r->generation == 0 ? run_state_start_cmaes(r, t->who[champion], err)
                               : run_state_tell_cmaes(r, r->population, t->fitness, err))
            return -1;
        in.cmaes = &r->cmaes;
    }
    return breed_next(&in, birth, err);
}

/* From a gen that was played to the births of the next generation. */
int run_conclude(struct run *r, struct generation *t, struct err *err)
{
    struct journal_genome *birth = calloc(t->population, sizeof *birth);
    struct generation_summary summary = { 0 };
    uint32_t champion;
    int status;

    if (!birth)
        return err_set(err, "out of memory");
    status = generation_score(t, err);
    if (status == 0) {
        champion = find_champion(r, t);
        summarise(r, t, champion, &summary);
        status = vary(r, t, champion, &summary, birth, err);
    }
    if (status == 0)
        status = close_generation(r, t, &summary, birth, err);
    free(birth);
    if (status)
        return -1;
    r->idle = summary.new_champion ? 0 : r->idle + 1;
    r->generation++;
    if (r->watch->closed)
        r->watch->closed(r->watch->context, &summary);
    return 0;
}
