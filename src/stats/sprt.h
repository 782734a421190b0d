/*
 * sprt - a sequential test that stops as soon as the answer is clear.
 *
 * Two hypotheses about the Elo difference of two players, elo0 < elo1, are
 * weighed against each other after every game pair. A pair has one of five
 * scores: 0, 1/4, 1/2, 3/4 or 1. Nothing is assumed about their probabilities,
 * which depend on draws, on the advantage of the first move and on the opening.
 * The log likelihood ratio compares the most likely five probabilities whose
 * mean is the score of elo1 with the most likely ones whose mean is that of
 * elo0. This is the generalised sequential probability ratio test, on five
 * kinds of pairs.
 *
 * Wald's bounds give approximate error rates: if elo0 is true the test decides
 * for elo1 with probability alpha; if elo1 is true, for elo0 with probability
 * beta.
 */
#ifndef C4E_STATS_SPRT_H
#define C4E_STATS_SPRT_H

#include <stdint.h>

#include "base/err.h"

enum sprt_answer {
    SPRT_OPEN,  /* not decided yet */
    SPRT_LOWER, /* elo0: the difference is not as large as elo1 */
    SPRT_UPPER  /* elo1: it is larger than elo0 */
};

struct sprt {
    double elo0, elo1;
    double alpha, beta;
    double low, high;  /* the bounds of the log likelihood ratio */
    uint32_t count[5]; /* pairs by score in quarters, up to the one that decided */
    double llr;
    enum sprt_answer answer;
};

/* Fails if the hypotheses or the error rates are out of range. */
int sprt_init(struct sprt *sprt, double elo0, double elo1, double alpha, double beta,
              struct err *err);

/* The same with the hypotheses as text, "ELO0,ELO1". */
int sprt_parse(struct sprt *sprt, const char *text, double alpha, double beta, struct err *err);

/* Counts a pair by its score in quarters, 0 to 4, and updates the answer. Once there is
 * an answer, nothing more is counted. */
enum sprt_answer sprt_add(struct sprt *sprt, int quarters);

/* The log likelihood ratio of those pairs. */
double sprt_llr(const uint32_t count[5], double elo0, double elo1);

#endif
