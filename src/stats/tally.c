#include "stats/tally.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

void tally_add(struct tally *tally, struct wdl unit, uint32_t times)
{
    uint64_t games = wdl_games(unit);
    uint64_t quarters;

    assert(games == 1 || games == 2);
    quarters = (2 * (uint64_t)unit.wins + unit.draws) * (games == 1 ? 2 : 1);
    tally->games.wins += unit.wins * times;
    tally->games.draws += unit.draws * times;
    tally->games.losses += unit.losses * times;
    tally->units += times;
    tally->quarters += quarters * times;
    tally->squares += quarters * quarters * times;
}

void tally_merge(struct tally *tally, const struct tally *other)
{
    tally->games = wdl_sum(tally->games, other->games);
    tally->units += other->units;
    tally->quarters += other->quarters;
    tally->squares += other->squares;
}

double tally_mean(const struct tally *tally)
{
    return tally->units ? (double)tally->quarters / (4.0 * tally->units) : 0.5;
}

/*
 * How many independent won-or-lost games would tell as much as these units: n / r, where r is the
 * observed variance of a unit as a share of m (1 - m), the most that a score with mean m can have.
 *
 * One pseudo-unit with the variance of a won-or-lost game, 1/4, is added to both sides of that
 * share. Units that all had the same score would otherwise claim to have no error. As r is at most
 * 1 and the pseudo-unit moves it toward 1, this can only widen the interval.
 */
static double effective_units(const struct tally *tally)
{
    const double pseudo = 0.25;
    double n = tally->units;
    double m = tally_mean(tally);
    double spread = (double)tally->squares / 16 - n * m * m;

    return n * (n * m * (1 - m) + pseudo) / (fmax(spread, 0) + pseudo);
}

/* Wilson's interval for the effective number of units: the roots in mu of
 * (m - mu)^2 = z^2 mu (1 - mu) / n. */
struct interval tally_interval(const struct tally *tally)
{
    double z = z_of_95_percent();
    double m = tally_mean(tally);
    double n, centre, half;

    if (tally->units == 0)
        return (struct interval){ .mean = m, .low = 0, .high = 1 };
    n = effective_units(tally);
    centre = (m + z * z / (2 * n)) / (1 + z * z / n);
    half = z / (1 + z * z / n) * sqrt(m * (1 - m) / n + z * z / (4 * n * n));
    return (struct interval){ m, fmin(fmax(centre - half, 0), m), fmax(fmin(centre + half, 1), m) };
}

double tally_z(const struct tally *tally, double mu)
{
    assert(mu > 0 && mu < 1);
    if (tally->units == 0)
        return 0;
    return (tally_mean(tally) - mu) / sqrt(mu * (1 - mu) / effective_units(tally));
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
    double n = tally->units;

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
