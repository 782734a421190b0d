/* Sets of solved positions in configs: each position once, none of the verdict's, only training sets,
 * and changes are noticed. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolve/truth_files.h"
#include "files.h"
#include "truth/solved.h"

#define VERDICT "16:40"

static struct run_config config = { .seed = 3, .truth_sets = VERDICT };

/* Writes positions of 16 plies, the first ones those of the verdict, with made-up results. */
static void write_set(const char *path, enum opening_set part, const struct solved_set *verdict,
                      const struct solved_set *other, bool finished)
{
    struct position_recipe recipe = {
        .seed = 1, .count = 80, .low = 16, .high = 16, .part = part, .rules = POSITION_RULES
    };
    size_t n = verdict->n + other->n;
    struct position *pos = calloc(n, sizeof *pos);
    signed char *result = calloc(n, 1);
    struct position_set old;
    struct position_file file;
    struct err err;

    for (size_t i = 0; i < n; i++) {
        pos[i] = i < verdict->n ? verdict->list[i].pos : other->list[i - verdict->n].pos;
        result[i] = (signed char)(i % 3) - 1;
    }
    unlink(path);
    assert_int_equal(position_file_open(&file, path, &recipe, &old, &err), 0);
    assert_int_equal(position_file_add(&file, pos, result, n, &err), 0);
    if (finished)
        assert_int_equal(position_file_end(&file, &err), 0);
    position_file_close(&file);
    position_set_release(&old);
    free(pos);
    free(result);
}

struct fixture {
    struct solved_set verdict, other;
    struct temp_file file;
};

static int begin(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err err;

    if (!f || solved_draw(&f->verdict, VERDICT, OPENING_TEST, config.seed, &err) ||
        solved_draw(&f->other, "16:40", OPENING_TRAIN, config.seed, &err))
        return -1;
    f->file = temp_file_make("");
    *state = f;
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;

    temp_file_remove(&f->file);
    solved_release(&f->verdict);
    solved_release(&f->other);
    free(f);
    return 0;
}

static void training_and_verdict_do_not_overlap(void **state)
{
    struct fixture *f = *state;
    struct truth_files files = { 0 };
    struct truth_positions all;
    struct err err;

    /* The file is named twice, so each position comes up twice. */
    write_set(f->file.path, OPENING_TRAIN, &f->verdict, &f->other, true);
    for (int i = 0; i < 2; i++)
        assert_int_equal(truth_files_add(&files, f->file.path, &err), 0);
    assert_int_equal(truth_positions_read(&all, &files, &config, &err), 0);
    assert_int_equal(all.n, f->other.n);
    for (size_t i = 0; i < all.n; i++) {
        uint64_t key = position_mirror_key(&all.pos[i]);
        size_t at = 0;

        for (size_t v = 0; v < f->verdict.n; v++)
            assert_true(f->verdict.list[v].key != key);
        while (at < f->other.n && f->other.list[at].key != key)
            at++;
        assert_true(at < f->other.n);
        assert_int_equal(all.result[i], (int)((f->verdict.n + at) % 3) - 1);
    }
    truth_positions_release(&all);
    truth_files_release(&files);
}

static void other_sets_are_refused(void **state)
{
    struct fixture *f = *state;
    struct truth_files files = { 0 };
    struct err err;

    write_set(f->file.path, OPENING_TEST, &f->verdict, &f->other, true);
    assert_int_equal(truth_files_add(&files, f->file.path, &err), -1);
    assert_non_null(strstr(err.text, "--set test"));
    write_set(f->file.path, OPENING_TRAIN, &f->verdict, &f->other, false);
    assert_int_equal(truth_files_add(&files, f->file.path, &err), -1);
    assert_non_null(strstr(err.text, "unfinished"));
    assert_int_equal(files.n, 0);
}

static void a_change_is_noticed(void **state)
{
    struct fixture *f = *state;
    struct truth_files files = { 0 };
    struct truth_positions all;
    struct err err;

    write_set(f->file.path, OPENING_TRAIN, &f->verdict, &f->other, true);
    assert_int_equal(truth_files_add(&files, f->file.path, &err), 0);
    write_set(f->file.path, OPENING_TRAIN, &f->other, &f->verdict, true);
    assert_int_equal(truth_positions_read(&all, &files, &config, &err), -1);
    assert_non_null(strstr(err.text, "has changed"));
    truth_files_release(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_and_verdict_do_not_overlap),
        cmocka_unit_test(other_sets_are_refused),
        cmocka_unit_test(a_change_is_noticed),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
