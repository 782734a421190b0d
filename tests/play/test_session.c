/* The state of a game against a person, the layout of the screen, and lines of text. */
#include "test.h"

#include <string.h>

#include "play/desk.h"
#include "play/keys.h"
#include "play/layout.h"
#include "play/level.h"
#include "play/session.h"
#include "play/wrap.h"
#include "sample.h"

static void begin(struct session *s, const char *from, bool first, bool second)
{
    struct moves start;
    struct err err;

    assert_int_equal(moves_parse(&start, from, &err), 0);
    session_begin(s, &start, first, second);
}

static void take_back_goes_to_the_persons_last_turn(void **state)
{
    struct session s;

    (void)state;
    begin(&s, "-", true, false);
    assert_false(session_take_back(&s));
    assert_true(session_drop(&s, 3));
    assert_true(session_drop(&s, 3));
    assert_true(session_drop(&s, 2));
    assert_true(session_take_back(&s)); /* the computer has not answered yet */
    assert_int_equal(s.moves.n, 2);
    assert_true(session_take_back(&s));
    assert_int_equal(s.moves.n, 0);
    begin(&s, "4", true, false);
    assert_true(session_computers_turn(&s));
    session_drop(&s, 0);
    assert_false(session_take_back(&s));
    begin(&s, "4", false, true);
    session_drop(&s, 0);
    session_drop(&s, 0);
    assert_true(session_take_back(&s));
    assert_int_equal(s.moves.n, 1);
    begin(&s, "44", true, true);
    session_drop(&s, 0);
    session_drop(&s, 0);
    assert_true(session_take_back(&s));
    assert_int_equal(s.moves.n, 3);
}

/* A result counts once, for the person who was there, until it is taken back. */
static void results_count_until_they_are_taken_back(void **state)
{
    struct session s;

    (void)state;
    begin(&s, "445566", true, false);
    assert_true(session_drop(&s, 2));
    assert_int_equal(session_outcome(&s), OUTCOME_FIRST);
    assert_int_equal(s.score.wins, 1);
    assert_false(session_drop(&s, 0));
    session_swap(&s);
    assert_int_equal(s.score.wins, 1);
    assert_false(session_take_back(&s)); /* the loser's seat has no move to take back */
    session_swap(&s);
    assert_true(session_take_back(&s));
    assert_int_equal(wdl_games(s.score), 0);
    session_give_up(&s, 0);
    assert_int_equal(s.score.losses, 1);
    session_give_up(&s, 1);
    assert_int_equal(wdl_games(s.score), 1);
    session_new_game(&s);
    assert_int_equal(session_outcome(&s), OUTCOME_NONE);
    assert_int_equal(s.moves.n, 6);
    assert_int_equal(wdl_games(s.score), 1);
}

/* Random games: whatever is done, the moves are legal and the score is that of the games. */
static void random_sessions_stay_consistent(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(200); i++) {
        uint32_t games = 0, over = 0;
        struct session s;
        struct rng rng;

        sample_rng(&rng, 77, i);
        begin(&s, "-", i % 2 == 0, i % 3 == 0 || i % 2 == 1);
        for (int step = 0; step < 300; step++) {
            char text[MOVES_TEXT_SIZE];
            unsigned long dice = rng_below(&rng, 100);
            struct moves copy;
            struct err err;

            if (dice < 80)
                session_drop(&s, (int)rng_below(&rng, COLUMNS));
            else if (dice < 90)
                session_take_back(&s);
            else if (dice < 95)
                session_swap(&s);
            else {
                games += session_outcome(&s) != OUTCOME_NONE;
                session_new_game(&s);
            }
            over = session_outcome(&s) != OUTCOME_NONE;
            assert_int_equal(moves_parse(&copy, moves_format(&s.moves, text), &err), 0);
            assert_int_equal(wdl_games(s.score), games + over);
        }
    }
}

static bool inside(const struct area *a, int rows, int cols)
{
    return a->top >= 0 && a->left >= 0 && a->top + a->rows <= rows && a->left + a->cols <= cols;
}

/* From the smallest screen on everything has its place, nothing lies on the board, and a click on
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

static void lines_are_broken_between_words(void **state)
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

        while ((line = wrap_line(&text, cases[i].width, &bytes)) && n++ < 20) {
            if (n > 1)
                strcat(joined, "|");
            strncat(joined, line, bytes);
        }
        assert_string_equal(joined, cases[i].lines);
        assert_int_equal(wrap_count(cases[i].text, cases[i].width), n);
    }
}

/* No key means two things, and help tells of every row. */
static void keys_are_unambiguous(void **state)
{
    const struct key_row *tables[] = { play_keys, watch_keys };
    char help[4096];

    (void)state;
    for (int t = 0; t < 2; t++) {
        keys_help(tables[t], false, help, sizeof help);
        for (const struct key_row *row = tables[t]; row->key[0]; row++) {
            assert_non_null(strstr(help, row->help));
            for (int i = 0; i < KEYS_PER_ROW && row->key[i]; i++)
                assert_int_equal(keys_find(tables[t], row->key[i]), row->action);
        }
        assert_int_equal(keys_find(tables[t], 'Q'), ACTION_QUIT);
        assert_int_equal(keys_find(tables[t], 'z'), ACTION_NONE);
        assert_int_equal(keys_find(tables[t], 0), ACTION_NONE);
    }
}

static void every_level_is_a_player(void **state)
{
    struct desk_options options = { .level = 1 };
    struct desk desk;
    struct err err;

    (void)state;
    assert_int_equal(desk_init(&desk, &options, &err), 0);
    for (int level = 2; level <= LEVELS; level++) {
        assert_int_equal(desk_set_level(&desk, level, &err), 0);
        assert_string_equal(desk.player.name, level_find(level)->player);
    }
    assert_int_equal(desk_set_level(&desk, LEVELS + 1, &err), -1);
    assert_int_equal(desk.level, LEVELS);
    desk_release(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(take_back_goes_to_the_persons_last_turn),
        cmocka_unit_test(results_count_until_they_are_taken_back),
        cmocka_unit_test(random_sessions_stay_consistent),
        cmocka_unit_test(every_size_has_a_layout),
        cmocka_unit_test(larger_screens_have_larger_boards),
        cmocka_unit_test(lines_are_broken_between_words),
        cmocka_unit_test(keys_are_unambiguous),
        cmocka_unit_test(every_level_is_a_player),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
