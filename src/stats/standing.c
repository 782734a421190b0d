#include "stats/standing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

/* Results lie between 0 and 1: no variance is larger, and a few equal results prove none smaller. */
#define NOISE_MOST  0.25
#define NOISE_LEAST 0.005

/* Genomes of a kind differ by this much at least, as a variance: a score of 0.01. */
#define LEAST_SPREAD 1e-4

/* Sweeps over genomes and openings in turn. One is enough if all genomes met all openings; after a
 * race the change is below 1e-6 after ten. */
#define SWEEPS 20

struct belief belief_merge(struct belief a, struct belief b)
{
    double weight = b.variance / (a.variance + b.variance); /* of a */

    if (!isfinite(a.variance))
        return b;
    if (!isfinite(b.variance))
        return a;
    return (struct belief){ weight * a.mean + (1 - weight) * b.mean, weight * a.variance };
}

double belief_superiority(struct belief a, struct belief b)
{
    double variance = a.variance + b.variance;

    if (variance > 0)
        return gsl_cdf_ugaussian_P((a.mean - b.mean) / sqrt(variance));
    return a.mean > b.mean ? 1 : a.mean < b.mean ? 0 : 0.5;
}

/* The two-way fit: what each genome and each opening adds to a score. */
struct layout {
    const struct standing_input *in;
    double *strength;        /* by genome */
    double *luck;            /* by opening; the mean of those that were played is 0 */
    size_t *played, *number; /* samples by genome and by opening */
    double *sum;             /* scratch */
};

static int layout_init(struct layout *l, const struct standing_input *in, struct err *err)
{
    size_t most = in->genomes > in->openings ? in->genomes : in->openings;

    *l = (struct layout){ .in = in };
    l->strength = calloc(in->genomes + 1, sizeof *l->strength);
    l->luck = calloc(in->openings + 1, sizeof *l->luck);
    l->played = calloc(in->genomes + 1, sizeof *l->played);
    l->number = calloc(in->openings + 1, sizeof *l->number);
    l->sum = calloc(most + 1, sizeof *l->sum);
    if (!l->strength || !l->luck || !l->played || !l->number || !l->sum)
        return err_set(err, "out of memory: %zu genomes", in->genomes);
    for (size_t i = 0; i < in->samples; i++) {
        l->played[in->sample[i].genome]++;
        l->number[in->sample[i].opening]++;
    }
    return 0;
}

static void layout_release(struct layout *l)
{
    free(l->strength);
    free(l->luck);
    free(l->played);
    free(l->number);
    free(l->sum);
}

static void fit_strengths(struct layout *l)
{
    const struct standing_input *in = l->in;

    for (size_t i = 0; i < in->genomes; i++)
        l->sum[i] = 0;
    for (size_t i = 0; i < in->samples; i++)
        l->sum[in->sample[i].genome] += in->sample[i].score - l->luck[in->sample[i].opening];
    for (size_t i = 0; i < in->genomes; i++)
        l->strength[i] = l->played[i] ? l->sum[i] / (double)l->played[i] : 0;
}

static void fit_luck(struct layout *l)
{
    const struct standing_input *in = l->in;
    double mean = 0, openings = 0;

    for (size_t k = 0; k < in->openings; k++)
        l->sum[k] = 0;
    for (size_t i = 0; i < in->samples; i++)
        l->sum[in->sample[i].opening] += in->sample[i].score - l->strength[in->sample[i].genome];
    for (size_t k = 0; k < in->openings; k++) {
        l->luck[k] = l->number[k] ? l->sum[k] / (double)l->number[k] : 0;
        mean += l->luck[k];
        openings += l->number[k] > 0;
    }
    for (size_t k = 0; k < in->openings; k++)
        l->luck[k] -= l->number[k] ? mean / openings : 0;
}

static double clamp(double x, double low, double high)
{
    return fmin(high, fmax(low, x));
}

