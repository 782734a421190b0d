/* Sets of positions in files: whole, unfinished, damaged. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/portable.h"
#include "files.h"
#include "sample.h"
#include "search/book.h"
#include "truth/position_set.h"

enum { POSITIONS = 60, BLOCK = 25 };

static const struct position_recipe usual = { .seed = 7,
                                              .count = POSITIONS,
                                              .low = 2,
                                              .high = 40,
                                              .from = SOURCE_LEAVES,
                                              .part = OPENING_VALIDATE,
                                              .rules = POSITION_RULES };

/* What goes into the files. */
struct content {
    struct position pos[POSITIONS];
    signed char result[POSITIONS], score[POSITIONS];
};

static void make_content(struct content *c)
{
    for (int i = 0; i < POSITIONS; i++) {
        struct rng rng;

        sample_rng(&rng, 3, (uint64_t)i);
        sample_position(&c->pos[i], 2 + i % 38, &rng);
        c->score[i] = (signed char)(i % 41 - 20);
        c->result[i] = (signed char)((c->score[i] > 0) - (c->score[i] < 0));
    }
}

/* Writes blocks of BLOCK positions, and the end. */
static void write_set(const char *path, const struct position_recipe *recipe)
{
    struct content c;
    struct position_file file;
    struct position_set set;
    struct err err;

    make_content(&c);
    if (position_file_open(&file, path, recipe, &set, &err))
        fail_msg("%s", err.text);
    assert_int_equal(set.n, 0);
    for (size_t i = 0; i < POSITIONS; i += BLOCK)
        assert_int_equal(position_file_add(&file, c.pos + i,
                                           (recipe->scores ? c.score : c.result) + i,
                                           POSITIONS - i < BLOCK ? POSITIONS - i : BLOCK, &err),
                         0);
    assert_int_equal(position_file_end(&file, &err), 0);
    position_file_close(&file);
    position_set_release(&set);
}

static struct position_set read_set(const char *path)
{
    struct position_set set;
    struct err err;

    if (position_set_read(&set, path, &err))
        fail_msg("%s", err.text);
    return set;
}

/* The first n positions are what was written, or their mirror images. */
static void assert_content(const struct position_set *set, size_t n)
{
    struct content c;

    make_content(&c);
    assert_int_equal(set->n, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(position_key(set->pos[i].own, set->pos[i].all),
                         position_mirror_key(&c.pos[i]));
        assert_int_equal(set->pos[i].plies, c.pos[i].plies);
        assert_int_equal(set->result[i], c.result[i]);
        if (set->recipe.scores)
            assert_int_equal(set->score[i], c.score[i]);
    }
}

/* The bytes of a file. */
struct image {
    unsigned char byte[8192];
    size_t n;
};

static struct image load(const char *path)
{
    FILE *in = fopen(path, "rb");
    struct image image;

    assert_non_null(in);
    image.n = fread(image.byte, 1, sizeof image.byte, in);
    assert_true(image.n < sizeof image.byte);
    fclose(in);
    return image;
}

static void store(const char *path, const struct image *image, size_t n)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(image->byte, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
}

static void refused(const char *path, const char *message)
{
    struct position_set set;
    struct err err;

    assert_int_equal(position_set_read(&set, path, &err), -1);
    if (!strstr(err.text, message) || !strstr(err.text, path))
        fail_msg("'%s' does not say '%s' and name the file", err.text, message);
    assert_null(set.pos);
}

