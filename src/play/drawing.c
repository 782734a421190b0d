#include "play/drawing.h"

#include <ctype.h>
#include <string.h>

#include <curses.h>

#include "base/utf8.h"

enum pair { PAIR_FIRST = 1, PAIR_SECOND, PAIR_FRAME };

/* Rows of a large disc: in Unicode and in ASCII, of the first and the second side. */
static const char *const large_disc[2][2][3] = {
    { { " \xe2\x96\x84\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x84 ",
        " \xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88 ",
        " \xe2\x96\x80\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x80 " },
      { " \xe2\x96\x84\xe2\x96\x80\xe2\x96\x80\xe2\x96\x80\xe2\x96\x84 ",
        " \xe2\x96\x88   \xe2\x96\x88 ",
        " \xe2\x96\x80\xe2\x96\x84\xe2\x96\x84\xe2\x96\x84\xe2\x96\x80 " } },
    { { " #   # ", "   #   ", " #   # " }, { "  OOO  ", " O   O ", "  OOO  " } },
};

const char *drawing_disc(const struct terminal *terminal, int side)
{
    static const char *const symbols[2][2] = { { "X", "O" }, { "\xe2\x97\x8f", "\xe2\x97\x8b" } };

    return symbols[terminal->utf8][side];
}

/* Orange and blue are told apart with any kind of colour blindness. */
void drawing_prepare(const struct terminal *terminal)
{
    bool many = COLORS >= 256;
    short back = -1;

    if (!terminal->colour)
        return;
    if (use_default_colors() != OK)
        back = COLOR_BLACK;
    init_pair(PAIR_FIRST, many ? 208 : COLOR_YELLOW, back);
    init_pair(PAIR_SECOND, many ? 39 : COLOR_BLUE, back);
    init_pair(PAIR_FRAME, many ? 244 : COLOR_WHITE, back);
}

static int paint(const struct terminal *terminal, enum pair pair)
{
    attr_t bold = pair == PAIR_FRAME ? A_NORMAL : A_BOLD;

    return (int)(terminal->colour ? (attr_t)COLOR_PAIR(pair) | bold : bold);
}

/* Shows a question mark for what the terminal cannot or should not show. */
static void put_text(const struct terminal *terminal, int row, int col, const char *text,
                     size_t bytes)
{
    move(row, col);
    while (bytes > 0) {
        size_t length = utf8_length(text);
        bool shown = length > 1 ? terminal->utf8 : length == 1 && !iscntrl((unsigned char)*text);

        length = length == 0 ? 1 : length > bytes ? bytes : length;
        addnstr(shown ? text : "?", shown ? (int)length : 1);
        text += length;
        bytes -= length;
    }
}

static int put_wrapped(const struct terminal *terminal, const struct area *area, int row,
                       const char *text)
{
    const char *line;
    size_t bytes;

    while (row < area->rows && (line = layout_next_line(&text, area->cols, &bytes)))
        put_text(terminal, area->top + row++, area->left, line, bytes);
    return row;
}

/* Leaves blank rows between the sentences if all of them still fit. */
static void draw_facts(const struct terminal *terminal, const struct drawing *drawing,
                       const struct area *area)
{
    int lines = 0, facts = 0, row = 0;
    bool apart;

    for (int i = 0; i < drawing->facts; i++) {
        lines += layout_count_lines(drawing->fact[i], area->cols);
        facts += drawing->fact[i][0] != '\0';
    }
    apart = lines + facts <= area->rows;
    row = apart;
    for (int i = 0; i < drawing->facts; i++) {
        if (!drawing->fact[i][0])
            continue;
        attrset(i == 0 ? A_BOLD : A_NORMAL);
        row = put_wrapped(terminal, area, row, drawing->fact[i]) + apart;
    }
    attrset(A_NORMAL);
}

