/* c4evolve play in a pseudo-terminal: keys, mouse, sizes and colours. */
#include "test.h"

#include "game/notation.h"
#include "play/pty.h"

#define FIRST  "\xe2\x97\x8f"
#define SECOND "\xe2\x97\x8b"
#define LEFT   "\033OD"
#define RIGHT  "\033OC"

/* Reads the moves that the screen shows. Returns their number, or -1 if it shows none. */
static int shown_moves(const struct pty *p, struct moves *moves)
{
    char line[GRID_LINE];
    int row = grid_find(&p->grid, "Moves: ");
    struct err err;

    if (row < 0 || moves_parse(moves, strstr(grid_line(&p->grid, row, line), "Moves: ") + 7, &err))
        return -1;
    return moves->n;
}

static bool has_moves(const struct pty *p, const void *number)
{
    struct moves moves;

    return shown_moves(p, &moves) == *(const int *)number;
}

static void expect_moves(struct pty *p, int n, struct moves *moves)
{
    pty_until(p, has_moves, &n, "Moves: ");
    shown_moves(p, moves);
}

struct board {
    const struct moves *moves;
    uint32_t first, second; /* the characters of the discs */
};

/* The characters of a cell on an 80 x 24 screen: its disc between two marks. */
static const uint32_t *cell_text(const struct pty *p, int row, int column)
{
    return &p->grid.cell[12 - 2 * row][2 + 4 * column];
}

/* Does every cell show what the moves say? Counted without bitboards. */
static bool board_is(const struct pty *p, const void *context)
{
    const struct board *board = context;
    const struct moves *moves = board->moves;
    int height[COLUMNS] = { 0 };
    uint32_t wanted[ROWS][COLUMNS];

    for (int i = 0; i < CELLS; i++)
        wanted[i / COLUMNS][i % COLUMNS] = '.';
    for (int i = 0; i < moves->n; i++)
        wanted[height[moves->column[i]]++][moves->column[i]] =
            i % 2 == 0 ? board->first : board->second;
    for (int i = 0; i < CELLS; i++) {
        int row = i / COLUMNS, column = i % COLUMNS;
        bool last = moves->n > 0 && column == moves->column[moves->n - 1];
        const uint32_t *cell = cell_text(p, row, column);

        last = last && row == height[column] - 1;
        if (cell[1] != wanted[row][column] || (cell[0] != '*' && cell[0] != (last ? '[' : ' ')))
            return false;
    }
    return true;
}

static void expect_board(struct pty *p, const struct moves *moves, uint32_t first, uint32_t second)
{
    struct board board = { moves, first, second };

    pty_until(p, board_is, &board, "the board after these moves");
}

static bool four_stars(const struct pty *p, const void *context)
{
    int stars = 0;

    (void)context;
    for (int i = 0; i < CELLS; i++) {
        const uint32_t *cell = cell_text(p, i / COLUMNS, i % COLUMNS);

        stars += cell[0] == '*' && cell[1] == 0x25cf && cell[2] == '*';
    }
    return stars == 4;
}

/* Is the cursor's disc above that column? */
static bool cursor_at(const struct pty *p, const void *wanted)
{
    for (int column = 0; column < COLUMNS; column++)
        if ((p->grid.cell[0][3 + 4 * column] == 0x25cf) != (column == *(const int *)wanted))
            return false;
    return true;
}

static void expect_cursor(struct pty *p, int column)
{
    pty_until(p, cursor_at, &column, "the cursor in its place");
}

static void start(struct pty *p, struct pty_program program)
{
    pty_start(p, &program);
    pty_expect(p, "Your move, ");
}

static void quit(struct pty *p)
{
    pty_send(p, "q");
    assert_int_equal(pty_wait(p), 0);
    pty_check_sane(p);
    pty_end(p);
}

/* Beats the player "random" with seed 2 in 21 moves. */
static const char winning[] = "44443335552";