/* The variance of a sample around strength and luck. */
static double find_noise(const struct layout *l)
{
    const struct standing_input *in = l->in;
    double squares = 0, degrees = (double)in->samples + 1;

    for (size_t i = 0; i < in->samples; i++) {
        const struct standing_sample *s = &in->sample[i];
        double rest = s->score - l->strength[s->genome] - l->luck[s->opening];

        squares += rest * rest;
    }
    for (size_t i = 0; i < in->genomes; i++)
        degrees -= l->played[i] > 0;
    for (size_t k = 0; k < in->openings; k++)
        degrees -= l->number[k] > 0;
    return degrees >= 1 ? clamp(squares / degrees, NOISE_LEAST, NOISE_MOST) : NOISE_MOST;
}

/* Sums over the openings of one group. */
struct group_sums {
    double n, mean, squares;
};

static struct group_sums sums_of_group(const struct layout *l, size_t first)
{
    struct group_sums g = { 0 };

    for (size_t k = first; k < l->in->openings; k++)
        if (l->number[k] > 0 && l->in->group[k] == l->in->group[first]) {
            g.n++;
            g.mean += l->luck[k];
        }
    g.mean /= fmax(g.n, 1);
    for (size_t k = first; k < l->in->openings; k++)
        if (l->number[k] > 0 && l->in->group[k] == l->in->group[first])
            g.squares += (l->luck[k] - g.mean) * (l->luck[k] - g.mean);
    return g;
}

static bool is_first_of_group(const struct layout *l, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (l->number[i] > 0 && l->in->group[i] == l->in->group[k])
            return false;
    return l->number[k] > 0;
}

/* The variance of luck among openings against the same opponent. With one opening for each, that
 * between opponents counts as luck too, which overstates it. */
static double find_luck(const struct layout *l, double noise)
{
    double squares = 0, degrees = 0, all = 0, openings = 0, share = 0;

    for (size_t k = 0; k < l->in->openings; k++) {
        if (l->number[k] == 0)
            continue;
        all += l->luck[k] * l->luck[k];
        share += 1 / (double)l->number[k];
        openings++;
        if (is_first_of_group(l, k)) {
            struct group_sums g = sums_of_group(l, k);

            squares += g.squares;
            degrees += g.n - 1;
        }
    }
    if (openings < 2)
        return NOISE_MOST;
    if (degrees < 1) {
        squares = all;
        degrees = openings - 1;
    }
    return clamp(squares / degrees - noise * share / openings, 0, NOISE_MOST);
}

/* The mean of new ones, on this generation's scale, and their spread. */
static struct belief find_kind(const struct layout *l, double noise)
{
    double n = 0, mean = 0, squares = 0, error = 0;

    for (size_t i = 0; i < l->in->genomes; i++) {
        const struct standing_prior *p = &l->in->prior[i];
        double step = l->strength[i] - mean;

        if (p->kind != STANDING_NEW || l->played[i] == 0)
            continue;
        n++;
        mean += step / n;
        squares += step * (l->strength[i] - mean);
        error += noise / (double)l->played[i];
    }
    if (n < 2)
        return (struct belief){ 0, INFINITY };
    return (struct belief){ mean, fmax(squares / (n - 1) - error / n, LEAST_SPREAD) };
}

/* The step from this generation's scale to that of earlier standings: what the luck of the openings
 * was worth, by those of whom something is known. */
static struct belief find_shift(const struct layout *l, double noise)
{
    struct belief shift = { 0, INFINITY };

    for (size_t i = 0; i < l->in->genomes; i++) {
        const struct standing_prior *p = &l->in->prior[i];

        if (l->played[i] > 0 && p->kind == STANDING_KNOWN)
            shift = belief_merge(
                shift, (struct belief){ p->standing.mean - l->strength[i],
                                        p->standing.variance + noise / (double)l->played[i] });
    }
    return isfinite(shift.variance) ? shift : (struct belief){ 0, 0 };
}

