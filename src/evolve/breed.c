#include "evolve/breed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "evolve/crossover.h"
#include "evolve/mutation.h"
#include "evolve/selection.h"

/* A point of the space that owns its arrays. */
struct gene_point {
    double value[GENE_COUNT], step[GENE_COUNT];
    struct point point;
};

static void gene_point_init(struct gene_point *p, const struct breed_space *gs,
                            const struct journal_genome *from)
{
    p->point = (struct point){ p->value, p->step };
    if (!from)
        return;
    breed_space_read(gs, from->gene, p->value);
    breed_space_read(gs, from->step, p->step);
}

static void gene_point_write(const struct breed_space *gs, const struct gene_point *p,
                             struct journal_genome *to)
{
    breed_space_write(gs, p->value, to->gene);
    breed_space_write_steps(gs, p->step, to->step);
}

/* A genome with all genes at their defaults. */
static struct journal_genome blank(uint32_t id, uint32_t generation, uint32_t slot,
                                   enum origin origin)
{
    struct journal_genome r = {
        .id = id, .generation = generation, .slot = slot, .origin = origin
    };

    for (int g = 0; g < gene_count(); g++) {
        r.gene[g] = gene_table[g].initial;
        r.step[g] = 1;
    }
    return r;
}

static int read_file(struct journal_genome *r, const char *path, struct err *err)
{
    struct genome genome;

    config_genome_name(r->name, sizeof r->name, path);
    if (player_without_genome(path) && r->origin != ORIGIN_FOUNDER)
        return 0;
    if (player_read_genome(&genome, path, err))
        return -1;
    memcpy(r->gene, genome.gene, sizeof r->gene);
    r->tables = tables_share(genome.tables);
    genome_release(&genome);
    return 0;
}

/* Keeps the genes that may change within their bounds. */
static void restrict_to_space(const struct run_config *config, struct journal_genome *r)
{
    for (int g = 0; g < gene_count(); g++)
        if (config_changes(config, g))
            r->gene[g] = fmax(config->low[g], fmin(config->high[g], r->gene[g]));
    ties_apply(&config->ties, r->gene);
}

/* A founder with normally distributed changes of all genes that evolve. */
static void spread(const struct run_config *config, const struct breed_space *gs,
                   const struct journal_genome *founder, struct journal_genome *r)
{
    struct gene_point p;
    struct rng rng;

    rng_open(&rng, (struct stream){ config->seed, 0, STREAM_FOUNDERS, r->slot });
    gene_point_init(&p, gs, founder);
    for (size_t i = 0; i < gs->space.dim; i++)
        p.value[i] = space_reflect(
            &gs->space, i,
            p.value[i] + gsl_ran_gaussian(&rng.gsl, config->spread * gs->space.scale[i]));
    memcpy(r->gene, founder->gene, sizeof r->gene);
    gene_point_write(gs, &p, r);
    r->tables = tables_share(founder->tables);
    r->parent[0] = founder->id;
}

/* Opponents and references are numbered together: slots go on from one list to the next. */
static int read_list(const struct file_list *files, enum origin origin, uint32_t *slot,
                     struct journal_genome **next, struct err *err)
{
    for (size_t i = 0; i < files->n; i++, ++*next, ++*slot) {
        **next = blank((*next)[-1].id + 1, 0, *slot, origin);
        if (read_file(*next, files->path[i], err))
            return -1;
    }
    return 0;
}

static int fill_first_generation(const struct run_config *config, const struct breed_space *gs,
                                 struct journal_genome *list, struct err *err)
{
    size_t founders = config->founders.n;

    for (uint32_t i = 0; i < (uint32_t)config->size; i++) {
        list[i] = blank(i + 1, 0, i, i < founders ? ORIGIN_FOUNDER : ORIGIN_SPREAD);
        if (i >= founders) {
            spread(config, gs, &list[i % founders], &list[i]);
            continue;
        }
        if (read_file(&list[i], config->founders.path[i], err))
            return -1;
        restrict_to_space(config, &list[i]);
    }
    return 0;
}

void breed_founders_free(struct journal_genome *list, size_t n)
{
    for (size_t i = 0; list && i < n; i++)
        tables_release(list[i].tables);
    free(list);
}

int breed_founders(const struct run_config *config, const struct breed_space *gs,
                   struct journal_genome **list, size_t *n, struct err *err)
{
    struct journal_genome *next;
    uint32_t slot = 0;

