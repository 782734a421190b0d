#include "cmd/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "store/stored_config.h"

/* What is read of a run before its champions can be measured. */
struct facts {
    uint64_t *games; /* of each generation */
    uint32_t generations;
    double seconds;
};

/* All runs. */
struct reading {
    const struct experiment *e;
    struct facts *run;
    struct measure_seen seen;
};

static void reading_release(struct reading *r)
{
    for (size_t i = 0; r->run && i < experiment_runs(r->e->plan); i++)
        free(r->run[i].games);
    free(r->run);
    measure_seen_release(&r->seen);
}

static int open_run(const struct experiment *e, size_t run, struct store *store, struct err *err)
{
    char *path = experiment_run_path(e, run, err);
    int status = path ? store_open(store, path, STORE_READ, err) : -1;

    free(path);
    return status;
}

static int read_facts(struct reading *r, struct facts *f, struct store *store, struct err *err)
{
    struct journal journal = store_journal(store);
    struct run_config config;
    int status = 0;

    if (journal_count_generations(&journal, &f->generations, err) ||
        experiment_seconds(store, &f->seconds, err) ||
        stored_config_read(store, false, &config, err))
        return -1;
    f->games = calloc(f->generations + 1, sizeof *f->games);
    if (!f->games)
        status = err_shortage(err, "out of memory: %u generations", f->generations);
    for (uint32_t g = 0; g < f->generations && status == 0; g++)
        status = measure_seen_add(&r->seen, &journal, g, config.plies, &f->games[g], err);
    config_release(&config);
    return status;
}

static int read_all(struct reading *r, struct err *err)
{
    size_t runs = experiment_runs(r->e->plan);

    r->run = calloc(runs, sizeof *r->run);
    if (!r->run)
        return err_shortage(err, "out of memory: %zu runs", runs);
    for (size_t i = 0; i < runs; i++) {
        struct store store;
        int status;

        if (open_run(r->e, i, &store, err))
            return -1;
        status = read_facts(r, &r->run[i], &store, err);
        store_close(&store);
        if (status)
            return -1;
    }
    return 0;
}

/* As many points as all curves can have, of different generations. */
static size_t count_points(const struct reading *r)
{
    size_t points = EXPERIMENT_POINTS;

    for (size_t i = 0; i < experiment_runs(r->e->plan); i++)
        if (r->run[i].generations < points)
            points = r->run[i].generations;
    return points;
}

/* Measures the champion after some generations, at the end the winner of the play-off; returns its
 * genome. */
static int measure_point(struct measure *m, const struct facts *facts, struct store *store,
                         struct experiment_figures *f, struct experiment_point *point,
                         struct journal_genome *champion, bool *finished, struct err *err)
{
    struct journal journal = store_journal(store);

    point->games = 0;
    for (uint32_t g = 0; g < point->generation; g++)
        point->games += facts->games[g];
    if (journal_read_best(&journal, point->generation, &point->champion, err) ||
        journal_read_genome(&journal, point->champion, champion, err) ||
        measure_games(m, champion, f->against, finished, err))
        return -1;
    f->total = (struct tally){ 0 };
    for (size_t i = 0; i < m->opponents && *finished; i++)
        tally_merge(&f->total, &f->against[i]);
    point->score = tally_mean(&f->total);
    return 0;
}

/* The last point is the end of the run, whose figures are kept. */
static int measure_run(struct measure *m, const struct facts *facts, struct store *store,
                       size_t points, struct experiment_figures *f, struct watch *watch,
                       bool *finished, struct err *err)
{
    struct journal_genome champion;

    f->generations = facts->generations;
    f->seconds = facts->seconds;
    for (size_t k = 0; k < points && *finished; k++) {
        struct experiment_point *point = &f->point[k];

        point->generation = experiment_point_at(facts->games, facts->generations, k, points);
        if (measure_point(m, facts, store, f, point, &champion, finished, err))
            return -1;
        f->games = point->games;
        f->champion = point->champion;
        watch->before += 2 * m->each * m->opponents;
    }
    return *finished ? measure_mistakes(m, &champion, &f->mistakes, finished, err) : 0;
}

static int measure_all(const struct reading *r, struct measure *m, struct experiment_result *result,
                       struct watch *watch, bool *finished, struct err *err)
{
    size_t runs = experiment_runs(r->e->plan);

    watch->total = runs * result->points * 2 * m->each * m->opponents;
    for (size_t i = 0; i < runs && *finished; i++) {
        struct store store;
        int status;

        if (open_run(r->e, i, &store, err))
            return -1;
        status = measure_run(m, &r->run[i], &store, result->points, &result->run[i], watch,
                             finished, err);
        store_close(&store);
        if (status)
            return -1;
    }
    return *finished ? experiment_result_sum(result, err) : 0;
}

static int prepare(struct reading *r, size_t openings, struct measure *m,
                   struct experiment_result *result, struct err *err)
{
    char *path = folder_path(r->e->dir, EXPERIMENT_MEASURED, err);
    int status = path ? read_all(r, err) : -1;

    if (status == 0)
        status = measure_init(m, r->e->base, openings, &r->seen, path, err);
    free(path);
    if (status == 0)
        status = experiment_result_init(result, r->e->plan, m, err);
    if (status)
        return -1;
    result->points = count_points(r);
    if (m->each < openings)
        fprintf(stderr, "c4evolve: only %zu openings of %d plies are left to measure with\n",
                m->openings.n, r->e->base->validate_plies);
    if (!r->e->quiet)
        fprintf(stderr, "measuring: %zu openings against each of %zu opponents\n", m->each,
                m->opponents);
    return 0;
}

int experiment_measure(const struct experiment *e, size_t openings, struct measure *measure,
                       struct experiment_result *result, bool *finished, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = e->quiet ? NULL : progress_show,
                           .context = &progress };
    struct reading reading = { .e = e };
    int status = prepare(&reading, openings, measure, result, err);

    *finished = true;
    progress_begin(&progress);
    measure->pool = e->pool;
    measure->watch = &watch;
    if (status == 0)
        status = measure_all(&reading, measure, result, &watch, finished, err);
    progress_end(&progress);
    measure->watch = NULL;
    reading_release(&reading);
    return status;
}
