#include "test.h"

#include <stdio.h>
#include <string.h>

#include "base/embedded.h"

/* Made at build time of this very file. */
extern const struct embedded test_files[];

static void test_bytes_are_those_of_the_file(void **state)
{
    const struct embedded *file = embedded_find(test_files, "test_embedded.c");
    FILE *in = fopen("tests/base/test_embedded.c", "rb");

    (void)state;
    assert_non_null(file);
    assert_non_null(in);
    for (size_t i = 0; i < file->size; i++)
        assert_int_equal(fgetc(in), file->data[i]);
    assert_int_equal(fgetc(in), EOF);
    assert_int_equal(file->data[file->size], 0);
    fclose(in);
}

static void test_other_names_are_not_found(void **state)
{
    (void)state;
    assert_null(embedded_find(test_files, "test_embedded"));
    assert_null(embedded_find(test_files, ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_are_those_of_the_file),
        cmocka_unit_test(test_other_names_are_not_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
