/* Files that come with the program are found from any folder. */
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/data.h"

/* This very file, built in. */
extern const struct data_file test_files[];

static void built_in_files_have_the_same_bytes(void **state)
{
    const struct data_file *file = data_file_find(test_files, "test_data.c");
    FILE *in = fopen("tests/base/test_data.c", "rb");

    (void)state;
    assert_non_null(file);
    assert_non_null(in);
    for (size_t i = 0; i < file->size; i++)
        assert_int_equal(fgetc(in), file->data[i]);
    assert_int_equal(fgetc(in), EOF);
    assert_int_equal(file->data[file->size], 0);
    fclose(in);
    assert_null(data_file_find(test_files, "test_data"));
    assert_null(data_file_find(test_files, ""));
}

static void ours_are_found(void **state)
{
    static const char *const names[] = { "genomes/fevalb.ini", "configs/studies",
                                         "configs/uci/connect4.ini", "book-8ply.bin" };
    char path[DATA_PATH_SIZE], here[DATA_PATH_SIZE];

    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir("/"), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(data_find(names[i], DATA_SHIPPED, path));
        assert_int_equal(path[0], '/');
        assert_non_null(strstr(path, names[i]));
        assert_true(data_find(names[i], DATA_HERE_FIRST, path));
        assert_int_equal(access(path, R_OK), 0);
    }
    assert_int_equal(chdir(here), 0);
}

static void the_working_folder_goes_first(void **state)
{
    char path[DATA_PATH_SIZE];

    (void)state;
    assert_true(data_find("genomes/fevalb.ini", DATA_HERE_FIRST, path));
    assert_string_equal(path, "genomes/fevalb.ini");
    assert_true(data_find("genomes/fevalb.ini", DATA_SHIPPED, path));
    assert_int_equal(path[0], '/');
}

static void others_are_not(void **state)
{
    char path[DATA_PATH_SIZE], name[DATA_PATH_SIZE + 10];

    (void)state;
    assert_false(data_find("genomes/no-such.ini", DATA_HERE_FIRST, path));
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_false(data_find(name, DATA_HERE_FIRST, path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_files_have_the_same_bytes),
        cmocka_unit_test(ours_are_found),
        cmocka_unit_test(the_working_folder_goes_first),
        cmocka_unit_test(others_are_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
