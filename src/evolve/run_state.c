#include "evolve/run_state.h"

#include <stdlib.h>
#include <string.h>

void run_state_release(struct run *r)
{
    if (r->cmaes_ready)
        cmaes_release(&r->cmaes);
    free(r->opponent);
    free(r->reference);
    free(r->population);
    free(r->rest);
}

static int load_population(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;
    size_t n;

    free(r->population);
    r->population = NULL;
    if (journal_read_population(j, r->generation, &r->population, &n, err))
        return -1;
    if (n != (size_t)r->config->size)
        return err_set(err, "generation %u has %zu genomes, but the config says %d", r->generation,
                       n, r->config->size);
    return 0;
}

static bool same_genes(const struct journal_genome *a, const struct journal_genome *b)
{
    return memcmp(a->gene, b->gene, sizeof a->gene) == 0;
}

/* Whether its genes are among those that everybody meets, or those of the title holder. */
static bool already_met(const struct run *r, const struct journal_genome *who)
{
    if (same_genes(who, &r->population[0]))
        return true;
    for (size_t i = r->opponents; i < r->rest_n; i++)
        if (same_genes(who, &r->rest[i]))
            return true;
    return false;
}

/* The opponents and the latest different champions. */
static int load_rest(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;
    size_t hall = (size_t)r->config->hall;

    free(r->rest);
    r->rest_n = r->opponents;
    r->rest = calloc(r->opponents + hall + 1, sizeof *r->rest);
    if (!r->rest)
        return err_set(err, "out of memory");
    memcpy(r->rest, r->opponent, r->opponents * sizeof *r->rest);
    for (uint32_t g = r->generation; g-- > 0 && r->rest_n < r->opponents + hall;) {
        struct journal_genome *who = &r->rest[r->rest_n];
        uint32_t id;

        if (journal_read_champion(j, g, &id, err) || journal_read_genome(j, id, who, err))
            return -1;
        who->origin = ORIGIN_ELITE; /* whatever it was: here it is an earlier champion */
        if (!already_met(r, who))
            r->rest_n++;
    }
    return 0;
}

int run_state_next(struct run *r, struct err *err)
{
    return load_population(r, err) || load_rest(r, err) ? -1 : 0;
}

/* Tells CMA-ES how a generation fared: its own candidates first, then all others. */
int run_state_tell_cmaes(struct run *r, const struct journal_genome *population,
                         const double *fitness, struct err *err)
{
    size_t n = (size_t)r->config->size, dim = r->gs.space.dim, first, count;
    double *x = calloc(n * dim, sizeof *x), *f = calloc(n, sizeof *f);
    int status;

    if (!x || !f) {
        free(x);
        free(f);
        return err_set(err, "out of memory");
    }
    breed_cmaes_range(r->config, &first, &count);
    for (size_t i = 0; i < n; i++) {
        size_t slot = (first + i) % n;

        gene_space_read(&r->gs, population[slot].gene, x + i * dim);
        f[i] = fitness[slot];
    }
    status = cmaes_tell(&r->cmaes, x, f, n, err);
    free(x);
    free(f);
    return status;
}

/* The distribution starts around the champion of generation 0. */
int run_state_start_cmaes(struct run *r, const struct journal_genome *champion, struct err *err)
{
    struct cmaes_options opt = { .seed = r->config->seed, .generation = 1 };
    double start[GENE_COUNT];
    size_t first;

    gene_space_read(&r->gs, champion->gene, start);
    opt.start = start;
    memcpy(opt.param, r->config->mutation.param, sizeof opt.param);
    breed_cmaes_range(r->config, &first, &opt.lambda);
    if (cmaes_init(&r->cmaes, &r->gs.space, &opt, err))
        return -1;
    r->cmaes_ready = true;
    return 0;
}

/* Tells CMA-ES of one closed generation that the journal holds. */
static int replay_generation(struct run *r, uint32_t generation, struct err *err)
{
    const struct journal *j = r->journal;
    struct journal_genome *population = NULL;
    struct journal_rating *rating = NULL;
    double *fitness = calloc((size_t)r->config->size, sizeof *fitness);
    size_t n, ratings;
    int status = fitness ? 0 : err_set(err, "out of memory");

    if (status == 0)
        status = journal_read_population(j, generation, &population, &n, err);
    if (status == 0)
        status = journal_read_ratings(j, generation, &rating, &ratings, err);
    if (status == 0 && (n != (size_t)r->config->size || ratings != n))
        status = err_set(err, "generation %u is incomplete", generation);
    for (size_t i = 0; status == 0 && i < n; i++)
        fitness[i] = rating[i].elo;
    if (status == 0)
        status = run_state_tell_cmaes(r, population, fitness, err);
    free(population);
    free(rating);
    free(fitness);
    return status;
}

static int replay_cmaes(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;
    struct journal_genome champion;
    uint32_t id;

    if (!r->config->cmaes || r->generation == 0)
        return 0;
    if (journal_read_champion(j, 0, &id, err) || journal_read_genome(j, id, &champion, err) ||
        run_state_start_cmaes(r, &champion, err))
        return -1;
    for (uint32_t g = 1; g < r->generation; g++)
        if (replay_generation(r, g, err))
            return -1;
    return 0;
}

/* The holder is in slot 0; a champion of another slot has just won the title. */
static int count_idle(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;

    r->idle = 0;
    for (uint32_t g = r->generation; g-- > 0; r->idle++) {
        struct journal_genome who;
        uint32_t id;

        if (journal_read_champion(j, g, &id, err) || journal_read_genome(j, id, &who, err))
            return -1;
        if (who.slot != 0 || g == 0)
            return 0;
    }
    return 0;
}

int run_state_load(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;

    return gene_space_init(&r->gs, r->config, err) ||
                   journal_read_opponents(j, &r->opponent, &r->opponents, err) ||
                   journal_read_references(j, &r->reference, &r->references, err) ||
                   journal_count_generations(j, &r->generation, err) || replay_cmaes(r, err) ||
                   count_idle(r, err)
               ? -1
               : 0;
}
