/*
 * test - what every test program includes: cmocka and its four headers, in the order it wants.
 */
#ifndef C4E_TESTS_TEST_H
#define C4E_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
