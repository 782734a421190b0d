#include "evolve/experiment_result.h"

#include <math.h>
#include <stdlib.h>

#define CLEAR 0.05

int experiment_result_init(struct experiment_result *r, const struct experiment_plan *plan,
                           const struct measure *measure, struct err *err)
{
    size_t runs = experiment_runs(plan), pairs = plan->combinations * (plan->combinations - 1) / 2;
    bool failed;

    *r = (struct experiment_result){ .plan = plan, .measure = measure, .pairs = pairs };
    r->run = calloc(runs, sizeof *r->run);
    r->combination = calloc(plan->combinations, sizeof *r->combination);
    r->pair = calloc(pairs + 1, sizeof *r->pair);
    failed = !r->run || !r->combination || !r->pair;
    for (size_t i = 0; i < runs && !failed; i++) {
        r->run[i].against = calloc(measure->opponents, sizeof *r->run[i].against);
        failed = !r->run[i].against;
    }
    if (!failed)
        return 0;
    experiment_result_release(r);
    return err_shortage(err, "out of memory: %zu runs", runs);
}

void experiment_result_release(struct experiment_result *r)
{
    for (size_t i = 0; r->run && i < experiment_runs(r->plan); i++)
        free(r->run[i].against);
    free(r->run);
    free(r->combination);
    free(r->pair);
    *r = (struct experiment_result){ 0 };
}

/* The figures of a run that are averaged. */
static double score_of(const struct experiment_figures *f, size_t point)
{
    (void)point;
    return tally_mean(&f->total);
}

static double mistakes_of(const struct experiment_figures *f, size_t point)
{
    (void)point;
    return f->mistakes.positions ? f->mistakes.mistakes / (double)f->mistakes.positions : NAN;
}

static double games_of(const struct experiment_figures *f, size_t point)
{
    (void)point;
    return (double)f->games;
}

static double seconds_of(const struct experiment_figures *f, size_t point)
{
    (void)point;
    return f->seconds;
}

static double point_games(const struct experiment_figures *f, size_t point)
{
    return (double)f->point[point].games;
}

static double point_score(const struct experiment_figures *f, size_t point)
{
    return f->point[point].score;
}

typedef double figure(const struct experiment_figures *f, size_t point);

/* The values of a combination by seed. */
static void collect(const struct experiment_result *r, size_t combination, figure *get,
                    size_t point, double *value)
{
    for (size_t s = 0; s < r->plan->seeds; s++)
        value[s] = get(&r->run[s * r->plan->combinations + combination], point);
}

static struct interval mean_of(const struct experiment_result *r, size_t combination, figure *get,
                               size_t point)
{
    double value[EXPERIMENT_SEEDS];

    collect(r, combination, get, point, value);
    return student_interval(value, r->plan->seeds);
}

static void sum_combination(struct experiment_result *r, size_t c)
{
    struct experiment_summary *s = &r->combination[c];

    s->score = mean_of(r, c, score_of, 0);
    s->mistakes = mean_of(r, c, mistakes_of, 0);
    s->games = mean_of(r, c, games_of, 0).mean;
    s->seconds = mean_of(r, c, seconds_of, 0).mean;
    for (size_t k = 0; k < r->points; k++) {
        s->point[k].games = mean_of(r, c, point_games, k).mean;
        s->point[k].score = mean_of(r, c, point_score, k);
    }
    s->best = s->worst = c;
    for (size_t i = c; i < experiment_runs(r->plan); i += r->plan->combinations) {
        if (score_of(&r->run[i], 0) > score_of(&r->run[s->best], 0))
            s->best = i;
        if (score_of(&r->run[i], 0) < score_of(&r->run[s->worst], 0))
            s->worst = i;
    }
}

static struct experiment_pair compare(const struct experiment_result *r, size_t a, size_t b)
{
    bool swap = r->combination[b].score.mean > r->combination[a].score.mean;
    struct experiment_pair pair = { .better = swap ? b : a, .other = swap ? a : b };
    double better[EXPERIMENT_SEEDS], other[EXPERIMENT_SEEDS];

    collect(r, pair.better, score_of, 0, better);
    collect(r, pair.other, score_of, 0, other);
    pair.test = student_paired(better, other, r->plan->seeds);
    return pair;
}

/* Without probabilities, the largest difference comes first. */
static int by_p(const void *a, const void *b)
{
    const struct experiment_pair *x = a, *y = b;

    if (!isnan(x->test.p) && x->test.p != y->test.p)
        return x->test.p > y->test.p ? 1 : -1;
    if (x->test.difference.mean != y->test.difference.mean)
        return x->test.difference.mean < y->test.difference.mean ? 1 : -1;
    if (x->better != y->better)
        return x->better > y->better ? 1 : -1;
    return (x->other > y->other) - (x->other < y->other);
}

int experiment_result_sum(struct experiment_result *r, struct err *err)
{
    double *p = calloc(2 * r->pairs + 1, sizeof *p), *corrected = p + r->pairs;
    size_t n = 0;

    if (!p)
        return err_shortage(err, "out of memory: %zu pairs", r->pairs);
    for (size_t c = 0; c < r->plan->combinations; c++)
        sum_combination(r, c);
    for (size_t a = 0; a < r->plan->combinations; a++)
        for (size_t b = a + 1; b < r->plan->combinations; b++)
            r->pair[n++] = compare(r, a, b);
    qsort(r->pair, n, sizeof *r->pair, by_p);
    for (size_t i = 0; i < n; i++)
        p[i] = r->pair[i].test.p;
    student_holm(p, n, corrected);
    for (size_t i = 0; i < n; i++)
        r->pair[i].p = corrected[i];
    free(p);
    return 0;
}

bool experiment_pair_is_clear(const struct experiment_pair *pair)
{
    return pair->p < CLEAR;
}

uint32_t experiment_point_at(const uint64_t *games, uint32_t generations, size_t point,
                             size_t points)
{
    uint64_t all = 0, played = 0;

    for (uint32_t g = 0; g < generations; g++)
        all += games[g];
    for (uint32_t g = 0; g < generations; g++) {
        played += games[g];
        if (played * points >= all * (point + 1))
            return g + 1;
    }
    return generations;
}