    *n = (size_t)config->size + config->opponents.n + config->references.n;
    if (config->founders.n > (size_t)config->size)
        return err_set(err, "population.size is %d, but there are %zu founders", config->size,
                       config->founders.n);
    *list = calloc(*n, sizeof **list);
    if (!*list)
        return err_shortage(err, "out of memory: %zu genomes", *n);
    next = *list + config->size;
    if (fill_first_generation(config, gs, *list, err) == 0 &&
        read_list(&config->opponents, ORIGIN_OPPONENT, &slot, &next, err) == 0 &&
        read_list(&config->references, ORIGIN_REFERENCE, &slot, &next, err) == 0)
        return 0;
    breed_founders_free(*list, *n);
    *list = NULL;
    return -1;
}

/* The first slot of each kind of genome in the next generation. */
struct places {
    size_t elites, fit, surface, immigrants, children;
};

static struct places places_of(const struct run_config *config)
{
    struct places p = { .elites = (size_t)config->elites };

    p.fit = p.elites;
    p.surface = p.fit + (config->fit_every > 0);
    p.immigrants = p.surface + (config->surface_every > 0);
    p.children = p.immigrants + (size_t)config->immigrants;
    return p;
}

void breed_cmaes_range(const struct run_config *config, size_t *first, size_t *count)
{
    *first = places_of(config).children;
    *count = (size_t)config->size - *first;
}

static struct journal_genome *begin_genome(const struct breed_input *in,
                                           struct journal_genome *next, size_t slot,
                                           enum origin origin, const struct journal_genome *p)
{
    struct journal_genome *r = &next[slot];

    *r = blank(in->next_id + (uint32_t)slot, in->generation, (uint32_t)slot, origin);
    r->tables = (p ? p : &in->parent[in->champion])->tables;
    if (p) {
        r->parent[0] = p->id;
        memcpy(r->gene, p->gene, sizeof r->gene);
        memcpy(r->step, p->step, sizeof r->step);
    }
    return r;
}

/* The champion first, then the others by fitness. */
static void breed_elites(const struct breed_input *in, struct journal_genome *next, size_t elites)
{
    size_t n = (size_t)in->config->size;
    size_t last = in->champion;

    begin_genome(in, next, 0, ORIGIN_ELITE, &in->parent[last]);
    for (size_t slot = 1; slot < elites; slot++) {
        size_t best = n;

        for (size_t i = 0; i < n; i++) {
            bool after = i != in->champion && (slot == 1 || in->fitness[i] < in->fitness[last] ||
                                               (in->fitness[i] == in->fitness[last] && i > last));

            if (after && (best == n || in->fitness[i] > in->fitness[best]))
                best = i;
        }
        begin_genome(in, next, slot, ORIGIN_ELITE, &in->parent[best]);
        last = best;
    }
}

/* The champion with large random changes. */
static void breed_immigrant(const struct breed_input *in, struct journal_genome *next, size_t slot)
{
    const struct space *space = &in->gs->space;
    struct journal_genome *r = begin_genome(in, next, slot, ORIGIN_IMMIGRANT, NULL);
    struct gene_point p;
    struct rng rng;

    memcpy(r->gene, in->parent[in->champion].gene, sizeof r->gene);
    rng_open(&rng, (struct stream){ in->config->seed, in->generation, STREAM_IMMIGRANTS, slot });
    gene_point_init(&p, in->gs, &in->parent[in->champion]);
    for (size_t i = 0; i < space->dim; i++) {
        p.value[i] =
            space_reflect(space, i, p.value[i] + gsl_ran_gaussian(&rng.gsl, 5 * space->scale[i]));
        p.step[i] = 1;
    }
    gene_point_write(in->gs, &p, r);
}

/* Strategies have no mutation of their own; what they cannot breed yet is mutated in the default
 * way. */
static void mutate(const struct run_config *c, const struct space *space, struct point *child,
                   gsl_rng *rng)
{
    double preset[METHOD_PARAMS];
    const struct method *method = c->mutation.method, *other = mutation_method(0);

    method_presets(other, preset);
    if (c->breeding == BREED_GA)
        mutation_apply((const struct mutation *)(const void *)method, c->mutation.param, space,
                       child, rng);
    else
        mutation_apply((const struct mutation *)(const void *)other, preset, space, child, rng);
}

static void breed_child(const struct breed_input *in, struct journal_genome *next, size_t slot,
                        const struct journal_genome *a, const struct journal_genome *b)
{
    const struct run_config *c = in->config;
    struct journal_genome *r = begin_genome(in, next, slot, ORIGIN_MUTATION, a);
    struct stream name = { c->seed, in->generation, STREAM_CROSSOVER, slot };
    struct gene_point pa, pb, child;
    struct rng rng;

    gene_point_init(&pa, in->gs, a);
    gene_point_init(&pb, in->gs, b);
    gene_point_init(&child, in->gs, NULL);
    rng_open(&rng, name);
    crossover_apply((const struct crossover *)(const void *)c->crossover.method, c->crossover.param,
                    &in->gs->space, &pa.point, &pb.point, &child.point, &rng.gsl);
    if (memcmp(child.value, pa.value, in->gs->space.dim * sizeof *child.value) != 0) {
        r->origin = ORIGIN_CROSSOVER;
        r->parent[1] = b->id;
    }
    name.purpose = STREAM_MUTATE;
    rng_open(&rng, name);
    mutate(c, &in->gs->space, &child.point, &rng.gsl);
    gene_point_write(in->gs, &child, r);
}

