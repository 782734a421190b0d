/* Openings against positions that are found by playing every sequence on a plain board. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "arena/opening.h"
#include "files.h"
#include "reference.h"

#define BOARD_SIZE (CELLS + 1)

/* A position as 42 characters, the same for a position and its mirror image. */
struct board_text {
    char text[BOARD_SIZE];
};

struct board_list {
    struct board_text *list;
    size_t n;
};

static void write_board(const struct ref_board *b, bool mirror, char text[BOARD_SIZE])
{
    for (int column = 0; column < COLUMNS; column++)
        for (int row = 0; row < ROWS; row++)
            text[column * ROWS + row] = ".XO"[b->cell[mirror ? COLUMNS - 1 - column : column][row]];
    text[CELLS] = '\0';
}

static struct board_text board_text_of(const struct ref_board *b)
{
    struct board_text one, other;

    write_board(b, false, one.text);
    write_board(b, true, other.text);
    return strcmp(one.text, other.text) < 0 ? one : other;
}

static int side_at(const struct ref_board *b, int column, int row)
{
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS)
        return REF_EMPTY;
    return b->cell[column][row];
}

static bool line_through(const struct ref_board *b, int column, int row, int dc, int dr)
{
    int side = side_at(b, column, row);

    for (int i = 0; i < 4; i++)
        if (side == REF_EMPTY || side_at(b, column + i * dc, row + i * dr) != side)
            return false;
    return true;
}

static bool anyone_has_four(const struct ref_board *b)
{
    for (int column = 0; column < COLUMNS; column++)
        for (int row = 0; row < ROWS; row++)
            if (line_through(b, column, row, 1, 0) || line_through(b, column, row, 0, 1) ||
                line_through(b, column, row, 1, 1) || line_through(b, column, row, 1, -1))
                return true;
    return false;
}

static bool drop(struct ref_board *b, int column)
{
    if (b->height[column] == ROWS)
        return false;
    b->cell[column][b->height[column]++] = b->plies++ % 2 == 0 ? REF_FIRST : REF_SECOND;
    return true;
}

static bool can_win_at_once(const struct ref_board *b)
{
    for (int column = 0; column < COLUMNS; column++) {
        struct ref_board next = *b;

        if (drop(&next, column) && anyone_has_four(&next))
            return true;
    }
    return false;
}

static struct ref_board replay(const struct moves *moves)
{
    struct ref_board b = { 0 };

    for (int i = 0; i < moves->n; i++)
        assert_true(drop(&b, moves->column[i]));
    return b;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct board_text *)a)->text, ((const struct board_text *)b)->text);
}

static void board_list_add(struct board_list *all, struct board_text text)
{
    all->list = realloc(all->list, (all->n + 1) * sizeof *all->list);
    assert_non_null(all->list);
    all->list[all->n++] = text;
}

/* Adds every opening that can be reached from this board with that many more moves. */
static void walk(struct board_list *all, const struct ref_board *b, int plies)
{
    if (anyone_has_four(b))
        return;
    if (plies == 0) {
        if (!can_win_at_once(b))
            board_list_add(all, board_text_of(b));
        return;
    }
    for (int column = 0; column < COLUMNS; column++) {
        struct ref_board next = *b;

        if (drop(&next, column))
            walk(all, &next, plies - 1);
    }
}

/* Sorts, and returns how many are different. */
static size_t sort_unique(struct board_list *all)
{
    size_t kept = 0;

    if (all->n)
        qsort(all->list, all->n, sizeof *all->list, compare);
    for (size_t i = 0; i < all->n; i++)
        if (i == 0 || compare(&all->list[i], &all->list[kept - 1]) != 0)
            all->list[kept++] = all->list[i];
    return kept;
}

static struct openings draw(int plies, size_t count, enum opening_set set, uint64_t seed,
                            uint32_t generation)
{
    struct openings openings;
    struct err err;

    assert_int_equal(openings_draw(&openings, plies, count, set, seed, generation, &err), 0);
    assert_true(openings.n <= count);
    return openings;
}

