#include "stats/sprt.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "stats/tally.h"

#define SCORES 5

/* A score that has not occurred counts as this fraction of a pair, so that a clean sweep has finite
 * odds under any hypothesis. */
#define UNSEEN 1e-3

int sprt_init(struct sprt *sprt, double elo0, double elo1, double alpha, double beta,
              struct err *err)
{
    *sprt = (struct sprt){ .elo0 = elo0, .elo1 = elo1, .alpha = alpha, .beta = beta };
    if (!(elo0 < elo1) || fabs(elo0) > ELO_LIMIT / 2 || fabs(elo1) > ELO_LIMIT / 2)
        return err_set(err, "%g,%g are not two Elo differences from %g to %g, the lower one first",
                       elo0, elo1, -ELO_LIMIT / 2, ELO_LIMIT / 2);
    if (!(alpha > 0 && alpha < 0.5 && beta > 0 && beta < 0.5))
        return err_set(err, "error rates must lie between 0 and 0.5");
    sprt->low = log(beta / (1 - alpha));
    sprt->high = log((1 - beta) / alpha);
    return 0;
}

static double score_of(int quarters)
{
    return quarters / 4.0;
}

/* The derivative of the log likelihood along the constraint; it falls as t grows. */
static double slope(const double weight[SCORES], double mean, double t)
{
    double sum = 0;

    for (int i = 0; i < SCORES; i++)
        sum += weight[i] * (score_of(i) - mean) / (1 + t * (score_of(i) - mean));
    return sum;
}

/*
 * The most likely chances with that mean are weight[i] / (1 + t (score - mean)), for the one t
 * between -1 / (1 - mean) and 1 / mean, where none of them is negative, that gives them that mean.
 * Bisection always finds it, and always takes the same steps.
 */
static double multiplier(const double weight[SCORES], double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;

    for (int step = 0; step < 100; step++) {
        double middle = low + (high - low) / 2;

        if (slope(weight, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

double sprt_llr(const uint32_t count[5], double elo0, double elo1)
{
    double mean0 = score_of_elo(elo0), mean1 = score_of_elo(elo1);
    double weight[SCORES], t0, t1, llr = 0;

    for (int i = 0; i < SCORES; i++)
        weight[i] = count[i] ? count[i] : UNSEEN;
    t0 = multiplier(weight, mean0);
    t1 = multiplier(weight, mean1);
    for (int i = 0; i < SCORES; i++)
        llr += weight[i] * (log1p(t0 * (score_of(i) - mean0)) - log1p(t1 * (score_of(i) - mean1)));
    return llr;
}

int sprt_parse(struct sprt *sprt, const char *text, double alpha, double beta, struct err *err)
{
    char *copy = strdup(text), *comma = copy ? strchr(copy, ',') : NULL;
    double elo0, elo1;
    int status;

    if (!copy)
        return err_shortage(err, "out of memory");
    if (comma)
        *comma = '\0';
    if (!comma || num_parse_double(copy, &elo0) || num_parse_double(comma + 1, &elo1))
        status = err_set(err, "'%s' is not ELO0,ELO1", text);
    else
        status = sprt_init(sprt, elo0, elo1, alpha, beta, err);
    free(copy);
    return status;
}

enum sprt_answer sprt_add(struct sprt *sprt, int quarters)
{
    assert(quarters >= 0 && quarters < SCORES);
    if (sprt->answer != SPRT_OPEN)
        return sprt->answer;
    sprt->count[quarters]++;
    sprt->llr = sprt_llr(sprt->count, sprt->elo0, sprt->elo1);
    if (sprt->llr >= sprt->high)
        sprt->answer = SPRT_UPPER;
    else if (sprt->llr <= sprt->low)
        sprt->answer = SPRT_LOWER;
    return sprt->answer;
}
