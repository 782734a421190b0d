#include "evolve/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "evolve/breed.h"
#include "evolve/fit.h"

/* All of it comes from the journal, and can be read from there again at any time. */
struct run {
    const struct run_config *config;
    const struct journal *journal;
    struct pool *pool;
    const struct run_watch *watch;
    struct breed_space gs;
    struct journal_genome *opponent, *reference;
    size_t opponents, references;
    struct cmaes cmaes;
    bool cmaes_ready;
    uint32_t generation; /* the one to be played */
    struct journal_genome *population;
    struct journal_genome *rest; /* what it plays against: opponents, earlier champions */
    size_t rest_n;
    int idle;       /* generations since the title changed hands */
    uint64_t games; /* of closed generations; only counted if they are limited */
    uint32_t played;
    double start_s;
};

int run_begin(const struct run_config *config, const struct journal *journal, struct err *err)
{
    struct journal_genome *list;
    struct breed_space gs;
    size_t n;
    int status;

    if (breed_space_init(&gs, config, err) || breed_founders(config, &gs, &list, &n, err))
        return -1;
    status = journal_begin(journal, list, n, err);
    free(list);
    return status;
}

static int read_champion(const struct run *r, uint32_t generation, struct journal_genome *champion,
                         struct err *err)
{
    uint32_t id;

    return journal_read_champion(r->journal, generation, &id, err) ||
                   journal_read_genome(r->journal, id, champion, err)
               ? -1
               : 0;
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

/* Are its genes those of the champion, or of a genome that everyone plays already? */
static bool already_played(const struct run *r, const struct journal_genome *who)
{
    if (same_genes(who, &r->population[0]))
        return true;
    for (size_t i = r->opponents; i < r->rest_n; i++)
        if (same_genes(who, &r->rest[i]))
            return true;
    return false;
}

/* The opponents and the latest champions with different genes. */
static int load_rest(struct run *r, struct err *err)
{
    size_t hall = (size_t)r->config->hall;

    free(r->rest);
    r->rest_n = r->opponents;
    r->rest = calloc(r->opponents + hall + 1, sizeof *r->rest);
    if (!r->rest)
        return err_set(err, "out of memory");
    memcpy(r->rest, r->opponent, r->opponents * sizeof *r->rest);
    for (uint32_t g = r->generation; g-- > 0 && r->rest_n < r->opponents + hall;) {
        struct journal_genome *who = &r->rest[r->rest_n];

        if (read_champion(r, g, who, err))
            return -1;
        who->origin = ORIGIN_ELITE; /* whatever it was: here it is an earlier champion */
        if (!already_played(r, who))
            r->rest_n++;
    }
    return 0;
}

static int read_generation(struct run *r, struct err *err)
{
    return load_population(r, err) || load_rest(r, err) ? -1 : 0;
}

/* Tells CMA-ES the fitness of a generation: its own candidates first, then all others. */
static int tell_cmaes(struct run *r, const struct journal_genome *population, const double *fitness,
                      struct err *err)
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

        breed_space_read(&r->gs, population[slot].gene, x + i * dim);
        f[i] = fitness[slot];
    }
    status = cmaes_tell(&r->cmaes, x, f, n, err);
    free(x);
    free(f);
    return status;
}

/* The distribution starts around the champion of generation 0. */
static int start_cmaes(struct run *r, const struct journal_genome *champion, struct err *err)
{
    struct cmaes_options opt = { .seed = r->config->seed, .generation = 1 };
    double start[GENE_COUNT];
    size_t first;

    breed_space_read(&r->gs, champion->gene, start);
    opt.start = start;
    memcpy(opt.param, r->config->mutation.param, sizeof opt.param);
    breed_cmaes_range(r->config, &first, &opt.lambda);
    if (cmaes_init(&r->cmaes, &r->gs.space, &opt, err))
        return -1;
    r->cmaes_ready = true;
    return 0;
}

/* Tells CMA-ES one closed generation that the journal holds. */
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
        status = tell_cmaes(r, population, fitness, err);
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
        start_cmaes(r, &champion, err))
        return -1;
    for (uint32_t g = 1; g < r->generation; g++)
        if (replay_generation(r, g, err))
            return -1;
    return 0;
}

/* Counts the generations since the title changed hands: a champion that is not in slot 0 has just
 * won it. */
static int count_idle(struct run *r, struct err *err)
{
    r->idle = 0;
    for (uint32_t g = r->generation; g-- > 0; r->idle++) {
        struct journal_genome who;

        if (read_champion(r, g, &who, err))
            return -1;
        if (who.slot != 0 || g == 0)
            return 0;
    }
    return 0;
}