static void what_was_written_is_read(void **state)
{
    (void)state;
    for (int scores = 0; scores < 2; scores++) {
        struct temp_file file = temp_file_make("");
        struct position_recipe recipe = usual;
        struct position_set set;

        recipe.scores = scores;
        write_set(file.path, &recipe);
        assert_true(position_set_is(file.path));
        set = read_set(file.path);
        assert_content(&set, POSITIONS);
        assert_true(set.finished);
        assert_int_equal(set.blocks, 3);
        assert_int_equal(set.block_end[1], 2 * BLOCK);
        assert_int_equal(set.block_end[2], POSITIONS);
        assert_int_equal(set.recipe.seed, 7);
        assert_int_equal(set.recipe.count, POSITIONS);
        assert_int_equal(set.recipe.low, 2);
        assert_int_equal(set.recipe.high, 40);
        assert_int_equal(set.recipe.from, SOURCE_LEAVES);
        assert_int_equal(set.recipe.part, OPENING_VALIDATE);
        assert_int_equal(set.recipe.rules, POSITION_RULES);
        assert_int_equal(set.score != NULL, scores);
        position_set_release(&set);
        position_set_release(&set);
        temp_file_remove(&file);
    }
}

/* Eight bytes a position, and little more. */
static void files_are_small(void **state)
{
    struct temp_file file = temp_file_make("");

    (void)state;
    write_set(file.path, &usual);
    assert_int_equal(load(file.path).n, 48 + 8 * POSITIONS + 4 * 16);
    temp_file_remove(&file);
}

static void any_changed_byte_is_noticed(void **state)
{
    struct temp_file file = temp_file_make("");
    struct image image;

    (void)state;
    write_set(file.path, &usual);
    image = load(file.path);
    for (size_t i = 0; i < image.n; i++) {
        struct position_set set;
        struct err err;

        image.byte[i] ^= 4;
        store(file.path, &image, image.n);
        /* A length that is too large looks like a block that was cut short. */
        if (position_set_read(&set, file.path, &err) == 0) {
            assert_false(set.finished);
            assert_true(set.n < POSITIONS || i >= image.n - 16);
            position_set_release(&set);
        }
        image.byte[i] ^= 4;
    }
    temp_file_remove(&file);
}

static void a_file_cut_short_is_unfinished(void **state)
{
    struct temp_file file = temp_file_make("");
    struct image image;

    (void)state;
    write_set(file.path, &usual);
    image = load(file.path);
    for (size_t n = 48; n < image.n; n++) {
        size_t block = 16 + 8 * BLOCK, blocks = (n - 48) / block;
        struct position_set set;

        if (n >= image.n - 16)
            blocks = 3;
        store(file.path, &image, n);
        set = read_set(file.path);
        assert_false(set.finished);
        assert_int_equal(set.blocks, blocks);
        assert_content(&set, blocks < 3 ? blocks * BLOCK : POSITIONS);
        position_set_release(&set);
    }
    for (size_t n = 0; n < 48; n++) {
        store(file.path, &image, n);
        refused(file.path, "not a set of positions");
    }
    temp_file_remove(&file);
}

/* Replaces a byte of the header, with the right checksum. */
static void change_header(struct image *image, size_t at, unsigned char byte)
{
    image->byte[at] = byte;
    portable_put(image->byte + 40, book_checksum(BOOK_CHECKSUM, image->byte, 40), 8);
}

static void other_files_are_refused(void **state)
{
    struct temp_file file = temp_file_make("444\n");
    struct image image, changed;

    (void)state;
    assert_false(position_set_is(file.path));
    assert_false(position_set_is("/no/such/file"));
    refused(file.path, "not a set of positions");
    refused("/no/such/file", "No such file");
    refused("/tmp", "/tmp: ");
    store(file.path, &(struct image){ { 0 }, 0 }, 0);
    write_set(file.path, &usual);
    image = load(file.path);
    changed = image;
    change_header(&changed, 7, 2);
    store(file.path, &changed, changed.n);
    refused(file.path, "version 2");
    changed = image;
    change_header(&changed, 8, COLUMNS + 1);
    store(file.path, &changed, changed.n);
    refused(file.path, "on a board of 8x6");
    changed = image;
    change_header(&changed, 11, SOURCES);
    store(file.path, &changed, changed.n);
    refused(file.path, "makes no sense");
    changed = image;
    change_header(&changed, 13, 10); /* the fewest plies */
    store(file.path, &changed, changed.n);
    refused(file.path, "position 0 makes no sense");
    store(file.path, &image, image.n);
    changed = image;
    changed.n += 8;
    store(file.path, &changed, changed.n);
    refused(file.path, "something follows its end");
    temp_file_remove(&file);
}

