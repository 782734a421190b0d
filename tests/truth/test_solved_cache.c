/* The file that keeps solved positions: whole, torn, damaged, out of reach. */
#include "test.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "solving.h"

static const char sets[] = "24:30,30:20";

/* Reading back what was written, for the same positions and for their mirror images. */
static void the_cache_gives_back_what_it_got(void **state)
{
    struct temp_file file = temp_file_make("");
    struct solved_set first = drawn_set(sets), again = drawn_set(sets), mirrored = drawn_set(sets);
    struct err note;

    (void)state;
    assert_int_equal(solve_with(&first, file.path, 2, &note), 0);
    assert_string_equal(note.text, "");
    assert_int_equal(solve_with(&again, file.path, 1, &note), again.n);
    assert_same_scores(&first, &again);
    for (size_t i = 0; i < mirrored.n; i++) {
        struct position *pos = &mirrored.list[i].pos;

        pos->own = mirror_cells(pos->own);
        pos->all = mirror_cells(pos->all);
    }
    assert_int_equal(solve_with(&mirrored, file.path, 1, &note), mirrored.n);
    for (size_t i = 0; i < mirrored.n; i++)
        for (int c = 0; c < COLUMNS; c++)
            assert_int_equal(mirrored.list[i].score[c], first.list[i].score[COLUMNS - 1 - c]);
    solved_release(&first);
    solved_release(&again);
    solved_release(&mirrored);
    temp_file_remove(&file);
}

/* Cut anywhere, a file gives back all whole lines, and takes new ones. */
static void a_torn_line_costs_only_itself(void **state)
{
    struct temp_file file = temp_file_make("");
    struct solved_set whole = drawn_set("30:4");
    struct err note;
    struct stat info;

    (void)state;
    solve_with(&whole, file.path, 1, &note);
    assert_int_equal(stat(file.path, &info), 0);
    for (off_t cut = 1; cut <= 30; cut++) {
        struct solved_set torn = drawn_set("30:4"), healed = drawn_set("30:4");

        assert_int_equal(truncate(file.path, info.st_size - cut), 0);
        assert_int_equal(solve_with(&torn, file.path, 1, &note), 3);
        assert_same_scores(&whole, &torn);
        assert_int_equal(solve_with(&healed, file.path, 1, &note), 4);
        assert_same_scores(&whole, &healed);
        solved_release(&torn);
        solved_release(&healed);
        assert_int_equal(truncate(file.path, 0), 0);
        torn = drawn_set("30:4");
        solve_with(&torn, file.path, 1, &note);
        solved_release(&torn);
    }
    solved_release(&whole);
    temp_file_remove(&file);
}

/* Any one byte changed: the line is not believed, and the scores are still right. */
static void damaged_lines_are_solved_again(void **state)
{
    struct temp_file file = temp_file_make("");
    struct solved_set whole = drawn_set("30:3");
    struct err note;
    char *text;

    (void)state;
    solve_with(&whole, file.path, 1, &note);
    text = read_whole(file.path);
    for (char *at = strchr(text, '\n') + 1; *at; at++) {
        struct solved_set set = drawn_set("30:3");
        char byte = *at;
        struct temp_file damaged;

        *at = byte == '3' ? '4' : '3';
        damaged = temp_file_make(text);
        *at = byte;
        assert_true(solve_with(&set, damaged.path, 1, &note) < 3);
        assert_same_scores(&whole, &set);
        solved_release(&set);
        temp_file_remove(&damaged);
    }
    free(text);
    solved_release(&whole);
    temp_file_remove(&file);
}

static void assert_left_alone(const char *content, const char *why)
{
    struct temp_file file = temp_file_make(content);
    struct solved_set set = drawn_set("30:3");
    struct err note;
    char *after;

    solve_with(&set, file.path, 1, &note);
    if (!strstr(note.text, why))
        fail_msg("'%s' does not say '%s'", note.text, why);
    after = read_whole(file.path);
    assert_string_equal(after, content);
    free(after);
    solved_release(&set);
    temp_file_remove(&file);
}

static void a_file_of_another_kind_is_left_alone(void **state)
{
    (void)state;
    assert_left_alone("[line]\nown1 = 1\n", "is not a file of solved positions");
    assert_left_alone("# c4evolve solved positions, 1, board 8x7\n",
                      "is for a board of 8x7; this program is for " BOARD_NAME);
    assert_left_alone("# c4evolve solved positions, 12\n", "is not a file of solved positions");
}

/* As programs wrote it before files named their board. */
static void a_file_that_names_no_board_is_for_the_usual_one(void **state)
{
    struct temp_file file = temp_file_make("# c4evolve solved positions, 1\n");
    struct solved_set set = drawn_set("30:3");
    struct err note;

    (void)state;
    assert_int_equal(solve_with(&set, file.path, 1, &note), 0);
    solved_release(&set);
    set = drawn_set("30:3");
    assert_int_equal(solve_with(&set, file.path, 1, &note), 3);
    solved_release(&set);
    temp_file_remove(&file);
}

static void a_cache_that_cannot_be_written_stops_nothing(void **state)
{
    struct temp_file file = temp_file_make("");
    char path[128];
    struct solved_set set = drawn_set("30:3");
    struct err note;

    (void)state;
    snprintf(path, sizeof path, "%s/folder/solved.txt", file.path);
    solve_with(&set, path, 1, &note);
    assert_true(note.text[0] != '\0');
    solved_release(&set);
    if (access("/dev/full", W_OK) == 0) {
        set = drawn_set("30:3");
        solve_with(&set, "/dev/full", 1, &note);
        assert_true(note.text[0] != '\0');
        solved_release(&set);
    }
    temp_file_remove(&file);
}

static void folders_are_made_on_the_way(void **state)
{
    struct temp_file file = temp_file_make("");
    char path[128];
    struct solved_set set = drawn_set("30:3");
    struct err note;

    (void)state;
    temp_file_remove(&file);
    snprintf(path, sizeof path, "%s/a/solved.txt", file.path);
    solve_with(&set, path, 1, &note);
    assert_string_equal(note.text, "");
    assert_int_equal(solve_with(&set, path, 1, &note), 3);
    solved_release(&set);
    assert_int_equal(unlink(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(file.path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cache_gives_back_what_it_got),
        cmocka_unit_test(a_torn_line_costs_only_itself),
        cmocka_unit_test(damaged_lines_are_solved_again),
        cmocka_unit_test(a_file_of_another_kind_is_left_alone),
        cmocka_unit_test(a_file_that_names_no_board_is_for_the_usual_one),
        cmocka_unit_test(a_cache_that_cannot_be_written_stops_nothing),
        cmocka_unit_test(folders_are_made_on_the_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
