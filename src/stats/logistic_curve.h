/*
 * logistic_curve - score against a difference in ply depth, as an S-shaped curve.
 *
 *     score = 1 / (1 + exp(-(a + b x)))
 *
 * fitted by least squares weighted with binomial errors (gsl_multifit_nlinear).
 * The errors are those of the fitted curve, not of the single scores. Half a
 * point is added to each side of every point, so that scores of 0 and 1 give
 * finite answers; with many games that changes nothing.
 */
#ifndef C4E_STATS_LOGISTIC_CURVE_H
#define C4E_STATS_LOGISTIC_CURVE_H

#include <stddef.h>

#include "base/err.h"

struct curve_point {
    double x;
    double score; /* from 0 to 1 */
    double games; /* above 0 */
};

struct logistic_curve {
    double a, a_error; /* standard errors */
    double b, b_error;
    double covariance; /* of a and b */
    double chi_square;
    size_t degrees; /* of freedom: points - 2 */
    double p;       /* that chance gives a chi-square as large; 1 without degrees of freedom */
};

/* Fails if a point is out of range, or if all points have the same x. */
int logistic_curve_fit(struct logistic_curve *curve, const struct curve_point *point, size_t n,
                       struct err *err);

/* The score of the fitted curve at x. */
double logistic_curve_score(const struct logistic_curve *curve, double x);

#endif
