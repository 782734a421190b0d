#include "stats/standing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "stats/strengths.h"

/* How much new genomes differ is not known: their standard deviation is one of these, each the
 * factor times the one before, and all values are equally likely before the games. */
#define SPREADS       11
#define LEAST_SPREAD  0.01
#define SPREAD_FACTOR 1.4

/* Sweeps over the variances of standings; the change is below 1% after ten. */
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

/* Strengths for several spreads of new genomes, with the weights of these. */
struct mixture {
    struct strengths of[SPREADS];
    double weight[SPREADS];
    size_t n;
};

static void mixture_release(struct mixture *m)
{
    for (size_t t = 0; t < m->n; t++)
        strengths_release(&m->of[t]);
}

static int mixture_init(struct mixture *m, const struct scoresheet *sheet,
                        const struct standing_prior *prior, struct err *err)
{
    size_t new = 0, spreads;
    double spread = LEAST_SPREAD, sum = 0, best = -INFINITY;

    *m = (struct mixture){ 0 };
    for (size_t i = 0; i < sheet->genomes && prior; i++)
        new += prior[i].kind == STANDING_NEW && sheet->played[i] > 0;
    for (spreads = new > 1 ? SPREADS : 1; m->n < spreads; spread *= SPREAD_FACTOR) {
        if (strengths_init(&m->of[m->n], sheet, prior, spread, err)) {
            mixture_release(m);
            return -1;
        }
        best = fmax(best, m->of[m->n].evidence);
        m->weight[m->n++] = spread;
    }
    for (size_t t = 0; t < m->n; t++)
        sum += m->weight[t] *= exp(m->of[t].evidence - best);
    for (size_t t = 0; t < m->n; t++)
        m->weight[t] /= sum;
    return 0;
}

/* Means and variances by all solutions. */
static void mix_strengths(const struct mixture *m, struct belief *score)
{
    for (size_t i = 0; i < m->of[0].genomes; i++) {
        double mean = 0, variance = 0;

        for (size_t t = 0; t < m->n; t++)
            mean += m->weight[t] * m->of[t].mean[i];
        for (size_t t = 0; t < m->n; t++) {
            double away = m->of[t].mean[i] - mean;

            variance += m->weight[t] * (m->of[t].variance[i] + away * away);
        }
        score[i] = (struct belief){ mean, variance };
    }
}

/* The same for the difference between two genomes. */
static double mix_difference(const struct mixture *m, const struct belief *score, size_t i,
                             size_t k)
{
    double mean = score[i].mean - score[k].mean, variance = 0;

    for (size_t t = 0; t < m->n; t++) {
        double away = m->of[t].mean[i] - m->of[t].mean[k] - mean;

        variance += m->weight[t] * (strengths_difference(&m->of[t], i, k) + away * away);
    }
    return variance;
}

/* One sweep over the variances of standings, given those of all differences: the least relative
 * errors. */
static void share_out(const double *d, size_t n, double *share)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0, weights = 0, least = INFINITY;

        for (size_t k = 0; k < n; k++) {
            double weight = 1 / (d[i * n + k] * d[i * n + k]);

            if (k == i)
                continue;
            sum += weight * (d[i * n + k] - share[k]);
            weights += weight;
            least = fmin(least, d[i * n + k]);
        }
        share[i] = fmax(sum / weights, 0.02 * least);
    }
}

/*
 * Variances of standings. Those of two genomes add up to that of their difference, as nearly as
 * one number per genome allows: what both have in common is left out (quasi-variances, Firth and
 * de Menezes 2004).
 */
static int find_shares(const struct mixture *m, const struct belief *score, struct belief *standing,
                       struct err *err)
{
    size_t all = m->of[0].genomes, n = 0;
    double *d = calloc(all * all + 1, sizeof *d), *share = calloc(all + 1, sizeof *share);
    size_t *who = calloc(all + 1, sizeof *who);
    int status = d && share && who ? 0 : err_shortage(err, "out of memory: %zu genomes", all);

    for (size_t i = 0; i < all && status == 0; i++) {
        standing[i] = score[i];
        if (isfinite(score[i].variance))
            who[n++] = i;
    }
    for (size_t i = 0; i < n && status == 0; i++)
        for (size_t k = 0; k <= i; k++) {
            d[i * n + k] = d[k * n + i] = mix_difference(m, score, who[i], who[k]);
            share[i] += d[i * n + k] / (double)(2 * n);
            share[k] += d[i * n + k] / (double)(2 * n);
        }
    for (int sweep = 0; sweep < SWEEPS && status == 0 && n > 1; sweep++)
        share_out(d, n, share);
    for (size_t i = 0; i < n && status == 0 && n > 1; i++)
        standing[who[i]].variance = n > 2 ? share[i] : d[1] / 2;
    free(d);
    free(share);
    free(who);
    return status;
}

/* How far scores are from strengths, by the batches that scores are measured by: it is known up to
 * their luck. */
static struct belief find_level(const struct mixture *m, const struct scoresheet *sheet)
{
    struct belief level = { 0, INFINITY };
    double openings = 0, samples = 0;

