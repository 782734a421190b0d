#include "evolve/run_close.h"

#include <math.h>
#include <stdlib.h>

#include "evolve/breed.h"
#include "evolve/gauntlet.h"
#include "evolve/refit.h"

/* The best by all evidence wins the title only if it is better than the champion with enough
 * confidence. */
static uint32_t find_champion(const struct run *r, const struct generation *t)
{
    const struct standing *of = t->standings.of;
    uint32_t best = 0;

    for (uint32_t i = 1; i < t->population; i++)
        if (of[i].standing.mean > of[best].standing.mean)
            best = i;
    if (r->generation == 0 || best == 0)
        return best;
    return belief_superiority(of[best].standing, of[0].standing) >= r->config->confidence ? best
                                                                                          : 0;
}

/* Ids count on from the first generation, opponents and references included. */
static uint32_t first_id(const struct run *r, uint32_t generation)
{
    return (uint32_t)r->config->size * generation + (uint32_t)(r->opponents + r->references) + 1;
}

/* Learns from the generation. The metric is taken at the best weights that are known by then. */
static int learn(struct run *r, const struct generation *t, const double *fitted, uint32_t champion,
                 const struct journal_rating *rating, struct err *err)
{
    const struct journal_genome *best = t->who[champion];
    struct learning *l = &r->learning;

    if (learning_is_due(l, r->generation))
        return learning_measure(l, r->generation, fitted ? fitted : best->gene, best->tables,
                                t->games.result, t->games.schedule.n, err);
    return learning_tell(l, r->generation, r->population, rating, t->population, err);
}

static int breed(const struct run *r, const double *fitness, uint32_t champion,
                 const double *fitted, struct journal_genome *next, struct err *err)
{
    const struct learning *l = &r->learning;
    uint32_t every = (uint32_t)r->config->surface_every;
    struct breed_input in = { .config = r->config,
                              .gs = &l->gs,
                              .generation = r->generation + 1,
                              .next_id = first_id(r, r->generation + 1),
                              .parent = r->population,
                              .fitness = fitness,
                              .champion = champion,
                              .fitted = fitted };

    if (l->has_metric) {
        in.metric = &l->metric;
        in.surface = &l->surface;
        in.surface_child =
            every > 0 && (r->generation + 1) % every == 0 && surface_ready(&l->surface);
    }
    if (l->has_cmaes)
        in.cmaes = &l->cmaes;
    return breed_next(&in, next, err);
}

/* Regression, learning, and the genomes of the next generation. */
static int vary(struct run *r, const struct generation *t, uint32_t champion,
                struct journal_generation *closing, struct journal_genome *next, bool *finished,
                struct err *err)
{
    struct fit_result fit;
    double *fitness = calloc(t->population, sizeof *fitness);
    const double *fitted = NULL;
    int status = fitness ? 0 : err_shortage(err, "out of memory: %zu genomes", t->population);

    closing->fit_loss_before = closing->fit_loss_after = NAN;
    for (size_t i = 0; i < t->population && status == 0; i++)
        fitness[i] = t->standings.of[i].standing.mean;
    if (status == 0 && refit_is_due(r->config, r->generation)) {
        const struct refit_input in = { r->config,    t,       champion,        r->opponent,
                                        r->opponents, r->pool, &r->watch->watch };

        status = refit(&fit, &in, finished, err);
        if (status == 0 && *finished) {
            fitted = fit.gene;
            closing->fit_loss_before = fit.loss_before;
            closing->fit_loss_after = fit.loss_after;
        }
    }
    if (status == 0 && *finished)
        status = learn(r, t, fitted, champion, closing->rating, err);
    if (status == 0 && *finished)
        status = breed(r, fitness, champion, fitted, next, err);
    free(fitness);
    return status;
}

/* The mean distance of the population from its centre, in typical steps per gene. */
static double find_diversity(const struct run *r)
{
    const struct breed_space *gs = &r->learning.gs;
    size_t n = (size_t)r->config->size;
    double sum = 0, centre[GENE_COUNT] = { 0 };

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < gs->space.dim; j++)
            centre[j] += r->population[i].gene[gs->gene[j]] / (double)n;
    for (size_t i = 0; i < n; i++) {
        double squares = 0;

        for (size_t j = 0; j < gs->space.dim; j++) {
            double away = (r->population[i].gene[gs->gene[j]] - centre[j]) / gs->space.scale[j];

            squares += away * away;
        }
        sum += sqrt(squares / (double)gs->space.dim);
    }
    return sum / (double)n;
}

/* Measures the champion on the panel, unless it was measured last. */
static int measure_champion(struct run *r, const struct journal_genome *champion, bool *finished,
                            struct err *err)
{
    if (r->measured.id && journal_same_genes(&r->measured, champion))
        return 0;
    if (panel_measure(r->config, champion, r->opponent, r->opponents, r->pool, &r->watch->watch,
                      &r->panel, &r->panel_error, finished, err))
        return -1;
    if (*finished)
        r->measured = *champion;
    return 0;
}

/* Ratings by games and, if the config says so, by moves in solved positions. */
static int rate(struct run *r, struct generation *t, struct journal_rating *rating, bool *finished,
                struct err *err)
{
    const struct watch *watch = &r->watch->watch;
    double *loss = calloc(t->population, sizeof *loss);
    int status = loss ? 0 : err_shortage(err, "out of memory: %zu genomes", t->population);

    if (status == 0 && r->config->fitness != FITNESS_GAMES)
        status = truth_test_load(&r->truth, r->config, r->journal, r->generation, r->pool, watch,
                                 finished, err) ||
                         (*finished &&
                          truth_test_take(&r->truth, t, r->pool, watch, loss, finished, err))
                     ? -1
                     : 0;
    for (size_t i = 0; i < t->population && status == 0; i++) {
        rating[i] = learning_rating(&r->known, i, t->who[i]->id, &t->standings.of[i]);
        if (r->config->fitness != FITNESS_GAMES)
            rating[i].truth = loss[i];
    }
    free(loss);
    return status;
}

int run_close_generation(struct run *r, struct generation *t, struct run_generation *summary,
                         bool *finished, struct err *err)
{
    size_t n = t->population;
    uint32_t champion = 0;
    struct journal_rating *rating = calloc(n, sizeof *rating);
    struct journal_genome *next = calloc(n, sizeof *next);
    struct journal_generation closing = { .generation = r->generation,
                                          .population = (uint32_t)n,
                                          .rating = rating,
                                          .diversity = find_diversity(r) };
    int status = rating && next ? 0 : err_shortage(err, "out of memory: %zu genomes", n);

    if (status == 0)
        status = rate(r, t, rating, finished, err);
    if (status == 0 && *finished) {
        champion = find_champion(r, t);
        closing.champion = t->who[champion]->id;
        status = measure_champion(r, t->who[champion], finished, err);
    }
    closing.panel = r->panel;
    closing.panel_error = r->panel_error;
    if (status == 0 && *finished)
        status = vary(r, t, champion, &closing, next, finished, err);
    if (status == 0 && *finished) {
        status = journal_close_generation(r->journal, &closing, next, n, err);
        summary->figures = generation_figures(&closing, rating, n);
        summary->champion_origin = t->who[champion]->origin;
        summary->panel = closing.panel;
    }
    free(rating);
    free(next);
    return status;
}