/* Keys and what they do, side by side; if not all fit, only the last two: help and quit. */
static void draw_keys(const struct drawing *drawing, const struct area *area)
{
    int width = 0, row = 0, col = 0;
    const struct key_row *first = drawing->keys;
    const struct key_row *k;

    for (k = drawing->keys; k->key[0]; k++)
        width += k->label ? (int)(strlen(k->shown) + strlen(k->label)) + 4 : 0;
    if (width > area->cols * area->rows * 3 / 4)
        first = k - 2;
    for (k = first; k->key[0] && row < area->rows; k++) {
        int needed = k->label ? (int)(strlen(k->shown) + strlen(k->label)) + 1 : 0;

        if (!k->label)
            continue;
        if (col > 0 && col + needed > area->cols) {
            col = 0;
            row++;
        }
        if (row >= area->rows || col + needed > area->cols)
            break;
        attrset(A_BOLD);
        mvaddstr(area->top + row, area->left + col, k->shown);
        attrset(A_NORMAL);
        printw(" %s", k->label);
        col += needed + 3;
    }
}

static void draw_grid(const struct layout *l)
{
    int left = l->board.left, right = left + l->board.cols - 1;
    int top = layout_cell_top(l, ROWS - 1) - 1;

    for (int i = 0; i <= ROWS; i++) {
        int y = i < ROWS ? layout_cell_top(l, i) - 1 : layout_floor(l);

        mvhline(y, left, ACS_HLINE, l->board.cols);
        for (int column = 1; column < COLUMNS; column++)
            mvaddch(y, layout_cell_left(l, column) - 1,
                    y == top               ? ACS_TTEE
                    : y == layout_floor(l) ? ACS_BTEE
                                           : ACS_PLUS);
        mvaddch(y, left, y == top ? ACS_ULCORNER : y == layout_floor(l) ? ACS_LLCORNER : ACS_LTEE);
        mvaddch(y, right, y == top ? ACS_URCORNER : y == layout_floor(l) ? ACS_LRCORNER : ACS_RTEE);
    }
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column <= COLUMNS; column++)
            mvvline(layout_cell_top(l, row), layout_cell_left(l, column) - 1, ACS_VLINE,
                    l->size->cell_rows);
}

static void draw_frame(const struct layout *l)
{
    int left = l->board.left, right = left + l->board.cols - 1;

    if (l->size->gap) {
        draw_grid(l);
    } else if (l->size->frame) {
        mvvline(layout_cell_top(l, ROWS - 1), left, ACS_VLINE, ROWS);
        mvvline(layout_cell_top(l, ROWS - 1), right, ACS_VLINE, ROWS);
        mvhline(layout_floor(l), left, ACS_HLINE, l->board.cols);
        mvaddch(layout_floor(l), left, ACS_LLCORNER);
        mvaddch(layout_floor(l), right, ACS_LRCORNER);
    }
}

/* A cell with its disc, and marks around it for the last move or a line of four. */
static void draw_cell(const struct terminal *terminal, const struct layout *l, int row, int column,
                      const char *disc, int side, const char *marks)
{
    int y = layout_cell_top(l, row), x = layout_cell_left(l, column);
    bool marked = marks[0] != ' ';

    attrset(side < 0 ? (int)A_DIM : paint(terminal, side == 0 ? PAIR_FIRST : PAIR_SECOND));
    if (marks[0] == '*')
        attron(A_REVERSE);
    for (int i = 0; l->size->cell_rows == 3 && side >= 0 && i < 3; i++)
        mvaddstr(y + i, x, large_disc[!terminal->utf8][side][i]);
    y += l->size->cell_rows / 2;
    if (l->size->cell_rows == 1) {
        mvaddch(y, x, (chtype)marks[0]);
        addstr(disc);
    } else if (side < 0) {
        mvaddstr(y, x + l->size->cell_cols / 2, disc);
    } else if (marked) {
        mvaddch(y, x, (chtype)marks[0]);
    }
    if (l->size->cell_cols > 2 && (l->size->cell_rows == 1 || marked))
        mvaddch(y, x + l->size->cell_cols - 1, (chtype)marks[1]);
    attrset(A_NORMAL);
}

