/* Text files: their lines, and what is refused. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text_file.h"

static char path[] = "/tmp/c4evolve-text-XXXXXX";

static void put(const char *bytes, size_t size)
{
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static void lines_are_read(void **state)
{
    static const char text[] = "one\n\n\r\nthree\r\nlast";
    static const char *const wanted[] = { "one", "", "", "three", "last" };
    struct text_file file;
    struct err err;

    (void)state;
    put(text, strlen(text));
    assert_int_equal(text_file_open(&file, path, &err), 0);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(text_file_next(&file, &err), 1);
        assert_int_equal(file.number, i + 1);
        assert_string_equal(file.text, wanted[i]);
    }
    assert_int_equal(text_file_next(&file, &err), 0);
    text_file_close(&file);
    text_file_close(&file); /* a zeroed struct */
}

static void long_lines_have_an_end(void **state)
{
    char *text = malloc(TEXT_FILE_LONGEST + 10);
    struct text_file file;
    struct err err;

    (void)state;
    assert_non_null(text);
    memset(text, 'x', TEXT_FILE_LONGEST + 10);
    put(text, 100000);
    assert_int_equal(text_file_open(&file, path, &err), 0);
    assert_int_equal(text_file_next(&file, &err), 1);
    assert_int_equal(strlen(file.text), 100000);
    text_file_close(&file);
    put(text, TEXT_FILE_LONGEST + 10);
    assert_int_equal(text_file_open(&file, path, &err), 0);
    assert_int_equal(text_file_next(&file, &err), -1);
    assert_non_null(strstr(err.text, ":1: line is longer"));
    text_file_close(&file);
    free(text);
}

static void zero_bytes_are_refused(void **state)
{
    struct text_file file;
    struct err err;

    (void)state;
    put("a\nb\0c\n", 6);
    assert_int_equal(text_file_open(&file, path, &err), 0);
    assert_int_equal(text_file_next(&file, &err), 1);
    assert_int_equal(text_file_next(&file, &err), -1);
    assert_non_null(strstr(err.text, ":2: zero byte"));
    text_file_close(&file);
    assert_null(text_file_whole(path, &err));
    assert_non_null(strstr(err.text, ":2: zero byte"));
    assert_null(text_file_whole("/dev/zero", &err));
}

static void files_are_read_whole(void **state)
{
    char *text, *big = malloc(300001);
    struct err err;

    (void)state;
    assert_non_null(big);
    memset(big, 'y', 300000);
    big[300000] = '\0';
    put(big, 300000);
    text = text_file_whole(path, &err);
    assert_non_null(text);
    assert_string_equal(text, big);
    free(text);
    free(big);
    put("", 0);
    text = text_file_whole(path, &err);
    assert_non_null(text);
    assert_string_equal(text, "");
    free(text);
}

static void other_things_have_a_reason(void **state)
{
    struct text_file file;
    struct err err;

    (void)state;
    assert_int_equal(text_file_open(&file, "/nowhere/x", &err), -1);
    assert_string_equal(err.text, "/nowhere/x: No such file or directory");
    assert_null(text_file_whole("/", &err));
    assert_string_equal(err.text, "/: Is a directory");
}

static int make_file(void **state)
{
    (void)state;
    return close(mkstemp(path));
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(long_lines_have_an_end),
        cmocka_unit_test(zero_bytes_are_refused),
        cmocka_unit_test(files_are_read_whole),
        cmocka_unit_test(other_things_have_a_reason),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