static void add_all(struct board_list *all, const struct openings *openings)
{
    for (size_t i = 0; i < openings->n; i++) {
        struct ref_board b = replay(&openings->list[i]);

        board_list_add(all, board_text_of(&b));
    }
}

static void short_openings_are_all_found(void **state)
{
    static const size_t known[] = { 1, 4, 25, 121, 568, 2144 };

    (void)state;
    for (int plies = 1; plies <= 5; plies++) {
        struct board_list all = { 0 }, drawn = { 0 };
        struct openings openings = draw(plies, 5000, OPENING_ANY, 3, 0);
        struct ref_board empty = { 0 };

        walk(&all, &empty, plies);
        all.n = sort_unique(&all);
        assert_int_equal(all.n, known[plies]);
        add_all(&drawn, &openings);
        assert_int_equal(drawn.n, all.n);
        assert_int_equal(sort_unique(&drawn), all.n);
        assert_memory_equal(drawn.list, all.list, all.n * sizeof *all.list);
        free(all.list);
        free(drawn.list);
        openings_release(&openings);
    }
}

static void openings_are_open_and_distinct(void **state)
{
    static const int plies[] = { 4, 6, 9, 16, 30, CELLS - 2 };

    (void)state;
    for (size_t p = 0; p < sizeof plies / sizeof *plies; p++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct openings openings = draw(plies[p], 200, OPENING_ANY, seed, (uint32_t)seed - 1);
            struct board_list all = { 0 };

            assert_int_equal(openings.n, 200);
            for (size_t i = 0; i < openings.n; i++) {
                struct ref_board b = replay(&openings.list[i]);

                assert_int_equal(openings.list[i].n, plies[p]);
                assert_false(anyone_has_four(&b));
                assert_false(can_win_at_once(&b));
            }
            add_all(&all, &openings);
            assert_int_equal(sort_unique(&all), 200);
            free(all.list);
            openings_release(&openings);
        }
    }
}

/* Across all generations: what is drawn for training now is never a test later. */
static void sets_are_disjoint(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct board_list all = { 0 };
        size_t distinct = 0;

        for (int set = OPENING_TRAIN; set <= OPENING_TEST; set++) {
            struct board_list own = { 0 };

            for (uint32_t generation = 0; generation < 3; generation++) {
                struct openings openings = draw(5, 120, (enum opening_set)set, seed, generation);

                assert_int_equal(openings.n, 120);
                add_all(&own, &openings);
                add_all(&all, &openings);
                openings_release(&openings);
            }
            distinct += sort_unique(&own);
            free(own.list);
        }
        assert_int_equal(sort_unique(&all), distinct);
        free(all.list);
    }
}

static void sets_share_as_promised(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct openings openings = draw(12, 8000, OPENING_ANY, seed, 0);
        size_t count[4] = { 0 };

        for (size_t i = 0; i < openings.n; i++) {
            struct moves mirrored = openings.list[i];
            struct position pos = moves_position(&openings.list[i]), image;

            for (int m = 0; m < mirrored.n; m++)
                mirrored.column[m] = (unsigned char)(COLUMNS - 1 - mirrored.column[m]);
            image = moves_position(&mirrored);
            assert_int_equal(opening_set_of(&pos, seed), opening_set_of(&image, seed));
            count[opening_set_of(&pos, seed)]++;
        }
        assert_int_equal(count[OPENING_ANY], 0);
        assert_in_range(count[OPENING_TRAIN], 3800, 4200);
        assert_in_range(count[OPENING_VALIDATE], 1830, 2170);
        assert_in_range(count[OPENING_TEST], 1830, 2170);
        openings_release(&openings);
    }
}

static void a_set_holds_what_belongs_to_it(void **state)
{
    (void)state;
    for (int set = OPENING_TRAIN; set <= OPENING_TEST; set++) {
        struct openings openings = draw(8, 300, (enum opening_set)set, 9, 4);

        assert_int_equal(openings.n, 300);
        for (size_t i = 0; i < openings.n; i++) {
            struct position pos = moves_position(&openings.list[i]);

            assert_int_equal(opening_set_of(&pos, 9), set);
        }
        openings_release(&openings);
    }
}