static void draw_discs(const struct terminal *terminal, const struct drawing *drawing,
                       const struct layout *l)
{
    const struct moves *moves = &drawing->moves;
    struct position pos = moves_position(moves);
    uint64_t first = first_player_discs(&pos);
    uint64_t four = fours(first) | fours(first ^ pos.all);
    uint64_t last = moves_last_cell(moves);

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            uint64_t bit = cell_bit(column, row);
            int side = !(pos.all & bit) ? -1 : first & bit ? 0 : 1;
            const char *marks = four & bit ? "**" : !(last & bit) ? "  " : "[]";

            draw_cell(terminal, l, row, column, side < 0 ? "." : drawing_disc(terminal, side), side,
                      marks);
        }
    }
}

/* The cursor above the board, and the numbers of the columns. */
static void draw_columns(const struct terminal *terminal, const struct drawing *drawing,
                         const struct layout *l)
{
    int side = drawing->moves.n % 2;
    int middle = l->size->cell_cols / 2;

    for (int column = 0; column < COLUMNS; column++) {
        int x = layout_cell_left(l, column) + middle;
        bool here = column == drawing->cursor;

        attrset(here ? A_BOLD | A_REVERSE : A_NORMAL);
        mvaddch(l->size->numbers ? l->board.top + l->board.rows - 1 : l->board.top, x,
                (chtype)('1' + column));
        attrset(paint(terminal, side == 0 ? PAIR_FIRST : PAIR_SECOND));
        if (here && l->size->numbers)
            mvaddstr(l->board.top, x, drawing_disc(terminal, side));
        else if (here)
            mvaddch(l->board.top, x - 1, '>');
    }
    attrset(A_NORMAL);
}

static void draw_too_small(const struct terminal *terminal)
{
    struct area all = { 0, 0, terminal->rows, terminal->cols };
    char text[128];

    snprintf(text, sizeof text,
             "This window is too small for the board, which needs %d columns and %d rows.",
             LAYOUT_COLS, LAYOUT_ROWS);
    put_wrapped(terminal, &all, 0, text);
}

void drawing_show(const struct terminal *terminal, const struct drawing *drawing)
{
    struct layout l;

    erase();
    if (layout_make(&l, terminal->rows, terminal->cols)) {
        attrset(paint(terminal, PAIR_FRAME));
        draw_frame(&l);
        draw_discs(terminal, drawing, &l);
        draw_columns(terminal, drawing, &l);
        draw_facts(terminal, drawing, &l.text);
        if (l.footer.rows > 0)
            draw_keys(drawing, &l.footer);
    } else {
        draw_too_small(terminal);
    }
    refresh();
}

/* Draws one screen of a text, and returns the rest of it. */
static const char *draw_page(const struct terminal *terminal, const char *text)
{
    const char *line;
    size_t bytes;

    erase();
    for (int row = 0;
         row < terminal->rows - 1 && (line = layout_next_line(&text, terminal->cols, &bytes));
         row++)
        put_text(terminal, row, 0, line, bytes);
    attrset(A_REVERSE);
    mvaddnstr(terminal->rows - 1, 0, *text ? "any key: more" : "any key: back", terminal->cols);
    attrset(A_NORMAL);
    refresh();
    return text;
}

/* After a change of size it starts again, because lines break elsewhere. */
bool drawing_show_text(struct terminal *terminal, const char *text)
{
    const char *here = text;
    struct event event = { 0 };

    while (*here) {
        const char *rest = draw_page(terminal, here);

        terminal_wait(terminal, -1, -1, &event);
        if (event.kind == EVENT_CLOSED)
            return false;
        here = event.kind == EVENT_RESIZE ? text : rest;
    }
    return true;
}
