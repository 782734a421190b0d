#include "evolve/learning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/breed.h"

#define METRIC_POSITIONS 10000

/* CMA-ES searches this far from the origin in each coordinate of the metric. */
#define FARTHEST 10.0

int learning_init(struct learning *l, const struct run_config *config, struct err *err)
{
    *l = (struct learning){ .config = config };
    return breed_space_init(&l->gs, config, err);
}

void learning_release(struct learning *l)
{
    if (l->has_cmaes)
        cmaes_release(&l->cmaes);
    if (!l->has_metric)
        return;
    surface_release(&l->surface);
    metric_release(&l->metric);
}

bool learning_is_due(const struct learning *l, uint32_t generation)
{
    return !l->has_metric && generation + 1 == (uint32_t)l->config->surface_start;
}

/* CMA-ES works in the coordinates of the metric, from its origin. */
static int start_cmaes(struct learning *l, struct err *err)
{
    struct cmaes_options opt = { .seed = l->config->seed,
                                 .generation = (uint32_t)l->config->surface_start };
    struct space box = { l->gs.space.dim, l->low, l->high, l->scale, NULL };
    double start[GENE_COUNT] = { 0 };
    size_t first;

    for (size_t i = 0; i < box.dim; i++) {
        l->low[i] = -FARTHEST;
        l->high[i] = FARTHEST;
        l->scale[i] = 1;
    }
    opt.start = start;
    memcpy(opt.param, l->config->mutation.param, sizeof opt.param);
    breed_cmaes_range(l->config, &first, &opt.lambda);
    if (cmaes_init(&l->cmaes, &box, &opt, err))
        return -1;
    l->has_cmaes = true;
    return 0;
}

/* Positions of games, drawn at random, without the openings. */
static size_t draw_positions(const struct learning *l, uint32_t generation,
                             const struct game_result *result, size_t games, struct position *pos)
{
    size_t n = 0;
    struct rng rng;

    rng_open(&rng, (struct stream){ l->config->seed, generation, STREAM_METRIC, 0 });
    for (size_t i = 0; i < METRIC_POSITIONS && games > 0; i++) {
        struct moves moves = result[rng_below(&rng, games)].moves;
        int plies = moves.n - l->config->plies;

        if (plies < 1)
            continue;
        moves.n = (unsigned char)(l->config->plies + (int)rng_below(&rng, (unsigned long)plies));
        pos[n++] = moves_position(&moves);
    }
    return n;
}

int learning_measure(struct learning *l, uint32_t generation, const double gene[GENE_COUNT],
                     struct tables *tables, const struct game_result *result, size_t games,
                     struct err *err)
{
    struct position *pos = calloc(METRIC_POSITIONS, sizeof *pos);
    int status = pos ? 0 : err_shortage(err, "out of memory: %d positions", METRIC_POSITIONS);

    if (status == 0)
        status = metric_init(&l->metric, &l->gs, gene, tables, pos,
                             draw_positions(l, generation, result, games, pos), err);
    free(pos);
    if (status)
        return -1;
    if (surface_init(&l->surface, &l->metric, l->config->surface_memory, err)) {
        metric_release(&l->metric);
        return -1;
    }
    l->gs.space.axes = gsl_matrix_const_ptr(l->metric.axes, 0, 0);
    l->has_metric = true;
    return l->config->breeding == BREED_CMAES ? start_cmaes(l, err) : 0;
}

/* Tells CMA-ES a generation: its own candidates first, then all others. They are ranked by what was
 * seen in this generation alone. Standings lean on the surface: a distribution that follows them
 * contracts around its top long before the surface knows where that is. */
static int tell_cmaes(struct learning *l, const struct journal_genome *population,
                      const struct journal_rating *rating, size_t n, struct err *err)
{
    size_t dim = l->gs.space.dim, first, count;
    double *z = calloc(n * dim, sizeof *z), *f = calloc(n, sizeof *f);
    int status = z && f ? 0 : err_shortage(err, "out of memory: %zu genomes", n);

    breed_cmaes_range(l->config, &first, &count);
    for (size_t i = 0; i < n && status == 0; i++) {
        size_t slot = (first + i) % n;

        metric_read(&l->metric, population[slot].gene, z + i * dim);
        f[i] = rating[slot].now;
    }
    if (status == 0)
        status = cmaes_tell(&l->cmaes, z, f, n, err);
    free(z);
    free(f);
    return status;
}

/* Whether two genomes differ only in genes that the surface knows, or that regressions change. */
static bool comparable(const struct learning *l, const struct journal_genome *a,
                       const struct journal_genome *b)
{
    for (int g = 0; g < gene_count(); g++)
        if (a->gene[g] != b->gene[g] && !config_changes(l->config, g))
            return false;
    return tables_equal(a->tables, b->tables);
}

/* The surface is about genes that evolve: it learns from genomes that are otherwise like the
 * champion, in slot 0. */
