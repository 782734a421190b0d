/* Pieces of any size, written and read back; and a reader that is asked for too much. */
#include "test.h"

#include <string.h>

#include "base/bytes.h"
#include "sample.h"

enum { PIECES = 500 };

/* The piece that belongs to an index: its length and its bytes follow from it. */
static size_t piece(size_t index, unsigned char *out)
{
    struct rng rng;
    size_t n;

    sample_rng(&rng, 5, index);
    n = rng_below(&rng, index % 50 == 0 ? 5000 : 20);
    for (size_t i = 0; i < n; i++)
        out[i] = (unsigned char)rng_below(&rng, 256);
    return n;
}

static void pieces_come_back_in_order(void **state)
{
    static unsigned char wanted[5000], got[5000];
    struct bytes bytes = { 0 };
    struct bytes_reader reader;

    (void)state;
    for (size_t i = 0; i < PIECES; i++)
        bytes_put(&bytes, wanted, piece(i, wanted));
    assert_false(bytes.failed);
    reader = (struct bytes_reader){ bytes.data, bytes.n, false };
    for (size_t i = 0; i < PIECES; i++) {
        size_t n = piece(i, wanted);

        reader_take(&reader, got, n);
        assert_memory_equal(wanted, got, n);
    }
    assert_int_equal(reader.n, 0);
    assert_false(reader.failed);
    bytes_release(&bytes);
    assert_null(bytes.data);
}

static void a_reader_never_goes_beyond_the_end(void **state)
{
    struct bytes_reader reader = { (const unsigned char *)"abc", 3, false };
    char got[4] = "zzz";

    (void)state;
    assert_non_null(reader_skip(&reader, 1));
    reader_take(&reader, got, 3);
    assert_true(reader.failed);
    assert_memory_equal(got, "\0\0\0", 3);
    assert_null(reader_skip(&reader, 1)); /* failed once is failed for good */
    assert_null(reader_skip(&reader, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_come_back_in_order),
        cmocka_unit_test(a_reader_never_goes_beyond_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
