/*
 * tally - scores with error bars.
 *
 * Results are counted in samples. A sample is a game pair, whose two games share
 * an opening and so are not independent, or a single game where games are not
 * paired. The score of a sample is the mean of its games: 1 for a win, 1/2 for a
 * draw, 0 for a loss. So it is a whole number of quarters, sums are exact, and
 * the order in which samples are added does not matter.
 *
 * All results are finite, even for no samples, one sample, clean sweeps and
 * draws only.
 */
#ifndef C4E_STATS_TALLY_H
#define C4E_STATS_TALLY_H

#include <stddef.h>
#include <stdint.h>

/* Games as one side sees them. */
struct wdl {
    uint32_t wins;
    uint32_t draws;
    uint32_t losses;
};

static inline uint64_t wdl_games(struct wdl w)
{
    return (uint64_t)w.wins + w.draws + w.losses;
}

/* Points per game; 1/2 if there are no games. */
static inline double wdl_score(struct wdl w)
{
    uint64_t games = wdl_games(w);

    return games ? (w.wins + 0.5 * w.draws) / (double)games : 0.5;
}

/* The same games as the other side sees them. */
static inline struct wdl wdl_reverse(struct wdl w)
{
    return (struct wdl){ .wins = w.losses, .draws = w.draws, .losses = w.wins };
}

static inline struct wdl wdl_sum(struct wdl a, struct wdl b)
{
    return (struct wdl){ a.wins + b.wins, a.draws + b.draws, a.losses + b.losses };
}

/* Samples as one side sees them. A zeroed tally is empty. */
struct tally {
    struct wdl games;
    uint32_t samples;
    uint64_t quarters; /* sum of the samples' scores, in quarters of a point */
    uint64_t squares;  /* sum of their squares, in sixteenths */
};

/* Adds `times` samples that each have these one or two games. */
void tally_add(struct tally *tally, struct wdl sample, uint32_t times);

void tally_merge(struct tally *tally, const struct tally *other);

/* Points per sample; 1/2 if there are none. It differs from wdl_score when some
 * samples have one game and some have two. */
double tally_mean(const struct tally *tally);

struct interval {
    double mean;
    double low;
    double high;
};

/* The mean and its 95% interval, which lies inside [0, 1]. It holds the values
 * mu that tally_z does not reject. It is [0, 1] if there are no samples. */
struct interval tally_interval(const struct tally *tally);

/*
 * Several tallies together. Each has openings of its own, so their errors are independent, and
 * how far their means are apart is not an error. A zeroed one is empty.
 */
struct tally_group {
    struct tally all;
    double spread; /* within the tallies: sum of squared differences from their means */
    size_t tallies;
};

void tally_group_add(struct tally_group *group, const struct tally *tally);

/* The mean of all samples and its 95% interval: that of tally_interval for a single tally. */
struct interval tally_group_interval(const struct tally_group *group);

/* k / n with its 95% interval. */
struct interval tally_share(size_t k, size_t n);

/* The number of standard errors by which the mean lies above mu, where 0 < mu < 1. The error is
 * what it would be if mu were the true mean. */
double tally_z(const struct tally *tally, double mu);

/* Likelihood of superiority: the probability that the true mean is above 1/2. */
double tally_los(const struct tally *tally);

/* Elo differences are limited to this, which corresponds to a score of 0.99999. */
#define ELO_LIMIT 2000.0

double elo_of_score(double score);
double score_of_elo(double elo);

/* The Elo difference with its 95% interval. The mean is that of the score with
 * one drawn sample added, so it is finite for a clean sweep; the limits are those
 * of tally_interval, where the open side of a clean sweep is ELO_LIMIT. */
struct interval tally_elo(const struct tally *tally);

/* The normal quantile that makes an interval a 95% one: 1.96. */
double z_of_95_percent(void);

#endif