/* Adds the games of a closed generation, as the journal has them, if games are limited. */
static int count_games(struct run *r, uint32_t generation, struct err *err)
{
    struct journal_pairing *list;
    size_t n;

    if (r->config->games == 0)
        return 0;
    if (journal_read_pairings(r->journal, generation, &list, &n, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        r->games += list[i].games;
    journal_pairings_free(list, n);
    return 0;
}

static int count_all_games(struct run *r, struct err *err)
{
    for (uint32_t g = 0; g < r->generation; g++)
        if (count_games(r, g, err))
            return -1;
    return 0;
}

static int run_load(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;

    r->start_s = clock_s();
    return breed_space_init(&r->gs, r->config, err) ||
                   journal_read_opponents(j, &r->opponent, &r->opponents, err) ||
                   journal_read_references(j, &r->reference, &r->references, err) ||
                   journal_count_generations(j, &r->generation, err) || replay_cmaes(r, err) ||
                   count_idle(r, err) || count_all_games(r, err)
               ? -1
               : 0;
}

static void run_release(struct run *r)
{
    if (r->cmaes_ready)
        cmaes_release(&r->cmaes);
    free(r->opponent);
    free(r->reference);
    free(r->population);
    free(r->rest);
}

/* The best wins the title only if it is better than the champion with enough confidence. */
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

/* The weights that the regression may change: those that are left to it, and those that evolve and
 * are of a family that it fits. */
static void fitted_genes(const struct run_config *c, bool fitted[GENE_COUNT])
{
    for (int g = 0; g < GENE_COUNT; g++)
        fitted[g] = c->only_fitted[g] || (c->evolves[g] && c->fit_families[gene_table[g].family]);
}

static int fit_generation(const struct run *r, const struct generation *t, uint32_t champion,
                          struct fit_result *result, bool *finished, struct err *err)
{
    struct fit_game *game = calloc(t->games.schedule.n, sizeof *game);
    struct genome start;
    bool fitted[GENE_COUNT];
    bool solve = r->config->fit_target == FIT_TRUTH;
    struct fit_input in = { .game = game,
                            .games = t->games.schedule.n,
                            .start = &start,
                            .fitted = fitted,
                            .low = r->config->low,
                            .high = r->config->high,
                            .positions = (size_t)(solve ? r->config->fit_truth_positions
                                                        : r->config->fit_positions),
                            .target = (enum fit_target)r->config->fit_target,
                            .pool = r->pool,
                            .watch = &r->watch->watch,
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
    status = fit_weights(result, &in, finished, err);
    free(game);
    return status;
}

static bool fit_is_due(const struct run *r)
{
    return r->config->fit_every > 0 && r->generation % (uint32_t)r->config->fit_every == 0;
}

/* Ids count on from the first generation, opponents and references included. */
static uint32_t first_id(const struct run *r, uint32_t generation)
{
    return (uint32_t)r->config->size * generation + (uint32_t)(r->opponents + r->references) + 1;
}

/* Regression, CMA-ES and the genomes of the next generation. */
static int vary(struct run *r, const struct generation *t, uint32_t champion,
                struct journal_generation *closing, struct journal_genome *next, bool *finished,
                struct err *err)
{
    struct fit_result fit;
    struct breed_input in = { .config = r->config,
                              .gs = &r->gs,
                              .generation = r->generation + 1,
                              .next_id = first_id(r, r->generation + 1),
                              .parent = r->population,
                              .fitness = t->fitness,
                              .champion = champion };

    closing->fit_loss_before = closing->fit_loss_after = NAN;
    if (fit_is_due(r)) {
        if (fit_generation(r, t, champion, &fit, finished, err))
            return -1;
        if (!*finished)
            return 0;
        in.fitted = fit.gene;
        closing->fit_loss_before = fit.loss_before;
        closing->fit_loss_after = fit.loss_after;
    }
    if (r->config->cmaes) {
        if (r->generation == 0 ? start_cmaes(r, t->who[champion], err)
                               : tell_cmaes(r, r->population, t->fitness, err))
            return -1;
        in.cmaes = &r->cmaes;
    }
    return breed_next(&in, next, err);
}

/* Decides the title, breeds the next generation, and keeps both. */
static int close_generation(struct run *r, const struct generation *t,
                            struct run_generation *summary, bool *finished, struct err *err)
{
    size_t n = t->population;
    uint32_t champion = find_champion(r, t);
    struct journal_rating *rating = calloc(n, sizeof *rating);
    struct journal_genome *next = calloc(n, sizeof *next);
    struct journal_generation closing = { .generation = r->generation,
                                          .champion = t->who[champion]->id,
                                          .population = (uint32_t)n,
                                          .rating = rating };
    int status = rating && next ? 0 : err_set(err, "out of memory: %zu genomes", n);

    for (size_t i = 0; i < n && status == 0; i++)
        rating[i] = (struct journal_rating){ t->who[i]->id, t->fitness[i], t->error[i] };
    if (status == 0)
        status = vary(r, t, champion, &closing, next, finished, err);
    if (status == 0 && *finished) {
        status = journal_close_generation(r->journal, &closing, next, n, err);
        summary->figures = generation_figures(&closing, rating, n);
        summary->champion_origin = t->who[champion]->origin;
    }
    free(rating);
    free(next);
    return status;
}

static int play_generation(struct run *r, bool *finished, struct err *err)
{
    struct run_generation summary = { .time = { .generation = r->generation } };
    double start_s = clock_s();
    struct generation gen;
    int status;

    if (read_generation(r, err) ||
        generation_init(&gen, r->config, r->generation, r->population, r->rest, r->rest_n, err))
        return -1;
    status = generation_play(&gen, r->journal, r->pool, &r->watch->watch, finished, err);
    if (status == 0 && *finished)
        status = generation_score(&gen, err);
    if (status == 0 && *finished)
        status = close_generation(r, &gen, &summary, finished, err);
    summary.games = gen.games.schedule.n;
    summary.time.games = (uint32_t)(gen.games.schedule.n - gen.saved);
    generation_release(&gen);
    if (status || !*finished)
        return status;
    r->idle = summary.figures.new_champion ? 0 : r->idle + 1;
    r->generation++;
    r->played++;
    summary.time.seconds = clock_s() - start_s;
    if (journal_keep_time(r->journal, &summary.time, err) ||
        count_games(r, summary.time.generation, err))
        return -1;
    if (r->watch->closed)
        r->watch->closed(r->watch->watch.context, &summary);
    return 0;
}

static int measured_champion(const struct run *r, struct journal_genome *champion,
                             struct verdict_input *in, struct err *err)
{
    *in = (struct verdict_input){ .config = r->config,
                                  .journal = r->journal,
                                  .pool = r->pool,
                                  .watch = &r->watch->watch,
                                  .generation = r->generation,
                                  .champion = champion,
                                  .reference = r->reference,
                                  .references = r->references };
    return read_champion(r, r->generation - 1, champion, err);
}

/* On the validation set, between two generations; the last one has the verdict instead. */
static int validate_if_due(struct run *r, bool *finished, struct err *err)
{
    const struct run_config *c = r->config;
    struct verdict_games games = { OPENING_VALIDATE, c->player.keys.depth, c->validate_openings };
    struct journal_validation *list;
    struct journal_genome champion;
    struct verdict_input in;
    size_t n;

    if (c->validate_every == 0 || r->generation == 0 ||
        r->generation % (uint32_t)c->validate_every != 0)
        return 0;
    if (measured_champion(r, &champion, &in, err) || verdict_play(&in, &games, finished, err))
        return -1;
    if (!*finished || !r->watch->validated)
        return 0;
    if (verdict_read_validations(&in, games.depth, &list, &n, err))
        return -1;
    if (n > 0)
        r->watch->validated(r->watch->watch.context, list, n);
    free(list);
    return 0;
}

/* Should no further generation be played? */
static bool is_over(const struct run *r, enum run_end *end)
{
    const struct run_config *c = r->config;

    *end = RUN_FINISHED;
    if (r->generation >= (uint32_t)c->generations || (c->patience > 0 && r->idle >= c->patience))
        return true;
    if (c->games > 0 && r->games >= (uint64_t)c->games) {
        *end = RUN_OUT_OF_GAMES;
        return true;
    }
    if (r->played > 0 && c->minutes > 0 && clock_s() - r->start_s > 60 * c->minutes) {
        *end = RUN_OUT_OF_TIME;
        return true;
    }
    return false;
}

static int play_all(struct run *r, struct verdict *verdict, enum run_end *end, struct err *err)
{
    struct journal_genome champion;
    struct verdict_input in;
    bool finished = true;

    while (finished && !is_over(r, end))
        if (validate_if_due(r, &finished, err) || (finished && play_generation(r, &finished, err)))
            return -1;
    if (finished &&
        (measured_champion(r, &champion, &in, err) || verdict_reach(verdict, &in, &finished, err)))
        return -1;
    if (!finished)
        *end = RUN_INTERRUPTED;
    return 0;
}

int run_play(const struct run_config *config, const struct journal *journal, struct pool *pool,
             const struct run_watch *watch, struct verdict *verdict, enum run_end *end,
             struct err *err)
{
    struct run r = { .config = config, .journal = journal, .pool = pool, .watch = watch };
    int status;

    *verdict = (struct verdict){ 0 };
    status = run_load(&r, err);
    if (status == 0)
        status = play_all(&r, verdict, end, err);
    run_release(&r);
    return status;
}

size_t run_games_per_generation(const struct run_config *config, size_t opponents, size_t hall)
{
    size_t n = (size_t)config->size;

    return n * (n - 1) * (size_t)config->openings +
           2 * n * opponents * (size_t)config->opponent_openings +
           2 * n * hall * (size_t)config->hall_openings;
}

size_t run_games_in_all(const struct run_config *config)
{
    size_t each = run_games_per_generation(config, config->opponents.n, (size_t)config->hall);
    size_t generations = (size_t)config->generations;

    if (config->games > 0 && (size_t)config->games < each * generations)
        generations = ((size_t)config->games + each - 1) / each;
    return each * generations;
}
