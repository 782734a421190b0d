/* What no single key of a config can tell: whether its keys go together. */
#include "evolve/config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "arena/opening.h"
#include "evolve/cmaes.h"
#include "evolve/fit.h"
#include "heuristic/features.h"

/* An error about a key, with its line if the file has it. */
__attribute__((format(printf, 4, 5))) static void
complain(struct config_reading *r, const char *section, const char *key, const char *fmt, ...)
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

/* The same for an error that was found on the way. */
static void pass(struct config_reading *r, const char *section, const char *key,
                 const struct err *why)
{
    complain(r, section, key, "%s", why->text);
    if (why->kind != ERR_ANY)
        r->err->kind = why->kind;
}

static void check_population(struct config_reading *r)
{
    const struct run_config *c = r->config;
    int taken = c->elites + c->immigrants + (c->fit_every > 0) + (c->surface_every > 0);

    if (taken > c->size)
        complain(r, "population", "size",
                 "elites, immigrants and the children of regression and surface need more than %d",
                 c->size);
    else if (c->mutation.method == &cmaes_method && c->size - taken < 2)
        complain(r, "population", "size", "leaves %d children for cma-es, which needs at least 2",
                 c->size - taken);
    if (!r->files)
        return;
    if (c->founders.n == 0)
        complain(r, "population", "founders", "at least one is needed");
    else if (c->founders.n > (size_t)c->size)
        complain(r, "population", "size", "%d is too small for %zu founders", c->size,
                 c->founders.n);
}

/* A leader stays within the bounds of its followers. */
static void narrow_bounds(struct config_reading *r, int gene, int leader)
{
    struct run_config *c = r->config;
    bool opposite = c->ties.sign[gene] < 0;

    c->low[leader] = fmax(c->low[leader], opposite ? -c->high[gene] : c->low[gene]);
    c->high[leader] = fmin(c->high[leader], opposite ? -c->low[gene] : c->high[gene]);
    if (c->low[leader] >= c->high[leader])
        complain(r, "genes", "tie", "the bounds of %s leave no room for %s", gene_table[gene].name,
                 gene_table[leader].name);
}

/* Genes that are held are neither tied nor changed. */
static void hold_genes(struct config_reading *r)
{
    struct run_config *c = r->config;

    for (int g = 0; g < gene_count(); g++) {
        if (!c->held[g])
            continue;
        if (c->evolves[g] || c->only_fitted[g] || !ties_free(&c->ties, g)) {
            complain(r, "genes", "held", "%s may change, or is tied", gene_table[g].name);
            return;
        }
        ties_hold(&c->ties, g);
    }
}

/* Genes that are not free do not evolve by themselves. */
static void resolve_ties(struct config_reading *r)
{
    struct run_config *c = r->config;
    struct err why;

    hold_genes(r);
    if (c->symmetric && ties_make_symmetric(&c->ties, &why))
        pass(r, "genes", "symmetric", &why);
    for (int g = 0; g < gene_count(); g++) {
        int leader = c->ties.leader[g];

        if (leader == g)
            continue;
        if (leader != TIE_HELD && (c->evolves[g] || c->only_fitted[g]) &&
            !config_changes(c, leader))
            complain(r, "genes", "tie", "%s may change, so %s, which it is tied to, must, too",
                     gene_table[g].name, gene_table[leader].name);
        c->evolves[g] = c->only_fitted[g] = false;
        if (leader != TIE_HELD)
            narrow_bounds(r, g, leader);
    }
}

static void check_genes(struct config_reading *r)
{
    const struct run_config *c = r->config;
    bool evolves = false;

    for (int g = 0; g < gene_count(); g++) {
        evolves |= c->evolves[g];
        if (!c->only_fitted[g])
            continue;
        if (c->evolves[g])
            complain(r, "genes", "fitted", "%s evolves already", gene_table[g].name);
        else if (!gene_is_linear(g))
            complain(r, "genes", "fitted", "a regression cannot change %s", gene_table[g].name);
        else
            continue;
        break;
    }
    if (!evolves)
        complain(r, "genes", "evolve", "at least one gene is needed");
    for (int g = GENE_LANE; g <= GENE_SURE && r->files && !c->has_tables; g++)
        if (config_changes(c, g)) {
            complain(r, "genes", c->evolves[g] ? "evolve" : "fitted",
                     "%s weighs tables, and no founder has any", gene_table[g].name);
            break;
        }
}

