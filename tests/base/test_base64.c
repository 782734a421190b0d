/* Base64: the examples of RFC 4648, and random bytes there and back. */
#include "test.h"

#include <string.h>

#include "base/base64.h"
#include "sample.h"

static void examples_of_the_standard(void **state)
{
    static const char *const example[][2] = { { "", "" },
                                              { "f", "Zg==" },
                                              { "fo", "Zm8=" },
                                              { "foo", "Zm9v" },
                                              { "foob", "Zm9vYg==" },
                                              { "fooba", "Zm9vYmE=" },
                                              { "foobar", "Zm9vYmFy" } };

    (void)state;
    for (size_t i = 0; i < sizeof example / sizeof *example; i++) {
        size_t n = strlen(example[i][0]);
        unsigned char bytes[8] = { 0 };
        char text[16];

        base64_encode(text, (const unsigned char *)example[i][0], n);
        assert_string_equal(text, example[i][1]);
        assert_int_equal(strlen(text), BASE64_LENGTH(n));
        assert_int_equal(base64_decode(bytes, n, example[i][1]), 0);
        assert_memory_equal(bytes, example[i][0], n);
    }
}

static void random_bytes_come_back(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(500); i++) {
        unsigned char bytes[200], again[200];
        char text[BASE64_LENGTH(200) + 1];
        struct rng rng;
        size_t n;

        sample_rng(&rng, 91, i);
        n = rng_below(&rng, sizeof bytes);
        for (size_t k = 0; k < n; k++)
            bytes[k] = (unsigned char)rng_below(&rng, 256);
        base64_encode(text, bytes, n);
        assert_int_equal(base64_decode(again, n, text), 0);
        assert_memory_equal(bytes, again, n);
        assert_int_equal(base64_decode(again, n + 1, text), -1);
        if (n > 0)
            assert_int_equal(base64_decode(again, n - 1, text), -1);
    }
}

static void white_space_is_skipped_and_nonsense_refused(void **state)
{
    static const char *const wrong[] = { "Zm9", "Zm9vZ", "Zm9v====", "Zm 9*", "Zm9v Zm9v", "=m9v" };
    unsigned char bytes[8];

    (void)state;
    assert_int_equal(base64_decode(bytes, 3, " Z\nm9\t v \n"), 0);
    assert_memory_equal(bytes, "foo", 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(base64_decode(bytes, 3, wrong[i]), -1);
    assert_int_equal(base64_decode(bytes, 1, "Zh=="), -1); /* bits beyond the byte */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_standard),
        cmocka_unit_test(random_bytes_come_back),
        cmocka_unit_test(white_space_is_skipped_and_nonsense_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