static int tell_surface(struct learning *l, const struct journal_genome *population,
                        const struct journal_rating *rating, size_t n, struct err *err)
{
    struct surface_point *point = calloc(n, sizeof *point);
    double z95 = z_of_95_percent();
    size_t points = 0;
    int status;

    if (!point)
        return err_shortage(err, "out of memory: %zu genomes", n);
    for (size_t i = 0; i < n; i++) {
        double sd = rating[i].now_error / z95;

        if (isfinite(sd) && comparable(l, &population[i], &population[0]))
            point[points++] = (struct surface_point){ population[i].gene, rating[i].now, sd * sd };
    }
    status = surface_tell(&l->surface, point, points, err);
    free(point);
    return status;
}

/* After a restart the population is elsewhere, and the surface is a local model. */
static int tell_both(struct learning *l, const struct journal_genome *population,
                     const struct journal_rating *rating, size_t n, struct err *err)
{
    unsigned restarts = l->cmaes.restarts;

    if (tell_surface(l, population, rating, n, err) || tell_cmaes(l, population, rating, n, err))
        return -1;
    if (l->cmaes.restarts == restarts)
        return 0;
    surface_release(&l->surface);
    return surface_init(&l->surface, &l->metric, l->config->surface_memory, err);
}

int learning_tell(struct learning *l, uint32_t generation, const struct journal_genome *population,
                  const struct journal_rating *rating, size_t n, struct err *err)
{
    if (!l->has_metric || generation < (uint32_t)l->config->surface_start)
        return 0;
    return l->has_cmaes ? tell_both(l, population, rating, n, err)
                        : tell_surface(l, population, rating, n, err);
}

/* The genome that the metric was taken at: the solution of the regression on the same games, or the
 * champion. */
static int find_anchor(const struct journal *journal, uint32_t generation,
                       struct journal_genome *anchor, struct err *err)
{
    struct journal_genome *next;
    uint32_t champion;
    size_t n;
    bool found = false;

    if (journal_read_population(journal, generation + 1, &next, &n, err))
        return -1;
    for (size_t i = 0; i < n && !found; i++) {
        found = next[i].origin == ORIGIN_FIT;
        if (found)
            *anchor = next[i];
    }
    free(next);
    if (found)
        return 0;
    return journal_read_champion(journal, generation, &champion, err) ||
                   journal_read_genome(journal, champion, anchor, err)
               ? -1
               : 0;
}

/* Takes the metric from the pairings that the journal holds. */
static int replay_metric(struct learning *l, const struct journal *journal, uint32_t generation,
                         struct err *err)
{
    struct journal_pairing *list;
    struct journal_genome anchor;
    struct game_result *result;
    size_t n, games = 0;
    int status;

    if (find_anchor(journal, generation, &anchor, err) ||
        journal_read_pairings(journal, generation, &list, &n, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        games += list[i].games;
    result = calloc(games + 1, sizeof *result);
    status = result ? 0 : err_shortage(err, "out of memory: %zu games", games);
    games = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        memcpy(result + games, list[i].result, list[i].games * sizeof *result);
        games += list[i].games;
    }
    if (status == 0)
        status = learning_measure(l, generation, anchor.gene, anchor.tables, result, games, err);
    free(result);
    journal_pairings_free(list, n);
    return status;
}

static int replay_generation(struct learning *l, const struct journal *journal, uint32_t generation,
                             struct err *err)
{
    struct journal_genome *population;
    struct journal_rating *rating = NULL;
    size_t n, ratings;
    int status;

    if (journal_read_population(journal, generation, &population, &n, err))
        return -1;
    status = journal_read_ratings(journal, generation, &rating, &ratings, err);
    if (status == 0 && ratings != n)
        status = err_set(err, "generation %u is incomplete", generation);
    if (status == 0)
        status = learning_tell(l, generation, population, rating, n, err);
    free(population);
    free(rating);
    return status;
}

int learning_replay(struct learning *l, const struct journal *journal, uint32_t closed,
                    struct err *err)
{
    for (uint32_t g = 0; g < closed; g++)
        if (learning_is_due(l, g) ? replay_metric(l, journal, g, err)
                                  : l->has_metric && replay_generation(l, journal, g, err))
            return -1;
    return 0;
}

static struct belief belief_of(double mean, double error)
{
    double sd = error / z_of_95_percent();