/* Fills the slots that are marked. */
static int breed_children(const struct breed_input *in, struct journal_genome *next,
                          const bool *empty, struct err *err)
{
    const struct run_config *c = in->config;
    const struct selection *selection = (const void *)c->selection.method;
    size_t n = (size_t)c->size, count = n;
    double *chance = calloc(n, sizeof *chance);
    size_t *parent = calloc(2 * count + 1, sizeof *parent);
    struct rng rng;

    if (chance && parent) {
        rng_open(&rng, (struct stream){ c->seed, in->generation, STREAM_SELECT, 0 });
        selection_chances(selection, c->selection.param, in->fitness, n, chance);
        selection_draw(selection, chance, n, parent, 2 * count, &rng.gsl);
        for (size_t i = 0; i < count; i++)
            if (empty[i])
                breed_child(in, next, i, &in->parent[parent[2 * i]],
                            &in->parent[parent[2 * i + 1]]);
    }
    free(chance);
    free(parent);
    return chance && parent ? 0 : err_shortage(err, "out of memory: %zu genomes", n);
}

/* A candidate of CMA-ES. */
static void breed_candidate(const struct breed_input *in, struct journal_genome *next, size_t slot,
                            size_t i)
{
    struct journal_genome *r =
        begin_genome(in, next, slot, ORIGIN_CMAES, &in->parent[in->champion]);
    double z[GENE_COUNT];

    cmaes_ask(in->cmaes, i, z);
    metric_write(in->metric, z, r->gene);
}

/* A genome near the top of the surface. Two neighbours lie on opposite sides of it, so that the
 * curvature does not pass for a slope. */
static void breed_cloud(const struct breed_input *in, struct journal_genome *next, size_t slot)
{
    struct journal_genome *r =
        begin_genome(in, next, slot, ORIGIN_CLOUD, &in->parent[in->champion]);
    double side = slot % 2 ? -1 : 1, z[GENE_COUNT];
    struct rng rng;

    rng_open(&rng, (struct stream){ in->config->seed, in->generation, STREAM_MUTATE, slot / 2 });
    for (size_t i = 0; i < in->gs->space.dim; i++)
        z[i] = side * gsl_ran_gaussian(&rng.gsl, 1);
    surface_near_top(in->surface, in->config->mutation.param[CLOUD_SPREAD], z, r->gene);
}

static void breed_fit(const struct breed_input *in, struct journal_genome *next, size_t slot)
{
    struct journal_genome *r = begin_genome(in, next, slot, ORIGIN_FIT, &in->parent[in->champion]);

    memcpy(r->gene, in->fitted, sizeof r->gene);
}

static void breed_top(const struct breed_input *in, struct journal_genome *next, size_t slot)
{
    struct journal_genome *r =
        begin_genome(in, next, slot, ORIGIN_SURFACE, &in->parent[in->champion]);

    surface_top(in->surface, r->gene);
}

/* Everything but ordinary children; marks the slots that are left for those. */
static void breed_special(const struct breed_input *in, struct journal_genome *next, bool *empty)
{
    struct places p = places_of(in->config);
    size_t n = (size_t)in->config->size;

    breed_elites(in, next, p.elites);
    for (size_t slot = p.elites; slot < n; slot++) {
        if (slot == p.fit && p.fit < p.surface && in->fitted)
            breed_fit(in, next, slot);
        else if (slot == p.surface && p.surface < p.immigrants && in->surface_child)
            breed_top(in, next, slot);
        else if (slot >= p.immigrants && slot < p.children)
            breed_immigrant(in, next, slot);
        else if (in->config->breeding == BREED_CLOUD && in->surface)
            breed_cloud(in, next, slot);
        else if (in->cmaes && slot >= p.children)
            breed_candidate(in, next, slot, slot - p.children);
        else
            empty[slot] = true;
    }
}

int breed_next(const struct breed_input *in, struct journal_genome *next, struct err *err)
{
    bool *empty = calloc((size_t)in->config->size, sizeof *empty);
    int status;

    if (!empty)
        return err_shortage(err, "out of memory: %d genomes", in->config->size);
    breed_special(in, next, empty);
    status = breed_children(in, next, empty, err);
    free(empty);
    return status;
}