/* From every length that a killed process can leave behind. */
static void unfinished_files_are_continued(void **state)
{
    struct temp_file file = temp_file_make("");
    struct content c;
    struct image image;

    (void)state;
    make_content(&c);
    write_set(file.path, &usual);
    image = load(file.path);
    for (size_t n = 0; n < image.n; n += 7) {
        struct position_file open;
        struct position_set set;
        struct image again;
        struct err err;

        store(file.path, &image, n);
        if (position_file_open(&open, file.path, &usual, &set, &err))
            fail_msg("%s", err.text);
        assert_false(set.finished);
        for (size_t i = set.n; i < POSITIONS; i += BLOCK)
            assert_int_equal(position_file_add(&open, c.pos + i, c.result + i,
                                               POSITIONS - i < BLOCK ? POSITIONS - i : BLOCK, &err),
                             0);
        assert_int_equal(position_file_end(&open, &err), 0);
        position_file_close(&open);
        position_set_release(&set);
        again = load(file.path);
        assert_int_equal(again.n, image.n);
        assert_memory_equal(again.byte, image.byte, image.n);
    }
    temp_file_remove(&file);
}

static void files_of_other_recipes_are_left_alone(void **state)
{
    struct position_recipe other[8];
    static const char *const message[8] = { "--seed 7, not 8",          "--count 60, not 61",
                                            "--plies 2..40, not 3..40", "--plies 2..40, not 2..41",
                                            "--from leaves, not mix",   "--set validate, not test",
                                            "made without --scores",    "--without" };
    struct temp_file file = temp_file_make("");
    struct image image, after;

    (void)state;
    for (int i = 0; i < 8; i++)
        other[i] = usual;
    other[0].seed++;
    other[1].count++;
    other[2].low++;
    other[3].high++;
    other[4].from = SOURCE_MIX;
    other[5].part = OPENING_TEST;
    other[6].scores = true;
    other[7].without = 99;
    write_set(file.path, &usual);
    image = load(file.path);
    for (int i = 0; i < 8; i++) {
        struct position_file open;
        struct position_set set;
        struct err err;

        assert_int_equal(position_file_open(&open, file.path, &other[i], &set, &err), -1);
        if (!strstr(err.text, message[i]) || !strstr(err.text, file.path))
            fail_msg("'%s' does not say '%s'", err.text, message[i]);
        assert_null(open.file);
        after = load(file.path);
        assert_int_equal(after.n, image.n);
        assert_memory_equal(after.byte, image.byte, image.n);
    }
    temp_file_remove(&file);
}

/* Another process has the file open. */
static void two_do_not_write_one_file(void **state)
{
    struct temp_file file = temp_file_make("");
    struct position_file open, second;
    struct position_set set;
    struct err err;
    int status;
    pid_t child;

    (void)state;
    assert_int_equal(position_file_open(&open, file.path, &usual, &set, &err), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool told = position_file_open(&second, file.path, &usual, &set, &err) &&
                    strstr(err.text, "another process is writing it");

        _exit(told ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    position_set_release(&set);
    position_file_close(&open);
    temp_file_remove(&file);
}

static void a_full_disk_is_an_error(void **state)
{
    struct position_file full = { .path = "/dev/full" };
    struct position pos = { 0 };
    signed char result = 1;
    struct err err;

    (void)state;
    full.file = fopen("/dev/full", "r+b");
    if (!full.file)
        skip();
    assert_int_equal(position_file_add(&full, &pos, &result, 1, &err), -1);
    assert_string_equal(err.text, "/dev/full: No space left on device");
    position_file_close(&full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(files_are_small),
        cmocka_unit_test(any_changed_byte_is_noticed),
        cmocka_unit_test(a_file_cut_short_is_unfinished),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(unfinished_files_are_continued),
        cmocka_unit_test(files_of_other_recipes_are_left_alone),
        cmocka_unit_test(two_do_not_write_one_file),
        cmocka_unit_test(a_full_disk_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
