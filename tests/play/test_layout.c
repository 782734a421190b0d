/* Where board and text go, at every size of the screen. */
#include "test.h"

#include <string.h>

#include "play/layout.h"

static bool inside(const struct area *a, int rows, int cols)
{
    return a->top >= 0 && a->left >= 0 && a->top + a->rows <= rows && a->left + a->cols <= cols;
}

/* From the smallest screen on everything has its place, nothing covers the board, and a click on
 * a cell is a click on its column. */
static void every_size_has_a_layout(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 60; rows++) {
        for (int cols = 1; cols <= 140; cols++) {
            struct layout l;
            bool fits = layout_make(&l, rows, cols);

            assert_int_equal(fits, rows >= LAYOUT_ROWS && cols >= LAYOUT_COLS);
            if (!fits)
                continue;
            assert_true(inside(&l.board, rows, cols) && inside(&l.text, rows, cols) &&
                        inside(&l.footer, rows, cols));
            assert_true(l.text.rows > 0 && l.text.cols >= 14);
            assert_true(l.text.left >= l.board.left + l.board.cols ||
                        l.text.top >= l.board.top + l.board.rows);
            assert_true(l.footer.rows == 0 || l.footer.top >= l.board.top + l.board.rows);
            for (int cell = 0; cell < CELLS; cell++)
                assert_int_equal(layout_column_at(&l, layout_cell_top(&l, cell / COLUMNS),
                                                  layout_cell_left(&l, cell % COLUMNS)),
                                 cell % COLUMNS);
            assert_int_equal(layout_column_at(&l, l.text.top, l.text.left + l.text.cols), -1);
        }
    }
}

/* Larger screens never get a smaller board. */
static void larger_screens_have_larger_boards(void **state)
{
    static const int size[][3] = { { 8, 20, 2 }, { 15, 40, 3 }, { 24, 80, 3 }, { 40, 100, 7 } };

    (void)state;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        struct layout l;

        assert_true(layout_make(&l, size[i][0], size[i][1]));
        assert_int_equal(l.size->cell_cols, size[i][2]);
    }
}

static void text_is_broken_between_words(void **state)
{
    static const struct {
        const char *text;
        int width;
        const char *lines; /* joined by | */
    } cases[] = {
        { "one two three", 7, "one two|three" },
        { "one two three", 8, "one two|three" },
        { "one two three", 80, "one two three" },
        { "one\ntwo three", 80, "one|two three" },
        { "abcdefgh", 3, "abc|def|gh" },
        { "a bcdefgh", 3, "a|bcd|efg|h" },
        { "\xc3\xa4\xc3\xb6 \xc3\xbc", 2, "\xc3\xa4\xc3\xb6|\xc3\xbc" },
        { "", 5, "" },
        { "xy", 0, "x|y" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        const char *line;
        char joined[100] = "";
        size_t bytes;
        int n = 0;

        while ((line = layout_next_line(&text, cases[i].width, &bytes)) && n++ < 20) {
            if (n > 1)
                strcat(joined, "|");
            strncat(joined, line, bytes);
        }
        assert_string_equal(joined, cases[i].lines);
        assert_int_equal(layout_count_lines(cases[i].text, cases[i].width), n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_has_a_layout),
        cmocka_unit_test(larger_screens_have_larger_boards),
        cmocka_unit_test(text_is_broken_between_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
