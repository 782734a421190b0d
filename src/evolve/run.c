#include "evolve/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "evolve/breed.h"
#include "evolve/gauntlet.h"
#include "evolve/learning.h"
#include "evolve/playoff.h"
#include "evolve/refit.h"
#include "evolve/truth_test.h"

/* All of it comes from the journal, and can be read from there again at any time. */
struct run {
    const struct run_config *config;
    const struct journal *journal;
    struct pool *pool;
    const struct run_watch *watch;
    struct learning learning;
    struct journal_genome *opponent, *reference;
    size_t opponents, references;
    uint32_t generation; /* the one to be played */
    struct journal_genome *population;
    struct learning_priors known; /* of it */
    struct truth_test truth;
    struct journal_genome *rest; /* what it plays against: opponents, earlier champions */
    size_t rest_n;
    struct journal_genome measured; /* the champion that the panel measured last; id 0: none */
    double panel, panel_error;
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

/* Are its genes those of the champion, or of a genome that everyone plays already? */
static bool already_played(const struct run *r, const struct journal_genome *who)
{
    if (journal_same_genes(who, &r->population[0]))
        return true;
    for (size_t i = r->opponents; i < r->rest_n; i++)
        if (journal_same_genes(who, &r->rest[i]))
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

static int load_priors(struct run *r, struct err *err)
{
    size_t n = (size_t)r->config->size, ratings = 0;
    struct journal_rating *before = NULL;
    int status;

    learning_priors_release(&r->known);
    if (r->generation > 0 &&
        journal_read_ratings(r->journal, r->generation - 1, &before, &ratings, err))
        return -1;
    status = learning_priors_init(&r->known, &r->learning, r->population, n,
                                  ratings == n ? before : NULL, err);
    free(before);
    return status;
}

static int read_generation(struct run *r, struct err *err)
{
    return load_population(r, err) || load_rest(r, err) || load_priors(r, err) ? -1 : 0;
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

static int count_progress(struct run *r, struct err *err)
{
    return journal_count_generations(r->journal, &r->generation, err) || count_idle(r, err) ||
                   count_all_games(r, err)
               ? -1
               : 0;
}

static int run_load(struct run *r, struct err *err)
{
    const struct journal *j = r->journal;

    r->start_s = clock_s();
    return learning_init(&r->learning, r->config, err) ||
                   journal_read_opponents(j, &r->opponent, &r->opponents, err) ||
                   journal_read_references(j, &r->reference, &r->references, err) ||
                   count_progress(r, err)
               ? -1
               : 0;
}

static void run_release(struct run *r)
{
    learning_release(&r->learning);
    free(r->opponent);
    free(r->reference);
    free(r->population);
    learning_priors_release(&r->known);
    truth_test_release(&r->truth);
    free(r->rest);
}

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
static int learn(struct run *r, const struct generation *t, const double *gene,
                 const struct journal_rating *rating, struct err *err)
{
    struct learning *l = &r->learning;

    if (learning_is_due(l, r->generation))
        return learning_measure(l, r->generation, gene, t->games.result, t->games.schedule.n, err);
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
    int status = fitness ? 0 : err_set(err, "out of memory: %zu genomes", t->population);

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
        status = learn(r, t, fitted ? fitted : t->who[champion]->gene, closing->rating, err);
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
    int status = loss ? 0 : err_set(err, "out of memory: %zu genomes", t->population);

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

/* Decides the title, breeds the next generation, and keeps both. */
static int close_generation(struct run *r, struct generation *t, struct run_generation *summary,
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
    int status = rating && next ? 0 : err_set(err, "out of memory: %zu genomes", n);

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

static int play_generation(struct run *r, bool *finished, struct err *err)
{
    struct run_generation summary = { .time = { .generation = r->generation } };
    double start_s = clock_s();
    struct generation gen;
    int status;

    if (read_generation(r, err) || generation_init(&gen, r->config, r->generation, r->population,
                                                   r->known.prior, r->rest, r->rest_n, err))
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
    uint32_t id;

    *in = (struct verdict_input){ .config = r->config,
                                  .journal = r->journal,
                                  .pool = r->pool,
                                  .watch = &r->watch->watch,
                                  .generation = r->generation,
                                  .champion = champion,
                                  .reference = r->reference,
                                  .references = r->references };
    return journal_read_best(r->journal, r->generation, &id, err) ||
                   journal_read_genome(r->journal, id, champion, err)
               ? -1
               : 0;
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

static int play_off(const struct run *r, bool *finished, struct err *err)
{
    const struct playoff_input in = { .config = r->config,
                                      .journal = r->journal,
                                      .pool = r->pool,
                                      .watch = &r->watch->watch,
                                      .learning = &r->learning,
                                      .opponent = r->opponent,
                                      .opponents = r->opponents,
                                      .generation = r->generation };

    return playoff_play(&in, finished, err);
}

static int play_all(struct run *r, struct verdict *verdict, enum run_end *end, struct err *err)
{
    struct journal_genome champion;
    struct verdict_input in;
    bool finished = true;

    if ((!is_over(r, end) || r->config->playoff > 0) &&
        learning_replay(&r->learning, r->journal, r->generation, err))
        return -1;
    while (finished && !is_over(r, end))
        if (validate_if_due(r, &finished, err) || (finished && play_generation(r, &finished, err)))
            return -1;
    if (finished && play_off(r, &finished, err))
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

int run_is_complete(const struct run_config *config, const struct journal *journal, bool *complete,
                    struct err *err)
{
    struct run r = { .config = config, .journal = journal };
    enum run_end end;

    if (count_progress(&r, err))
        return -1;
    *complete = is_over(&r, &end);
    return 0;
}

size_t run_games_in_all(const struct run_config *config)
{
    size_t each = generation_games(config, config->opponents.n, (size_t)config->hall);
    size_t generations = (size_t)config->generations;

    if (config->games > 0 && (size_t)config->games < each * generations)
        generations = ((size_t)config->games + each - 1) / each;
    return each * generations;
}