    for (size_t c = 0; c < sheet->batches; c++)
        openings += sheet->kind[c] == sheet->level ? (double)sheet->size[c] : 0;
    for (size_t i = 0; i < sheet->genomes; i++)
        samples += (double)sheet->played[i];
    for (size_t c = 0; c < sheet->batches; c++)
        for (size_t t = 0; t < m->n && sheet->kind[c] == sheet->level; t++)
            level.mean += m->weight[t] * m->of[t].luck[c] * (double)sheet->size[c] / openings;
    if (openings > 0)
        level.variance = sheet->luck_variance / openings + sheet->noise_variance / samples;
    return level;
}

/* All genomes, with priors or without them. */
static int find_beliefs(const struct scoresheet *sheet, const struct standing_prior *prior,
                        struct belief *score, struct belief *standing, struct belief *level,
                        struct err *err)
{
    struct mixture mixture;
    int status = mixture_init(&mixture, sheet, prior, err);

    if (status)
        return -1;
    mix_strengths(&mixture, score);
    *level = find_level(&mixture, sheet);
    status = find_shares(&mixture, score, standing, err);
    mixture_release(&mixture);
    return status;
}

/* Beliefs about all genomes: by the samples alone, and with what was known before. */
struct beliefs {
    struct belief *now, *standing, *score;
};

static int beliefs_init(struct beliefs *b, size_t n, struct err *err)
{
    *b = (struct beliefs){ .now = calloc(n + 1, sizeof *b->now),
                           .standing = calloc(n + 1, sizeof *b->standing),
                           .score = calloc(n + 1, sizeof *b->score) };
    return b->now && b->standing && b->score ? 0
                                             : err_shortage(err, "out of memory: %zu genomes", n);
}

static void beliefs_release(struct beliefs *b)
{
    free(b->now);
    free(b->standing);
    free(b->score);
}

static bool score_is_known(const struct standing_prior *prior)
{
    return prior->kind == STANDING_KNOWN && isfinite(prior->score.variance);
}

/* The step from standings to scores, by the genome whose score was known best. */
static struct belief find_offset(const struct standing_input *in)
{
    struct belief best = { 0, INFINITY };

    for (size_t i = 0; i < in->genomes; i++) {
        const struct standing_prior *p = &in->prior[i];

        if (score_is_known(p) && p->score.variance < best.variance)
            best = (struct belief){ p->score.mean - p->standing.mean,
                                    fmax(p->score.variance - p->standing.variance,
                                         0.1 * p->score.variance) };
    }
    return best;
}

/* What standings have in common, as a variance: how far this scale may have drifted from that of
 * earlier ones. Before scores are found, their places hold strengths with all errors. */
static double find_drift(const struct standing_input *in, const struct beliefs *b)
{
    double sum = 0, n = 0;

    for (size_t i = 0; i < in->genomes; i++) {
        if (!isfinite(b->score[i].variance))
            continue;
        sum += b->score[i].variance - b->standing[i].variance;
        n++;
    }
    return fmax(sum / fmax(n, 1), 0);
}

/* Scores where standings are on the scale of earlier ones: all are as far from their standings, by
 * what was known and by the games now. */
static void find_scores(const struct standing_input *in, const struct scoresheet *sheet,
                        struct belief level, struct beliefs *b)
{
    struct belief offset = find_offset(in);

    offset.variance += find_drift(in, b);
    offset = belief_merge(offset, level);
    for (size_t i = 0; i < in->genomes; i++)
        if (sheet->played[i] == 0 && score_is_known(&in->prior[i]))
            b->score[i] = in->prior[i].score;
        else
            b->score[i] = (struct belief){ b->standing[i].mean + offset.mean,
                                           b->standing[i].variance + offset.variance };
}

static int find_all(struct standings *s, const struct standing_input *in,
                    const struct scoresheet *sheet, struct beliefs *b, struct err *err)
{
    struct belief level;
    bool known = false;

    if (find_beliefs(sheet, NULL, b->score, b->now, &level, err) ||
        find_beliefs(sheet, in->prior, b->score, b->standing, &level, err))
        return -1;
    for (size_t i = 0; i < in->genomes; i++) {
        known |= in->prior[i].kind == STANDING_KNOWN;
        if (in->prior[i].kind == STANDING_KNOWN && sheet->played[i] == 0)
            b->standing[i] = in->prior[i].standing;
    }
    if (known)
        find_scores(in, sheet, level, b);
    for (size_t i = 0; i < in->genomes; i++)
        s->of[i] = (struct standing){ b->standing[i], b->score[i], b->now[i] };
    s->noise_variance = sheet->noise_variance;
    s->luck_variance = sheet->luck_variance;
    return 0;
}

int standings_init(struct standings *s, const struct standing_input *in, struct err *err)
{
    struct scoresheet sheet;
    struct beliefs beliefs;
    int status;

    *s = (struct standings){ .of = calloc(in->genomes + 1, sizeof *s->of) };
    if (!s->of)
        return err_shortage(err, "out of memory: %zu genomes", in->genomes);
    status = scoresheet_init(&sheet, in, err);
    if (status == 0) {
        status = beliefs_init(&beliefs, in->genomes, err);
        if (status == 0)
            status = find_all(s, in, &sheet, &beliefs, err);
        beliefs_release(&beliefs);
        scoresheet_release(&sheet);
    }
    if (status)
        standings_release(s);
    return status;
}

void standings_release(struct standings *s)
{
    free(s->of);
    *s = (struct standings){ 0 };
}
