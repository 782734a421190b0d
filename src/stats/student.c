#include "stats/student.h"

#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_cdf.h>

/* A mean and its standard error, which is nan for a single value. */
struct moments {
    double mean, error;
};

/* The values of b, if there are any, are subtracted. */
static struct moments moments_of(const double *a, const double *b, size_t n)
{
    struct moments m = { 0, 0 };
    double squares = 0;

    for (size_t i = 0; i < n; i++)
        m.mean += b ? a[i] - b[i] : a[i];
    m.mean /= (double)n;
    for (size_t i = 0; i < n; i++) {
        double away = (b ? a[i] - b[i] : a[i]) - m.mean;

        squares += away * away;
    }
    m.error = n > 1 ? sqrt(squares / (double)(n - 1) / (double)n) : NAN;
    return m;
}

static struct interval interval_of(struct moments m, size_t n)
{
    double half = n > 1 ? gsl_cdf_tdist_Qinv(0.025, (double)(n - 1)) * m.error : NAN;

    return (struct interval){ m.mean, m.mean - half, m.mean + half };
}

struct interval student_interval(const double *value, size_t n)
{
    return interval_of(moments_of(value, NULL, n), n);
}

static bool all_the_same(const double *a, const double *b, size_t n)
{
    double tiny = 1e-12 * (fabs(a[0]) + fabs(b[0])); /* rounding */

    for (size_t i = 1; i < n; i++)
        if (fabs((a[i] - b[i]) - (a[0] - b[0])) > tiny)
            return false;
    return true;
}

struct student_test student_paired(const double *a, const double *b, size_t n)
{
    struct moments m = moments_of(a, b, n);
    struct student_test test = { interval_of(m, n), NAN };

    if (n < 2)
        return test;
    if (!all_the_same(a, b, n))
        test.p = 2 * gsl_cdf_tdist_Q(fabs(m.mean / m.error), (double)(n - 1));
    else
        test.p = a[0] == b[0] ? 1 : ldexp(1, 1 - (int)n);
    return test;
}

/* The smallest of m probabilities is multiplied by m, the next one by m - 1, and so on; and none
 * becomes smaller than one that was smaller before. */
void student_holm(const double *p, size_t n, double *corrected)
{
    for (size_t i = 0; i < n; i++) {
        size_t factor = 0;

        for (size_t k = 0; k < n; k++)
            factor += p[k] >= p[i];
        corrected[i] = isnan(p[i]) ? NAN : fmin(1, (double)factor * p[i]);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            if (p[k] <= p[i])
                corrected[i] = fmax(corrected[i], corrected[k]);
}