static bool same(const struct openings *a, const struct openings *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++)
        if (memcmp(a->list[i].column, b->list[i].column, a->list[i].n) != 0)
            return false;
    return a->n == b->n;
}

static void draws_depend_on_seed_and_generation(void **state)
{
    struct openings one = draw(6, 50, OPENING_ANY, 1, 0), again = draw(6, 50, OPENING_ANY, 1, 0);
    struct openings seed = draw(6, 50, OPENING_ANY, 2, 0), next = draw(6, 50, OPENING_ANY, 1, 1);

    (void)state;
    assert_true(same(&one, &again));
    assert_false(same(&one, &seed));
    assert_false(same(&one, &next));
    openings_release(&one);
    openings_release(&again);
    openings_release(&seed);
    openings_release(&next);
}

static void the_empty_board_is_one_opening(void **state)
{
    struct openings openings;
    struct err err;

    (void)state;
    assert_int_equal(openings_empty(&openings, &err), 0);
    assert_int_equal(openings.n, 1);
    assert_int_equal(openings.list[0].n, 0);
    openings_release(&openings);
    assert_null(openings.list);
}

static void a_file_is_read(void **state)
{
    struct temp_file file =
        temp_file_make("# a comment\n\n44\n4441\r\n-\n123 with words\n\n7654321");
    static const char *const expected[] = { "44", "4441", "-", "123", "7654321" };
    char text[MOVES_TEXT_SIZE];
    struct openings openings;
    struct err err;

    (void)state;
    assert_int_equal(openings_read(&openings, file.path, &err), 0);
    assert_int_equal(openings.n, 5);
    for (size_t i = 0; i < openings.n; i++)
        assert_string_equal(moves_format(&openings.list[i], text), expected[i]);
    openings_release(&openings);
    temp_file_remove(&file);
}

static void bad_files_name_the_line(void **state)
{
    static const struct {
        const char *content;
        const char *place;
        const char *why;
    } bad[] = {
        { "44\n48\n", ":2: ", "move 2, '8'" },
        { "44\n\n4444444\n", ":3: ", "the column is full" },
        { "1\n# x\n1212121\n", ":3: ", "over" },
        { "12\n34\n12\n", ":3: ", "already" },
        { "12\n76\n", ":2: ", "mirror image" },
        { "1425\n2415\n", ":2: ", "already" },
        { "", ": ", "no opening" },
        { "# nothing\n", ": ", "no opening" },
        { "12121212121212121\n", ":1: ", "already been won" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct temp_file file = temp_file_make(bad[i].content);
        struct openings openings;
        struct err err = { 0 };
        char place[100];

        snprintf(place, sizeof place, "%s%s", file.path, bad[i].place);
        assert_int_equal(openings_read(&openings, file.path, &err), -1);
        if (strncmp(err.text, place, strlen(place)) != 0 || !strstr(err.text, bad[i].why))
            fail_msg("'%s' does not say '%s%s'", err.text, place, bad[i].why);
        temp_file_remove(&file);
    }
}

static void a_missing_file_is_named(void **state)
{
    struct openings openings;
    struct err err = { 0 };

    (void)state;
    assert_int_equal(openings_read(&openings, "no/such/file", &err), -1);
    assert_non_null(strstr(err.text, "no/such/file: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_openings_are_all_found),
        cmocka_unit_test(openings_are_open_and_distinct),
        cmocka_unit_test(sets_are_disjoint),
        cmocka_unit_test(sets_share_as_promised),
        cmocka_unit_test(a_set_holds_what_belongs_to_it),
        cmocka_unit_test(draws_depend_on_seed_and_generation),
        cmocka_unit_test(the_empty_board_is_one_opening),
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(bad_files_name_the_line),
        cmocka_unit_test(a_missing_file_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
