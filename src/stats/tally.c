#include "stats/tally.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

void tally_add(struct tally *tally, struct wdl sample, uint32_t times)
{
    uint64_t games = wdl_games(sample);
    uint64_t quarters;

    assert(games == 1 || games == 2);
    quarters = (2 * (uint64_t)sample.wins + sample.draws) * (games == 1 ? 2 : 1);
    tally->games.wins += sample.wins * times;
    tally->games.draws += sample.draws * times;
    tally->games.losses += sample.losses * times;
    tally->samples += times;
    tally->quarters += quarters * times;
    tally->squares += quarters * quarters * times;
}

void tally_merge(struct tally *tally, const struct tally *other)
{
    tally->games = wdl_sum(tally->games, other->games);
    tally->samples += other->samples;
    tally->quarters += other->quarters;
    tally->squares += other->squares;
}

double tally_mean(const struct tally *tally)
{
    return tally->samples ? (double)tally->quarters / (4.0 * tally->samples) : 0.5;
}

/* The sum of squared differences of the samples from their mean. */
static double spread_of(const struct tally *tally)
{
    double m = tally_mean(tally);

    return fmax((double)tally->squares / 16 - tally->samples * m * m, 0);
}

/*
 * The number of independent won-or-lost games that tell as much as n samples with mean m: n / r,
 * where r is the observed variance of a sample divided by m (1 - m), the largest variance that a
 * score with mean m can have.
 *
 * One pseudo-sample per tally, with the variance of a won-or-lost game, 1/4, is added to both sides
 * of that ratio. Samples that all have the same score would otherwise claim to have no error. As r
 * is at most 1 and the pseudo-samples move it toward 1, this can only widen the interval.
 */
static double equal_games(double n, double m, double spread, size_t tallies)
{
    double pseudo = 0.25 * (double)tallies;

    return n * (n * m * (1 - m) + pseudo) / (spread + pseudo);
}

static double effective_samples(const struct tally *tally)
{
    return equal_games(tally->samples, tally_mean(tally), spread_of(tally), 1);
}

/* Wilson's interval for n won-or-lost games with mean m: the roots in mu of
 * (m - mu)^2 = z^2 mu (1 - mu) / n. */
static struct interval wilson(double m, double n)
{
    double z = z_of_95_percent();
    double centre = (m + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(m * (1 - m) / n + z * z / (4 * n * n));

    return (struct interval){ m, fmin(fmax(centre - half, 0), m), fmax(fmin(centre + half, 1), m) };
}

struct interval tally_interval(const struct tally *tally)
{
    struct tally_group alone = { 0 };

    tally_group_add(&alone, tally);
    return tally_group_interval(&alone);
}

void tally_group_add(struct tally_group *group, const struct tally *tally)
{
    tally_merge(&group->all, tally);
    group->spread += spread_of(tally);
    group->tallies++;
}

struct interval tally_group_interval(const struct tally_group *group)
{
    double n = group->all.samples, m = tally_mean(&group->all);

    if (n == 0)
        return (struct interval){ .mean = m, .low = 0, .high = 1 };
    return wilson(m, equal_games(n, m, group->spread, group->tallies));
}

struct interval tally_share(size_t k, size_t n)
{
    struct tally tally = { 0 };

    tally_add(&tally, (struct wdl){ .wins = 1 }, (uint32_t)k);
    tally_add(&tally, (struct wdl){ .losses = 1 }, (uint32_t)(n - k));
    return tally_interval(&tally);
}

double tally_z(const struct tally *tally, double mu)
{
    assert(mu > 0 && mu < 1);
    if (tally->samples == 0)
        return 0;
    return (tally_mean(tally) - mu) / sqrt(mu * (1 - mu) / effective_samples(tally));
}

double tally_los(const struct tally *tally)
{
    return gsl_cdf_ugaussian_P(tally_z(tally, 0.5));
}

double elo_of_score(double score)
{
    if (score <= 0)
        return -ELO_LIMIT;
    if (score >= 1)
        return ELO_LIMIT;
    return fmin(fmax(400 * log10(score / (1 - score)), -ELO_LIMIT), ELO_LIMIT);
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Half a point to each side is the usual least-biased estimate of log odds. */
struct interval tally_elo(const struct tally *tally)
{
    struct interval score = tally_interval(tally);
    double n = tally->samples;

    return (struct interval){
        .mean = elo_of_score((n * score.mean + 0.5) / (n + 1)),
        .low = elo_of_score(score.low),
        .high = elo_of_score(score.high),
    };
}

double z_of_95_percent(void)
{
    return gsl_cdf_ugaussian_Qinv(0.025);
}
