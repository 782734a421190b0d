/*
 * close - comparing doubles; cmocka's own comparison cuts them to floats.
 */
#ifndef C4E_TESTS_CLOSE_H
#define C4E_TESTS_CLOSE_H

#include <math.h>

#include "test.h"

/* Fails unless the two differ by at most the tolerance; a value that is not a number fails. */
#define assert_close(a, b, tolerance) close_check((a), (b), (tolerance), #a, __FILE__, __LINE__)

static inline void close_check(double a, double b, double tolerance, const char *what,
                               const char *file, int line)
{
    if (fabs(a - b) <= tolerance)
        return;
    print_error("%s is %.12g, not %.12g within %g\n", what, a, b, tolerance);
    _fail(file, line);
}

#endif
