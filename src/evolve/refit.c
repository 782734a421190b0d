#include "evolve/refit.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/gauntlet.h"
#include "evolve/truth_files.h"

/* The number of genomes that play for a regression. */
#define PLAYERS 4

/* Draws of openings that no generation of training has. */
#define DRAW UINT32_C(0x80000000)

bool refit_is_due(const struct run_config *config, uint32_t generation)
{
    return config->fit_every > 0 && generation % (uint32_t)config->fit_every == 0 &&
           generation <= (uint32_t)config->fit_until;
}

/* The weights that the regression may change: those that are left to it, and those that evolve and
 * are of a family that it fits. */
static void fitted_genes(const struct run_config *c, bool fitted[GENE_COUNT])
{
    for (int g = 0; g < gene_count(); g++)
        fitted[g] = c->only_fitted[g] || (c->evolves[g] && c->fit_families[gene_table[g].family]);
}

/* The regression of a run, but for what it is fitted to. */
static int fit(struct fit_result *result, const struct refit_input *in, struct fit_input *fit,
               bool *finished, struct err *err)
{
    const struct run_config *c = in->config;
    struct genome start;
    bool fitted[GENE_COUNT];

    fit->start = &start;
    fit->fitted = fitted;
    fit->ties = &c->ties;
    fit->low = c->low;
    fit->high = c->high;
    fit->target = (enum fit_target)c->fit_target;
    fit->positions =
        (size_t)(c->fit_target == FIT_TRUTH ? c->fit_truth_positions : c->fit_positions);
    fit->pool = in->pool;
    fit->watch = in->watch;
    fit->stream = (struct stream){ c->seed, in->gen->games.generation, STREAM_FIT, 0 };
    genome_init(&start);
    memcpy(start.gene, in->gen->who[in->champion]->gene, sizeof start.gene);
    start.tables = in->gen->who[in->champion]->tables; /* borrowed */
    fitted_genes(c, fitted);
    return fit_weights(result, fit, finished, err);
}

static int fit_files(struct fit_result *result, const struct refit_input *in, bool *finished,
                     struct err *err)
{
    struct truth_positions all;
    struct fit_input input = { 0 };
    int status;

    if (truth_positions_read(&all, &in->config->fit_files, in->config, err))
        return -1;
    input.solved = all.pos;
    input.result = all.result;
    input.solved_n = all.n;
    status = fit(result, in, &input, finished, err);
    truth_positions_release(&all);
    return status;
}

static int fit_games(struct fit_result *result, const struct refit_input *in,
                     const struct games *games, bool *finished, struct err *err)
{
    struct fit_game *game = calloc(games->schedule.n + 1, sizeof *game);
    struct fit_input input = { .game = game, .games = games->schedule.n };
    int status;

    if (!game)
        return err_shortage(err, "out of memory: %zu games", games->schedule.n);
    for (size_t i = 0; i < games->schedule.n; i++)
        game[i] = (struct fit_game){ &games->result[i].moves, games->result[i].outcome,
                                     games->openings.list[games->schedule.game[i].opening].n,
                                     games->schedule.game[i].opening };
    status = fit(result, in, &input, finished, err);
    free(game);
    return status;
}

/* The best genomes of the population, the champion first. */
static size_t find_best(const struct refit_input *in, const struct journal_genome *who[PLAYERS])
{
    const struct generation *t = in->gen;
    size_t n = 0, last = in->champion;

    who[n++] = t->who[last];
    while (n < PLAYERS && n < t->population) {
        size_t best = t->population;

        for (size_t i = 0; i < t->population; i++) {
            double mean = t->standings.of[i].standing.mean;
            double worst = t->standings.of[last].standing.mean;
            bool after =
                i != in->champion && (n == 1 || mean < worst || (mean == worst && i > last));

            if (after && (best == t->population || mean > t->standings.of[best].standing.mean))
                best = i;
        }
        if (best == t->population)
            break;
        who[n++] = t->who[best];
        last = best;
    }
    return n;
}

int refit(struct fit_result *result, const struct refit_input *in, bool *finished, struct err *err)
{
    const struct journal_genome *who[PLAYERS];
    struct gauntlet g = { .config = in->config,
                          .who = who,
                          .opponent = in->opponent,
                          .opponents = in->opponents,
                          .set = OPENING_TRAIN,
                          .draw = DRAW + in->gen->games.generation,
                          .plies = in->config->plies,
                          .openings = (size_t)in->config->fit_openings,
                          .what = "games for the regression",
                          .detail = GAME_MOVES };
    struct games games;
    int status = 0;

    if (in->config->fit_files.n > 0)
        return fit_files(result, in, finished, err);
    if (g.openings == 0 || g.opponents == 0)
        return fit_games(result, in, &in->gen->games, finished, err);
    g.n = find_best(in, who);
    if (gauntlet_games(&g, in->pool, in->watch, &games, finished, err))
        return -1;
    if (*finished)
        status = fit_games(result, in, &games, finished, err);
    games_release(&games);
    return status;
}