/* A weight that a regression works with: with tables the regression needs those of all lanes. */
static bool is_column(const struct run_config *c, int gene)
{
    if (!ties_free(&c->ties, gene))
        return false;
    if (gene_table[gene].family == FAMILY_TABLES)
        return c->has_tables;
    return config_changes(c, gene) && gene_is_linear(gene);
}

/* There are few short openings, and a set may have none of them. */
static void check_openings(struct config_reading *r, const char *section, int plies,
                           enum opening_set set, const char *set_name)
{
    struct openings openings;
    struct err why;

    if (openings_draw(&openings, plies, 1, set, r->config->seed, 0, &why))
        pass(r, section, "plies", &why);
    else if (openings.n == 0)
        complain(r, section, "plies", "with this seed, no opening of %d plies is left for %s",
                 plies, set_name);
    openings_release(&openings);
}

static void check_play(struct config_reading *r)
{
    const struct run_config *c = r->config;
    struct err why;

    if (player_keys_check(&c->player, &why))
        pass(r, "play", "search", &why);
    if (!c->player.search->needs_genome)
        complain(r, "play", "search", "this search does not use a genome");
    if (c->player.keys.seconds > 0)
        complain(r, "play", "time", "a run must not depend on the clock; use nodes or depth");
    if (r->files && c->openings == 0 && (c->opponents.n == 0 || c->opponent_openings == 0))
        complain(r, "play", "openings", "no games to play: there are no opponents either");
    check_openings(r, "play", c->plies, OPENING_TRAIN, "training");
    check_openings(r, "validate", c->validate_plies, OPENING_VALIDATE, "validation");
    check_openings(r, "validate", c->validate_plies, OPENING_TEST, "the verdict");
    if (c->breeding == BREED_CLOUD && c->surface_every == 0)
        complain(r, "mutation", "method", "cloud needs the response surface: [surface] every is 0");
    if (c->truth_files.n > 0 && c->fitness == FITNESS_GAMES)
        complain(r, "play", "truth_file", "needs fitness = truth or both");
    if (c->fit_files.n > 0 && c->fit_target != FIT_TRUTH)
        complain(r, "fit", "truth_file", "needs target = truth");
    if (r->files && c->opponents.n == 0 && c->hall == 0 && c->race_rounds > 1)
        complain(r, "race", "rounds", "needs opponents, or earlier champions (hall)");
}

/* The number of openings of the first generation's first round. */
static int openings_in_all(const struct run_config *c)
{
    return c->size * c->openings + (int)c->opponents.n * c->opponent_openings;
}

/* The share of positions that are held out: all games from one opening in FIT_HELD_OUT. */
static double held_out_share(const struct run_config *c)
{
    if (c->fit_target == FIT_GAMES && openings_in_all(c) < 2)
        return 1;
    return 1.0 / FIT_HELD_OUT;
}

static void check_fit(struct config_reading *r)
{
    const struct run_config *c = r->config;
    bool truth = c->fit_target == FIT_TRUTH;
    double positions = truth ? c->fit_truth_positions : c->fit_positions;
    double share = held_out_share(c);
    size_t weights = 0, fitted = 0;

    if (c->fit_every == 0)
        return;
    for (int g = 0; g < gene_count(); g++) {
        weights += is_column(c, g);
        fitted += c->only_fitted[g] || (c->evolves[g] && c->fit_families[gene_table[g].family]);
    }
    if (fitted == 0)
        complain(r, "fit", "families", "none of these families evolves");
    else if (r->files && share == 1)
        complain(r, "fit", "every", "needs more than one opening in [play], as some are held out");
    else if (r->files &&
             !fit_possible(weights, (size_t)(positions * (1 - share)), (size_t)(positions * share)))
        complain(r, "fit", truth ? "truth_positions" : "positions",
                 "too few for %zu weights: %.0f to fit to, and %.0f held out", weights,
                 positions * (1 - share), positions * share);
}

void config_check(struct config_reading *r)
{
    check_population(r);
    resolve_ties(r);
    check_genes(r);
    check_play(r);
    check_fit(r);
}
