/*
 * test - included by every test program: cmocka after the headers that it needs, and a
 * comparison of doubles, which cmocka's own would cut to floats.
 */
#ifndef C4E_TESTS_TEST_H
#define C4E_TESTS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Fails unless the two differ by at most the tolerance. NaN fails, too. */
#define assert_close(a, b, tolerance)                                                              \
    test_check_close((a), (b), (tolerance), #a, __FILE__, __LINE__)

static inline void test_check_close(double a, double b, double tolerance, const char *what,
                                    const char *file, int line)
{
    if (fabs(a - b) <= tolerance)
        return;
    print_error("%s is %.12g, not %.12g within %g\n", what, a, b, tolerance);
    _fail(file, line);
}

#endif
