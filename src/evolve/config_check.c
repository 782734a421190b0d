/* What no single key of a config can tell. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena/opening.h"
#include "evolve/cmaes.h"
#include "evolve/config_keys.h"
#include "evolve/fit.h"
#include "heuristic/features.h"

/* A complaint about a key, at its line if the file has it. */
__attribute__((format(printf, 4, 5))) static void complain(struct reading *r, const char *section,
                                                           const char *key, const char *fmt, ...)
{
    struct conf_entry missing = { .section = (char *)(uintptr_t)section,
                                  .key = (char *)(uintptr_t)key };
    const struct conf_entry *e = conf_find(r->conf, section, key);
    char why[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    config_complain(r, e ? e : &missing, why);
}

static void check_population(struct reading *r)
{
    const struct run_config *c = r->config;
    int taken = c->elites + c->immigrants + (c->fit_every > 0);

    if (taken > c->size)
        complain(r, "population", "size",
                 "elites, immigrants and the child of the fit do not fit into %d", c->size);
    else if (c->mutation.method == &cmaes_method && c->size - taken < 2)
        complain(r, "population", "size", "leaves %d children for cma-es, which needs 2",
                 c->size - taken);
    if (!r->files)
        return;
    if (c->founders.n == 0)
        complain(r, "population", "founders", "there has to be one at least");
    else if (c->founders.n > (size_t)c->size)
        complain(r, "population", "size", "%d is too small for %zu founders", c->size,
                 c->founders.n);
}

static void check_genes(struct reading *r)
{
    const struct run_config *c = r->config;
    bool evolves = false;

    for (int g = 0; g < GENE_COUNT; g++) {
        evolves |= c->evolves[g];
        if (!c->only_fitted[g])
            continue;
        if (c->evolves[g])
            complain(r, "genes", "fitted", "%s evolves already", gene_table[g].name);
        else if (!gene_is_linear(g))
            complain(r, "genes", "fitted", "no regression can find %s", gene_table[g].name);
        else if (c->fit_every == 0)
            complain(r, "genes", "fitted", "needs regressions: [fit] every is 0");
        else
            continue;
        break;
    }
    if (!evolves)
        complain(r, "genes", "evolve", "there has to be one gene at least");
}

/* Short openings are so few that a set may have none of them. */
static void check_openings(struct reading *r, const char *section, int plies, enum opening_set set,
                           const char *set_name)
{
    struct openings openings;
    struct err why;

    if (openings_draw(&openings, plies, 1, set, r->config->seed, 0, &why))
        complain(r, section, "plies", "%s", why.text);
    else if (openings.n == 0)
        complain(r, section, "plies", "with this seed no opening of %d plies is for %s", plies,
                 set_name);
    openings_release(&openings);
}

static void check_play(struct reading *r)
{
    const struct run_config *c = r->config;

    struct err why;

    if (player_check_keys(&c->player, &why))
        complain(r, "play", "search", "%s", why.text);
    if (!c->player.search->needs_genome)
        complain(r, "play", "search", "this search does not look at the genome");
    if (c->player.keys.seconds > 0)
        complain(r, "play", "time", "a run must not depend on the clock; use nodes or depth");
    if (r->files && c->openings == 0 && (c->opponents.n == 0 || c->opponent_openings == 0))
        complain(r, "play", "openings", "nobody to play against: there are no opponents either");
    check_openings(r, "play", c->plies, OPENING_TRAIN, "training");
    check_openings(r, "validate", c->validate_plies, OPENING_VALIDATE, "validation");
    check_openings(r, "validate", c->validate_plies, OPENING_TEST, "the verdict");
}

/* The share of positions that are held out. Of games it is all those from some openings; this
 * counts the games of the first generation. */
static double held_out_share(const struct run_config *c)
{
    double held = 0, all = 0;

    if (c->fit_target == FIT_TRUTH)
        return 1.0 / FIT_HELD_OUT;
    for (int i = 0; i < c->openings || i < c->opponent_openings; i++) {
        double games = 0;

        if (i < c->openings)
            games += (double)c->size * (c->size - 1);
        if (i < c->opponent_openings)
            games += 2.0 * c->size * (double)c->opponents.n;
        all += games;
        held += i % FIT_HELD_OUT == 0 ? games : 0;
    }
    return all > 0 ? held / all : 0;
}

static void check_fit(struct reading *r)
{
    const struct run_config *c = r->config;
    bool truth = c->fit_target == FIT_TRUTH;
    double positions = truth ? c->fit_truth_positions : c->fit_positions;
    double share = held_out_share(c);
    size_t weights = 0, fitted = 0;

    if (c->fit_every == 0)
        return;
    for (int g = 0; g < GENE_COUNT; g++) {
        weights += config_changes(c, g) && gene_is_linear(g);
        fitted += c->only_fitted[g] || (c->evolves[g] && c->fit_families[gene_table[g].family]);
    }
    if (fitted == 0)
        complain(r, "fit", "families", "none of these weights evolves");
    else if (r->files && share == 1)
        complain(r, "fit", "every", "needs more than one opening in [play]: some are held out");
    else if (r->files &&
             !fit_possible(weights, (size_t)(positions * (1 - share)), (size_t)(positions * share)))
        complain(r, "fit", truth ? "truth_positions" : "positions",
                 "too few for %zu weights: %.0f are fitted to, and %.0f held out", weights,
                 positions * (1 - share), positions * share);
}

void config_check_whole(struct reading *r)
{
    check_population(r);
    check_genes(r);
    check_play(r);
    check_fit(r);
}
