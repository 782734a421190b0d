#include "evolve/run.h"

#include <stdlib.h>

#include "base/clock.h"
#include "evolve/breed.h"
#include "evolve/playoff.h"
#include "evolve/run_close.h"

int run_begin(const struct run_config *config, const struct journal *journal, struct err *err)
{
    struct journal_genome *list;
    struct breed_space gs;
    size_t n;
    int status;

    if (breed_space_init(&gs, config, err) || breed_founders(config, &gs, &list, &n, err))
        return -1;
    status = journal_begin(journal, list, n, err);
    breed_founders_free(list, n);
    return status;
}

static int play_generation(struct run *r, bool *finished, struct err *err)
{
    struct run_generation summary = { .time = { .generation = r->generation } };
    double start_s = clock_s();
    struct generation gen;
    int status;

    if (run_read_generation(r, err) ||
        generation_init(&gen, r->config, r->generation, r->population, r->known.prior, r->rest,
                        r->rest_n, err))
        return -1;
    status = generation_play(&gen, r->journal, r->pool, &r->watch->watch, finished, err);
    if (status == 0 && *finished)
        status = generation_score(&gen, err);
    if (status == 0 && *finished)
        status = run_close_generation(r, &gen, &summary, finished, err);
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
        run_count_games(r, summary.time.generation, err))
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

    if (run_count_progress(&r, err))
        return -1;
    *complete = is_over(&r, &end);
    return 0;
}

static size_t playoff_games(const struct run_config *c)
{
    size_t candidates = (size_t)c->playoff + c->keep_founder;
    size_t each = 2 * c->opponents.n * (size_t)c->playoff_openings;

    if (c->playoff == 0 || candidates < 2)
        return 0;
    return candidates * each + (c->keep_founder ? each : 0);
}

static size_t changes_games(const struct run_config *c)
{
    size_t genes = 0;

    for (int g = 0; g < gene_count(); g++)
        genes += (c->evolves[g] || c->only_fitted[g]) && ties_free(&c->ties, g);
    return 2 * (1 + (genes < CHANGES_MOST ? genes : CHANGES_MOST)) * (size_t)c->changes_openings;
}

size_t run_games_at_end(const struct run_config *config)
{
    size_t depths = 1;

    for (int i = 0; i < config->depth_count; i++)
        depths += config->depths[i] != config->player.keys.depth;
    return playoff_games(config) + changes_games(config) +
           2 * depths * config->references.n * (size_t)config->verdict_openings;
}

size_t run_games_in_all(const struct run_config *config)
{
    size_t each = generation_games(config, config->opponents.n, (size_t)config->hall);
    size_t generations = (size_t)config->generations;

    if (config->games > 0 && (size_t)config->games < each * generations)
        generations = ((size_t)config->games + each - 1) / each;
    return each * generations;
}