    return (struct belief){ mean, sd * sd };
}

static int priors_allocate(struct learning_priors *p, size_t n, struct err *err)
{
    *p = (struct learning_priors){ .prior = calloc(n + 1, sizeof *p->prior),
                                   .lead = calloc(n + 1, sizeof *p->lead),
                                   .apart = calloc(n + 1, sizeof *p->apart) };
    if (p->prior && p->lead && p->apart)
        return 0;
    learning_priors_release(p);
    return err_shortage(err, "out of memory: %zu genomes", n);
}

void learning_priors_release(struct learning_priors *p)
{
    free(p->prior);
    free(p->lead);
    free(p->apart);
    *p = (struct learning_priors){ 0 };
}

/* An elite was rated in the generation before, as its parent. */
static const struct journal_rating *find_rating(const struct journal_genome *who,
                                                const struct journal_rating *before, size_t n)
{
    for (size_t i = 0; who->origin == ORIGIN_ELITE && before && i < n; i++)
        if (before[i].id == who->parent[0] && isfinite(before[i].standing))
            return &before[i];
    return NULL;
}

/* What the surface says of a genome, compared with another that has the same tables and fixed
 * genes. */
static struct belief find_lead(const struct learning *l, const struct journal_genome *who,
                               const struct journal_genome *champion)
{
    struct belief lead = { 0, INFINITY };

    if (surface_covers(&l->surface, who->gene) && comparable(l, who, champion))
        lead.mean = surface_lead(&l->surface, who->gene, champion->gene, &lead.variance);
    return lead;
}

/* With a surface: its lead, and how far apart it was so far. What a regression found may have
 * changed genes that the surface does not know. */
static void find_by_surface(struct learning_priors *p, size_t i, const struct journal_genome *who,
                            const struct journal_rating *before, double misfit)
{
    struct standing_prior *prior = &p->prior[i];

    *prior = (struct standing_prior){ STANDING_ALONE, { 0, 0 }, { 0, INFINITY } };
    p->apart[i] = (struct belief){ 0, misfit * misfit };
    if (before && isfinite(before->apart))
        p->apart[i] = belief_of(before->apart, before->apart_error);
    if (before)
        prior->score = belief_of(before->score, before->score_error);
    if (who->origin == ORIGIN_FIT)
        p->lead[i].variance = INFINITY;
    if (!isfinite(p->lead[i].variance))
        return;
    prior->kind = STANDING_KNOWN;
    prior->standing = (struct belief){ p->lead[i].mean + p->apart[i].mean,
                                       p->lead[i].variance + p->apart[i].variance };
}

/* Without one: the standing that it had. */
static struct standing_prior prior_by_games(const struct journal_genome *who,
                                            const struct journal_rating *before)
{
    if (before)
        return (struct standing_prior){ STANDING_KNOWN,
                                        belief_of(before->standing, before->standing_error),
                                        belief_of(before->score, before->score_error) };
    return (struct standing_prior){ who->origin == ORIGIN_FIT ? STANDING_ALONE : STANDING_NEW,
                                    { 0, 0 },
                                    { 0, INFINITY } };
}

/* Whether the surface can compare genomes with the champion. */
static bool surface_knows(const struct learning *l, const struct journal_genome *champion)
{
    return l->has_metric && surface_ready(&l->surface) &&
           surface_covers(&l->surface, champion->gene);
}

static void find_prior(struct learning_priors *p, const struct learning *l, size_t i,
                       const struct journal_genome *list, const struct journal_rating *before)
{
    if (surface_knows(l, &list[0])) {
        p->lead[i] = find_lead(l, &list[i], &list[0]);
        find_by_surface(p, i, &list[i], before, l->surface.misfit);
    } else {
        p->lead[i] = (struct belief){ 0, INFINITY };
        p->prior[i] = prior_by_games(&list[i], before);
    }
}

int learning_priors_init(struct learning_priors *p, const struct learning *l,
                         const struct journal_genome *population, size_t n,
                         const struct journal_rating *before, struct err *err)
{
    if (priors_allocate(p, n, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        find_prior(p, l, i, population, find_rating(&population[i], before, n));
    return 0;
}

int learning_candidates(struct learning_priors *p, const struct learning *l,
                        const struct journal_genome *list, const struct journal_rating *rating,
                        size_t n, struct err *err)
{
    if (priors_allocate(p, n, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        find_prior(p, l, i, list, isfinite(rating[i].standing) ? &rating[i] : NULL);
    return 0;
}

/* What was seen of a genome differs from what was expected because the surface is not known
 * exactly, or because the genome is apart from it. The latter stays with the genome. */
static struct belief find_apart(struct belief apart, struct belief lead, struct belief standing)
{
    double expected = lead.variance + apart.variance;
    double share = apart.variance / expected;

    return (struct belief){ apart.mean + share * (standing.mean - lead.mean - apart.mean),
                            apart.variance - share * share * (expected - standing.variance) };
}

struct journal_rating learning_rating(const struct learning_priors *p, size_t slot, uint32_t id,
                                      const struct standing *standing)
{
    struct journal_rating r = generation_rating(id, standing);
    struct belief apart;

    if (!isfinite(p->lead[slot].variance))
        return r;
    apart = find_apart(p->apart[slot], p->lead[slot], standing->standing);
    r.apart = apart.mean;
    r.apart_error = z_of_95_percent() * sqrt(apart.variance);
    return r;
}