static void a_whole_game_is_played_with_digits(void **state)
{
    struct pty_program program = { .arg = { "play", "random", "--seed", "2" } };
    struct moves moves;
    struct pty p;

    (void)state;
    start(&p, program);
    assert_true(p.grid.alternate);
    assert_true(p.grid.coloured);
    expect_moves(&p, 0, &moves);
    for (int i = 0; winning[i]; i++) {
        char key[2] = { winning[i], '\0' };

        pty_send(&p, key);
        expect_moves(&p, winning[i + 1] ? 2 * i + 2 : 2 * i + 1, &moves);
        expect_board(&p, &moves, 0x25cf, 0x25cb);
    }
    pty_expect(&p, "You have won with move 21.");
    pty_expect(&p, "Score: you 1, computer 0, draws 0");
    pty_until(&p, four_stars, NULL, "the line of four, in stars");
    pty_type(&p, "4", "The game is over; n starts a new one.");
    pty_type(&p, "h", "The game is over.");
    pty_type(&p, "u", "Score: you 0, computer 0, draws 0");
    expect_moves(&p, 20, &moves);
    pty_type(&p, "2", "Score: you 1, computer 0, draws 0");
    pty_send(&p, "n");
    expect_moves(&p, 0, &moves);
    pty_expect(&p, "Score: you 1, computer 0, draws 0");
    quit(&p);
}

static void arrows_move_the_cursor_and_enter_drops(void **state)
{
    struct pty_program program = { .arg = { "play", "forward" } };
    struct moves moves;
    struct pty p;

    (void)state;
    start(&p, program);
    expect_cursor(&p, 3);
    pty_send(&p, LEFT LEFT LEFT LEFT RIGHT "\r"); /* round the edge and back */
    expect_moves(&p, 2, &moves);
    assert_int_equal(moves.column[0], 0);
    expect_cursor(&p, 0);
    pty_send(&p, RIGHT " ");
    expect_moves(&p, 4, &moves);
    assert_int_equal(moves.column[2], 1);
    pty_send(&p, LEFT LEFT "\033OB");
    expect_moves(&p, 6, &moves);
    assert_int_equal(moves.column[4], 6);
    quit(&p);
}

static void a_click_drops_a_disc(void **state)
{
    struct pty_program program = { .arg = { "play", "random" } };
    struct moves moves;
    struct pty p;

    (void)state;
    start(&p, program);
    assert_true(p.grid.mouse);
    pty_send(&p, "\033[<0;28;5M\033[<0;28;5m"); /* the seventh column; terminals count from 1 */
    expect_moves(&p, 2, &moves);
    assert_int_equal(moves.column[0], 6);
    pty_send(&p, "\033[<0;60;5M\033[<0;60;5m"); /* beside the board */
    pty_send(&p, "\033[<2;8;5M\033[<2;8;5m");   /* another button */
    pty_send(&p, "\033[<0;4;10M\033[<0;4;10m");
    expect_moves(&p, 4, &moves);
    assert_int_equal(moves.column[2], 0);
    quit(&p);
}

static void take_back_hint_expectation_and_swap(void **state)
{
    struct pty_program program = { .arg = { "play", "champion:depth=3", "--from", "4455" } };
    struct moves moves, before;
    struct pty p;

    (void)state;
    start(&p, program);
    expect_moves(&p, 4, &moves);
    pty_type(&p, "u", "There is nothing to take back.");
    pty_type(&p, "h", "Hint: column 3. Level 9 thinks you will win with");
    pty_expect(&p, "move 7.");
    pty_type(&p, "e", "The computer thinks you will win");
    pty_expect(&p, "expects the moves 3");
    pty_send(&p, "1");
    expect_moves(&p, 6, &before);
    pty_send(&p, "2");
    expect_moves(&p, 8, &moves);
    pty_send(&p, "u");
    expect_moves(&p, 6, &moves);
    assert_memory_equal(moves.column, before.column, 6);
    pty_type(&p, "s", "You are " SECOND " and move second; the computer is " FIRST ".");
    expect_moves(&p, 7, &moves);
    pty_type(&p, "+", "a named player has no levels");
    pty_type(&p, "x", "Your move, " SECOND ".");
    pty_expect_gone(&p, "a named player has no levels");
    quit(&p);
}

