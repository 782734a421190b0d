/* Several processes write the same file: a reader always sees one of them, whole. */
#include "store/sample_run.h"

#include <sys/wait.h>
#include <time.h>

#include "base/replacement.h"

#define WRITERS 4
#define TIMES   40
#define REPEATS 2000

static int write_file(const char *dir, char letter)
{
    struct replacement file;
    struct err err;

    if (replacement_begin(&file, dir, "file", &err))
        return -1;
    for (int i = 0; i < REPEATS; i++)
        fprintf(file.out, "%c%c%c%c%c%c%c\n", letter, letter, letter, letter, letter, letter,
                letter);
    return replacement_finish(&file, &err);
}

static void check_file(const char *path)
{
    FILE *in = fopen(path, "r");
    int first = EOF, letter, n = 0;

    if (!in)
        return; /* nobody has written yet */
    first = getc(in);
    for (letter = first; letter != EOF; letter = getc(in), n++)
        assert_true(letter == first || letter == '\n');
    assert_int_equal(n, 8 * REPEATS);
    fclose(in);
}

static void test_many_writers(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128];
    int left = WRITERS, status;

    (void)state;
    for (int i = 0; i < WRITERS; i++) {
        if (fork() == 0) {
            for (int k = 0; k < TIMES; k++)
                if (write_file(dir.path, (char)('a' + i)))
                    _exit(1);
            _exit(0);
        }
    }
    while (left > 0) {
        check_file(inside(path, dir.path, "file"));
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        if (waitpid(-1, &status, WNOHANG) > 0) {
            assert_int_equal(status, 0);
            left--;
        }
    }
    check_file(path);
    assert_int_not_equal(access(inside(path, dir.path, "file.new"), F_OK), 0);
    temp_dir_remove(&dir);
}

static void test_cancelled(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct replacement file;
    char path[128];
    struct err err;

    (void)state;
    assert_int_equal(write_file(dir.path, 'x'), 0);
    assert_works(replacement_begin(&file, dir.path, "file", &err), err);
    fputs("half", file.out);
    replacement_cancel(&file);
    check_file(inside(path, dir.path, "file"));
    assert_int_not_equal(access(inside(path, dir.path, "file.new"), F_OK), 0);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_writers),
        cmocka_unit_test(test_cancelled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