/* What was known, and what was seen now. Those of whom nothing was known are compared with the
 * others by the shift alone, so its error is theirs too. */
static struct belief find_standing(const struct layout *l, size_t i, double noise,
                                   struct belief shift, struct belief kind)
{
    const struct standing_prior *p = &l->in->prior[i];
    struct belief prior = p->standing, seen = { 0, INFINITY }, all;

    if (l->played[i] > 0)
        seen = (struct belief){ l->strength[i] + shift.mean, noise / (double)l->played[i] };
    if (p->kind == STANDING_KNOWN)
        return belief_merge(prior, seen);
    prior.variance = INFINITY;
    if (p->kind == STANDING_NEW)
        prior = (struct belief){ kind.mean + shift.mean, kind.variance };
    all = belief_merge(prior, seen);
    all.variance += shift.variance;
    return all;
}

static bool score_is_known(const struct layout *l, size_t i)
{
    return l->in->prior[i].kind == STANDING_KNOWN && isfinite(l->in->prior[i].score.variance);
}

/* The scores of those who were known: their earlier ones, and what they scored now. */
static void find_known_scores(const struct layout *l, struct standings *s, double level)
{
    for (size_t i = 0; i < l->in->genomes; i++) {
        struct belief now = { l->strength[i], INFINITY };

        if (!score_is_known(l, i))
            continue;
        if (l->played[i] > 0)
            now.variance = level + s->noise_variance / (double)l->played[i];
        s->of[i].score = belief_merge(l->in->prior[i].score, now);
    }
}

/* The step from standings to scores, by the genome whose score is known best. Errors of scores have
 * much in common, so a mean over several genomes would not be better by much. */
static struct belief find_offset(const struct layout *l, const struct standings *s, double level)
{
    struct belief best = { 0, level };
    bool found = false;

    for (size_t i = 0; i < l->in->genomes; i++) {
        const struct standing *who = &s->of[i];

        if (!score_is_known(l, i) || (found && who->score.variance >= best.variance))
            continue;
        best = (struct belief){ who->score.mean - who->standing.mean, who->score.variance };
        found = true;
    }
    return best;
}

static void find_all(struct standings *s, const struct layout *l)
{
    double noise = s->noise_variance = find_noise(l);
    struct belief kind = find_kind(l, noise), shift = find_shift(l, noise), offset;
    double level, openings = 0;

    s->luck_variance = find_luck(l, noise);
    for (size_t k = 0; k < l->in->openings; k++)
        openings += l->number[k] > 0;
    level = s->luck_variance / fmax(openings, 1);
    for (size_t i = 0; i < l->in->genomes; i++) {
        s->of[i] =
            (struct standing){ .standing = find_standing(l, i, noise, shift, kind),
                               .now = { l->strength[i],
                                        l->played[i] ? noise / (double)l->played[i] : INFINITY } };
    }
    find_known_scores(l, s, level);
    offset = find_offset(l, s, level);
    for (size_t i = 0; i < l->in->genomes; i++)
        if (!score_is_known(l, i))
            s->of[i].score = (struct belief){ s->of[i].standing.mean + offset.mean,
                                              s->of[i].standing.variance + offset.variance };
}

int standings_init(struct standings *s, const struct standing_input *in, struct err *err)
{
    struct layout layout;
    int status = layout_init(&layout, in, err);

    *s = (struct standings){ .of = calloc(in->genomes + 1, sizeof *s->of) };
    if (status == 0 && !s->of)
        status = err_set(err, "out of memory: %zu genomes", in->genomes);
    if (status == 0) {
        for (int i = 0; i < SWEEPS; i++) {
            fit_strengths(&layout);
            fit_luck(&layout);
        }
        fit_strengths(&layout);
        find_all(s, &layout);
    }
    layout_release(&layout);
    if (status)
        standings_release(s);
    return status;
}

void standings_release(struct standings *s)
{
    free(s->of);
    *s = (struct standings){ 0 };
}