static void levels_and_help_are_pages(void **state)
{
    struct pty_program program = { .arg = { "play", "--level", "8" } };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_expect(&p, "level 8 of 9");
    pty_type(&p, "+", "level 9 of 9");
    pty_type(&p, "+", "there is no stronger level");
    pty_type(&p, "l", "> 9  the champion, looking 16 moves ahead");
    pty_expect(&p, "  1  plays any open column");
    pty_type(&p, " ", "Your move, ");
    pty_type(&p, "-", "level 8 of 9");
    pty_type(&p, "?", "take back your last move");
    pty_expect(&p, "any key: back");
    pty_resize(&p, 8, 40); /* too few rows for the whole text: four pages */
    pty_expect(&p, "any key: more");
    pty_type(&p, " ", "analyse the game");
    pty_type(&p, " ", "turn warnings");
    pty_type(&p, " ", "show this help");
    pty_expect(&p, "any key: back");
    pty_type(&p, " ", "Your move, ");
    quit(&p);
}

/* X has an open three: everything but column 3 and 6 gives the win away. */
static void warnings_and_analysis(void **state)
{
    struct pty_program program = { .arg = { "play", "random", "--warn", "--from", "4455" } };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_expect(&p, "Your move, ");
    pty_type(&p, "1", "Careful: 1 gives away the win");
    pty_type(&p, "a", "There is nothing to analyse yet.");
    pty_type(&p, " ", "Your move, ");
    pty_type(&p, "w", "You will not be warned before mistakes.");
    pty_type(&p, "2", "The computer played");
    pty_type(&p, "a", "Move 5, ");
    pty_expect(&p, "2 gives away the win");
    pty_expect(&p, "could force a win");
    pty_type(&p, " ", "Your move, ");
    quit(&p);
}

/* From the largest board to a window that is too small, and back. */
static void the_board_follows_the_size_of_the_window(void **state)
{
    struct pty_program program = { .arg = { "play", "random", "--seed", "2", "--from", "4455" } };
    struct moves moves;
    struct pty p;

    (void)state;
    start(&p, program);
    expect_moves(&p, 4, &moves);
    expect_board(&p, &moves, 0x25cf, 0x25cb);
    pty_resize(&p, 40, 100);
    pty_expect(&p, " \xe2\x96\x84\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x84 ");
    pty_expect(&p, "Moves: 4455");
    pty_resize(&p, 15, 40);
    assert_int_equal(pty_expect(&p, "1  2  3  4  5  6  7"), 8);
    assert_int_equal(pty_expect(&p, "Your move, "), 9);
    pty_resize(&p, 8, 20);
    assert_int_equal(pty_expect(&p, " 1 2 3>4 5 6 7"), 0);
    assert_int_equal(pty_expect(&p, ". . . " FIRST " " FIRST " . ."), 6);
    assert_int_equal(pty_expect(&p, "Your move, "), 7);
    pty_resize(&p, 5, 10);
    pty_expect(&p, "too small");
    pty_resize(&p, 1, 1);
    pty_expect(&p, "T");
    pty_resize(&p, 24, 80);
    pty_expect(&p, "Your move, ");
    expect_moves(&p, 4, &moves);
    pty_type(&p, "3", "Score: you 0");
    expect_moves(&p, 6, &moves);
    expect_board(&p, &moves, 0x25cf, 0x25cb);
    quit(&p);
}

