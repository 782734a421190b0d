/*
 * student - a few values that are a sample, such as one score for each seed of an experiment.
 *
 * Means have intervals by Student's t distribution. Two lists whose values belong together in
 * pairs are compared by their differences. Several tests are corrected by Holm's method, after
 * which the probability that any of them finds a difference where there is none is at most that
 * of a single test.
 */
#ifndef C4E_STATS_STUDENT_H
#define C4E_STATS_STUDENT_H

#include <stddef.h>

#include "stats/tally.h"

/* The mean and its 95% interval. The limits are nan for a single value, the mean too for none. */
struct interval student_interval(const double *value, size_t n);

struct student_test {
    struct interval difference; /* mean of a - b */
    double p;                   /* of a mean at least as far from 0 if there is no difference; nan
                                   for fewer than two pairs */
};

/*
 * Compares a[i] with b[i]. If all differences are the same, they have no spread to compare their
 * mean with: then p is 1 if they are 0, and otherwise that of the sign test, 2 to the power of
 * 1 - n.
 */
struct student_test student_paired(const double *a, const double *b, size_t n);

/* Holm's correction of n probabilities. Those that are nan stay so and do not count. */
void student_holm(const double *p, size_t n, double *corrected);

#endif
