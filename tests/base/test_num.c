/* Numbers from text and back. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "sample.h"

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static void assert_comes_back(double value)
{
    char text[NUM_TEXT_SIZE];
    double back = 0;

    num_format(value, text);
    assert_int_equal(num_parse_double(text, &back), 0);
    if (bits_of(back) != bits_of(value))
        fail_msg("%a became '%s'", value, text);
}

/* Random bit patterns have every exponent, subnormal numbers included. */
static void any_double_comes_back_bit_for_bit(void **state)
{
    struct rng rng;

    (void)state;
    sample_rng(&rng, 1, 0);
    for (int i = 0; i < SAMPLES(60000); i++) {
        uint64_t bits = (uint64_t)gsl_rng_get(&rng.gsl) << 32 | gsl_rng_get(&rng.gsl);

        if (isfinite(double_of(bits)))
            assert_comes_back(double_of(bits));
        assert_comes_back(double_of(bits & UINT64_C(0x800fffffffffffff)));
        assert_comes_back(2000 * gsl_rng_uniform(&rng.gsl) - 1000);
    }
    assert_comes_back(0.0);
    assert_comes_back(-0.0);
    assert_comes_back(double_of(1));
    assert_comes_back(double_of(UINT64_C(0x7fefffffffffffff)));
}

static void numbers_are_written_as_a_person_would(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        { 0, "0" },           { 1, "1" },
        { -1, "-1" },         { 0.1, "0.1" },
        { 4.5, "4.5" },       { 10, "10" },
        { 40, "40" },         { 100, "100" },
        { -600, "-600" },     { 1000, "1000" },
        { 0.25, "0.25" },     { 12345, "12345" },
        { 123456, "123456" }, { 1.0 / 3, "0.3333333333333333" },
    };
    char text[NUM_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(num_format(cases[i].value, text), cases[i].text);
}

/* One digit less, and it would be another number. */
static void no_digit_is_wasted(void **state)
{
    struct rng rng;

    (void)state;
    sample_rng(&rng, 2, 0);
    for (int i = 0; i < SAMPLES(20000); i++) {
        double value = gsl_rng_uniform(&rng.gsl);
        char text[NUM_TEXT_SIZE], shorter[NUM_TEXT_SIZE];
        int digits = (int)rng_below(&rng, 17) + 1;

        snprintf(text, sizeof text, "%.*g", digits, value);
        value = strtod(text, NULL);
        num_format(value, shorter);
        assert_true(strlen(shorter) <= strlen(text));
    }
}

static void parsers_take_the_whole_text_or_nothing(void **state)
{
    static const char *const bad[] = { "",       " ",   " 1",  "1 ",   "1x",       "x",
                                       "nan",    "NaN", "inf", "-inf", "infinity", "1e999",
                                       "-1e999", "--1", "+-1", "1,5",  ".",        "-",
                                       "+",      "e5",  "1e",  "1..2", "1\n" };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double d = 42;
        long l = 42;
        uint64_t u = 42;

        if (num_parse_double(bad[i], &d) != -1 || num_parse_long(bad[i], &l) != -1 ||
            num_parse_u64(bad[i], &u) != -1)
            fail_msg("'%s' was taken for a number", bad[i]);
        assert_true(d == 42 && l == 42 && u == 42);
    }
}

static void good_numbers_are_taken(void **state)
{
    double d;
    long l;
    uint64_t u;

    (void)state;
    assert_int_equal(num_parse_double("-1.5e2", &d), 0);
    assert_true(d == -150);
    assert_int_equal(num_parse_double(".5", &d), 0);
    assert_true(d == 0.5);
    assert_int_equal(num_parse_double("+7", &d), 0);
    assert_true(d == 7);
    assert_int_equal(num_parse_long("-17", &l), 0);
    assert_int_equal(l, -17);
    assert_int_equal(num_parse_u64("18446744073709551615", &u), 0);
    assert_int_equal(u, UINT64_MAX);
}

static void whole_numbers_do_not_overflow(void **state)
{
    long l = 42;
    uint64_t u = 42;

    (void)state;
    assert_int_equal(num_parse_long("9223372036854775808", &l), -1);
    assert_int_equal(num_parse_long("1.5", &l), -1);
    assert_int_equal(num_parse_long(".5", &l), -1);
    assert_int_equal(num_parse_long("1e3", &l), -1);
    assert_int_equal(num_parse_u64("18446744073709551616", &u), -1);
    assert_int_equal(num_parse_u64("-1", &u), -1);
    assert_int_equal(num_parse_u64("1.0", &u), -1);
    assert_int_equal(l, 42);
    assert_int_equal(u, 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_double_comes_back_bit_for_bit),
        cmocka_unit_test(numbers_are_written_as_a_person_would),
        cmocka_unit_test(no_digit_is_wasted),
        cmocka_unit_test(parsers_take_the_whole_text_or_nothing),
        cmocka_unit_test(good_numbers_are_taken),
        cmocka_unit_test(whole_numbers_do_not_overflow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