static void a_small_screen_from_the_start(void **state)
{
    struct pty_program program = { .arg = { "play", "random" }, .rows = 8, .cols = 20 };
    struct pty p;

    (void)state;
    start(&p, program);
    pty_type(&p, "?", "any key: more");
    pty_send(&p, "        ");
    pty_expect(&p, "1 2 3");
    quit(&p);
}

/* Without colours the screen still says everything. */
static void no_color_means_no_colour(void **state)
{
    static const struct {
        const char *no_color, *term;
        bool coloured;
    } cases[] = { { "1", "xterm-256color", false },
                  { "1", "xterm", false },
                  { "", "xterm-256color", true },
                  { NULL, "xterm", true },
                  { NULL, "vt100", false } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pty_program program = { .arg = { "play", "random", "--seed", "2" },
                                       .term = cases[i].term,
                                       .no_color = cases[i].no_color };
        struct moves moves;
        struct pty p;

        start(&p, program);
        pty_send(&p, "4");
        expect_moves(&p, 2, &moves);
        expect_board(&p, &moves, 0x25cf, 0x25cb);
        pty_send(&p, "q");
        assert_int_equal(pty_wait(&p), 0);
        assert_int_equal(p.grid.coloured, cases[i].coloured);
        pty_check_sane(&p);
        pty_end(&p);
    }
}

static void a_plain_locale_gets_letters(void **state)
{
    static const char *const terms[] = { "vt100", "xterm" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct pty_program program = { .arg = { "play", "random", "--seed", "2" },
                                       .term = terms[i],
                                       .locale = "C" };
        struct moves moves;
        struct pty p;

        start(&p, program);
        pty_expect(&p, "Your move, X.");
        pty_send(&p, "4");
        expect_moves(&p, 2, &moves);
        expect_board(&p, &moves, 'X', 'O');
        quit(&p);
    }
}

/* Unknown terminals, and those that cannot move their cursor, get lines of text. */
static void a_dumb_terminal_gets_lines(void **state)
{
    static const char *const terms[] = { "dumb", "", "no-such-terminal" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct pty_program program = { .arg = { "play", "random", "--seed", "2" },
                                       .term = terms[i] };
        struct pty p;

        pty_start(&p, &program);
        pty_expect(&p, "Your move, X (1-7, ? for help):");
        pty_type(&p, "4\n", "The computer played 7.");
        pty_send(&p, "\004"); /* end of input */
        assert_int_equal(pty_wait(&p), 0);
        pty_check_sane(&p);
        assert_int_equal(p.grid.coloured, i == 2);
        pty_end(&p);
    }
}

static void two_people_share_a_board(void **state)
{
    struct pty_program program = { .arg = { "play", "human", "--from", "4455" } };
    struct moves moves;
    struct pty p;

    (void)state;
    pty_start(&p, &program);
    pty_expect(&p, "Two people share the board.");
    pty_type(&p, "6", SECOND " is to move.");
    pty_type(&p, "e", "The computer thinks " SECOND " will lose with move");
    pty_type(&p, "u", FIRST " is to move.");
    pty_send(&p, "662");
    expect_moves(&p, 7, &moves);
    pty_type(&p, "u3", FIRST " has won with move 7.");
    pty_expect(&p, "Score: " FIRST " 1, " SECOND " 0, draws 0");
    quit(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_game_is_played_with_digits),
        cmocka_unit_test(arrows_move_the_cursor_and_enter_drops),
        cmocka_unit_test(a_click_drops_a_disc),
        cmocka_unit_test(take_back_hint_expectation_and_swap),
        cmocka_unit_test(levels_and_help_are_pages),
        cmocka_unit_test(warnings_and_analysis),
        cmocka_unit_test(the_board_follows_the_size_of_the_window),
        cmocka_unit_test(a_small_screen_from_the_start),
        cmocka_unit_test(no_color_means_no_colour),
        cmocka_unit_test(a_plain_locale_gets_letters),
        cmocka_unit_test(a_dumb_terminal_gets_lines),
        cmocka_unit_test(two_people_share_a_board),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
