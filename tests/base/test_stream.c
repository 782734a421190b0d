/* Random streams: named, repeatable, apart from each other, and even. */
#include "test.h"

#include <string.h>

#include "sample.h"

#define BINS  256
#define DRAWS SAMPLES(1000000)

static unsigned long first_of(struct stream name)
{
    struct rng rng;

    rng_open(&rng, name);
    return gsl_rng_get(&rng.gsl);
}

/* The known answer of Philox4x32-10 for key 0 and counter 0, as published with
 * Random123. Words are handed out from the last to the first; saved runs depend on it. */
static void the_generator_gives_the_published_answer(void **state)
{
    static const unsigned long answer[4] = { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 };
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ 0 });
    for (int i = 3; i >= 0; i--)
        assert_int_equal(gsl_rng_get(&rng.gsl), answer[i]);
}

static void the_same_name_gives_the_same_numbers(void **state)
{
    struct stream name = { UINT64_C(0x123456789abcdef0), 17, STREAM_MUTATE, 123456789 };
    struct rng a, b;

    (void)state;
    rng_open(&a, name);
    rng_open(&b, name);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(gsl_rng_get(&a.gsl), gsl_rng_get(&b.gsl));
}

/* Each part of a name, down to its last and up to its highest bit. */
static void different_names_give_different_numbers(void **state)
{
    static const struct stream names[] = {
        { 5, 6, STREAM_GAME, 7 },
        { 4, 6, STREAM_GAME, 7 },
        { 5 | UINT64_C(1) << 63, 6, STREAM_GAME, 7 },
        { 5 | UINT64_C(1) << 32, 6, STREAM_GAME, 7 },
        { 5, 7, STREAM_GAME, 7 },
        { 5, 6 | UINT32_C(1) << 31, STREAM_GAME, 7 },
        { 5, 6, STREAM_MOVE, 7 },
        { 5, 6, STREAM_GAME, 6 },
        { 5, 6, STREAM_GAME, 7 | UINT64_C(1) << 32 },
        { 5, 6, STREAM_GAME, 7 | UINT64_C(1) << 55 },
    };
    const size_t n = sizeof names / sizeof names[0];

    (void)state;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(first_of(names[i]) != first_of(names[j]));
}

/* A long stream must not run into that of the next index. */
static void neighbours_do_not_overlap(void **state)
{
    struct rng rng;
    unsigned long next = first_of((struct stream){ .seed = 1, .index = 1 });
    unsigned long second;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 1, .index = 1 });
    gsl_rng_get(&rng.gsl);
    second = gsl_rng_get(&rng.gsl);
    rng_open(&rng, (struct stream){ .seed = 1 });
    for (int i = 0; i < DRAWS; i++)
        if (gsl_rng_get(&rng.gsl) == next)
            assert_true(gsl_rng_get(&rng.gsl) != second);
}

/* With 255 degrees of freedom chi-square is below 170 or above 360 less than
 * once in 20,000: too even is as wrong as too uneven. */
static void assert_even(const unsigned long count[BINS])
{
    double x = chi_square_uniform(count, BINS);

    assert_true(x > 170 && x < 360);
}

static void numbers_of_one_stream_are_even(void **state)
{
    unsigned long high[BINS] = { 0 }, low[BINS] = { 0 }, real[BINS] = { 0 };
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 2 });
    for (int i = 0; i < DRAWS; i++) {
        unsigned long word = gsl_rng_get(&rng.gsl);

        high[word >> 24]++;
        low[word & 0xff]++;
        real[(int)(gsl_rng_uniform(&rng.gsl) * BINS)]++;
    }
    assert_even(high);
    assert_even(low);
    assert_even(real);
}

static void first_numbers_of_many_streams_are_even(void **state)
{
    unsigned long by_index[BINS] = { 0 }, by_seed[BINS] = { 0 }, by_generation[BINS] = { 0 };

    (void)state;
    for (uint32_t i = 0; i < DRAWS; i++) {
        by_index[first_of((struct stream){ .seed = 3, .index = i }) >> 24]++;
        by_seed[first_of((struct stream){ .seed = i }) >> 24]++;
        by_generation[first_of((struct stream){ .seed = 3, .generation = i }) >> 24]++;
    }
    assert_even(by_index);
    assert_even(by_seed);
    assert_even(by_generation);
}

static void below_is_even_and_stays_below(void **state)
{
    unsigned long count[COLUMNS] = { 0 };
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 4 });
    for (int i = 0; i < DRAWS; i++) {
        unsigned long n = rng_below(&rng, COLUMNS);

        assert_true(n < COLUMNS);
        count[n]++;
    }
    /* Six degrees of freedom: above 27.9 once in 10,000. */
    assert_true(chi_square_uniform(count, COLUMNS) < 27.9);
    for (int i = 0; i < 100; i++)
        assert_int_equal(rng_below(&rng, 1), 0);
}

static void doubles_have_53_bits(void **state)
{
    uint64_t seen = 0;
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 5 });
    for (int i = 0; i < 1000; i++) {
        double u = gsl_rng_uniform(&rng.gsl);

        assert_true(u >= 0 && u < 1);
        seen |= (uint64_t)(u * 0x1p53);
    }
    assert_int_equal(seen, (UINT64_C(1) << 53) - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_gives_the_published_answer),
        cmocka_unit_test(the_same_name_gives_the_same_numbers),
        cmocka_unit_test(different_names_give_different_numbers),
        cmocka_unit_test(neighbours_do_not_overlap),
        cmocka_unit_test(numbers_of_one_stream_are_even),
        cmocka_unit_test(first_numbers_of_many_streams_are_even),
        cmocka_unit_test(below_is_even_and_stays_below),
        cmocka_unit_test(doubles_have_53_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
