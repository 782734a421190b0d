/*
 * grid - a terminal emulator for tests: it turns the bytes that a program sends into the cells of
 * a screen.
 *
 * It understands what ncurses sends for the terminfo entries xterm, xterm-256color and vt100.
 * Other sequences are counted in `unknown`, so that a test can check that there were none.
 */
#ifndef C4E_TESTS_PLAY_GRID_H
#define C4E_TESTS_PLAY_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRID_ROWS 60
#define GRID_COLS 140
#define GRID_ARGS 8

struct grid {
    int rows, cols;
    int row, col;
    int top, bottom; /* of the scrolling region */
    uint32_t cell[GRID_ROWS][GRID_COLS];
    bool alternate; /* the alternate screen, of full-screen programs, is shown */
    bool mouse;
    bool hidden_cursor;
    bool drawing;  /* letters are line-drawing characters */
    bool coloured; /* a colour has been used at some time */
    int unknown;
    char sequence[64]; /* an escape sequence or a character that is not complete yet */
    size_t n;
    uint32_t last;
};

static inline void grid_count_unknown(struct grid *g, bool unknown)
{
    if (unknown && g->unknown++ == 0)
        fprintf(stderr, "unknown sequence: escape %s\n", g->sequence + 1);
}

static inline void grid_clear(struct grid *g, int from_row, int from_col, int to_row, int to_col)
{
    for (int row = from_row; row <= to_row; row++) {
        int first = row == from_row ? from_col : 0;
        int last = row == to_row ? to_col : g->cols - 1;

        for (int col = first; col <= last; col++)
            g->cell[row][col] = ' ';
    }
}

static inline void grid_resize(struct grid *g, int rows, int cols)
{
    g->rows = rows;
    g->cols = cols;
    g->top = 0;
    g->bottom = rows - 1;
    g->row = g->row < rows ? g->row : rows - 1;
    g->col = g->col < cols ? g->col : cols - 1;
    grid_clear(g, 0, 0, rows - 1, cols - 1);
}

static inline void grid_init(struct grid *g, int rows, int cols)
{
    memset(g, 0, sizeof *g);
    grid_resize(g, rows, cols);
}

/* Moves the rows of the scrolling region from `from` on, down by n or up by -n. */
static inline void grid_shift(struct grid *g, int from, int n)
{
    for (; n > 0; n--) {
        memmove(g->cell[from + 1], g->cell[from], (size_t)(g->bottom - from) * sizeof g->cell[0]);
        grid_clear(g, from, 0, from, g->cols - 1);
    }
    for (; n < 0; n++) {
        memmove(g->cell[from], g->cell[from + 1], (size_t)(g->bottom - from) * sizeof g->cell[0]);
        grid_clear(g, g->bottom, 0, g->bottom, g->cols - 1);
    }
}

/* Moves the cells from the cursor on to the right by n, or to the left by -n. */
static inline void grid_slide(struct grid *g, int n)
{
    uint32_t *row = g->cell[g->row];

    for (; n > 0; n--) {
        memmove(row + g->col + 1, row + g->col, (size_t)(g->cols - 1 - g->col) * sizeof *row);
        row[g->col] = ' ';
    }
    for (; n < 0; n++) {
        memmove(row + g->col, row + g->col + 1, (size_t)(g->cols - 1 - g->col) * sizeof *row);
        row[g->cols - 1] = ' ';
    }
}

static inline void grid_newline(struct grid *g)
{
    if (g->row == g->bottom)
        grid_shift(g, g->top, -1);
    else if (g->row < g->rows - 1)
        g->row++;
}

static inline void grid_put(struct grid *g, uint32_t c)
{
    if (g->drawing && c >= 0x60 && c < 0x7f)
        c = c == 'q' ? '-' : c == 'x' ? '|' : '+';
    if (g->col >= g->cols) {
        g->col = 0;
        grid_newline(g);
    }
    g->cell[g->row][g->col++] = c;
    g->last = c;
}

static inline void grid_mode(struct grid *g, int mode, bool on)
{
    if (mode == 1049) {
        g->alternate = on;
        grid_clear(g, 0, 0, g->rows - 1, g->cols - 1);
    } else if (mode == 1000) {
        g->mouse = on;
    } else if (mode == 25) {
        g->hidden_cursor = !on;
    }
}

static inline void grid_erase(struct grid *g, char what, int how)
{
    int end = what == 'J' ? g->rows - 1 : g->row;
    int start = what == 'J' ? 0 : g->row;

    if (how == 0)
        grid_clear(g, g->row, g->col < g->cols ? g->col : g->cols - 1, end, g->cols - 1);
    else if (how == 1)
        grid_clear(g, start, 0, g->row, g->col);
    else
        grid_clear(g, start, 0, end, g->cols - 1);
}

/* Moves the cursor. Returns false for other commands. */
static inline bool grid_move(struct grid *g, char what, int a, int b)
{
    int n = a > 0 ? a : 1;

    if (what == 'A' || what == 'B')
        g->row += what == 'A' ? -n : n;
    else if (what == 'C' || what == 'D')
        g->col += what == 'D' ? -n : n;
    else if (what == 'H' || what == 'd')
        g->row = n - 1;
    else if (what == 'G')
        g->col = n - 1;
    else
        return false;
    if (what == 'H')
        g->col = (b > 0 ? b : 1) - 1;
    g->row = g->row < 0 ? 0 : g->row < g->rows ? g->row : g->rows - 1;
    g->col = g->col < 0 ? 0 : g->col < g->cols ? g->col : g->cols - 1;
    return true;
}

/* Changes cells. Returns false for other commands. */
static inline bool grid_edit(struct grid *g, char what, int a)
{
    int n = a > 0 ? a : 1;
    int last = g->col + n - 1 < g->cols ? g->col + n - 1 : g->cols - 1;

    if (what == 'J' || what == 'K')
        grid_erase(g, what, a);
    else if (what == 'X')
        grid_clear(g, g->row, g->col, g->row, last);
    else if (what == 'P' || what == '@')
        grid_slide(g, what == '@' ? n : -n);
    else if (what == 'L' || what == 'M')
        grid_shift(g, g->row, what == 'L' ? n : -n);
    else if (what == 'S' || what == 'T')
        grid_shift(g, g->top, what == 'T' ? n : -n);
    else
        return false;
    return true;
}

static inline int grid_arguments(const char *text, int arg[GRID_ARGS])
{
    int args = 0;
    char *end;

    do {
        arg[args++] = (int)strtol(text, &end, 10);
        text = end + 1;
    } while (*end == ';' && args < GRID_ARGS);
    return args;
}

static inline void grid_control(struct grid *g, const char *text)
{
    bool private_mode = text[0] == '?' || text[0] == '>';
    char what = text[strlen(text) - 1];
    int arg[GRID_ARGS] = { 0 };
    int args = grid_arguments(text + private_mode, arg);

    if (private_mode && (what == 'h' || what == 'l')) {
        for (int i = 0; i < args; i++)
            grid_mode(g, arg[i], what == 'h');
    } else if (what == 'm') {
        for (int i = 0; i < args; i++)
            g->coloured = g->coloured || (arg[i] >= 30 && arg[i] <= 49) || arg[i] >= 90;
    } else if (what == 'r') {
        g->top = arg[0] > 0 ? arg[0] - 1 : 0;
        g->bottom = arg[1] > 0 ? arg[1] - 1 : g->rows - 1;
        g->row = g->col = 0;
    } else if (what == 'b') {
        for (int i = 0; i < arg[0]; i++)
            grid_put(g, g->last);
    } else if (!grid_move(g, what, arg[0], arg[1]) && !grid_edit(g, what, arg[0])) {
        grid_count_unknown(g, !strchr("hltc", what));
    }
}

/* Carries out the sequence if it is complete; else returns false. */
static inline bool grid_sequence(struct grid *g)
{
    const char *s = g->sequence;
    char last = s[g->n - 1];

    if (g->n < 2 || (strchr("[()", s[1]) && g->n < 3))
        return false;
    if (s[1] == ']') /* a command to the window, up to a bell */
        return last == 7;
    if (s[1] == '[') {
        if (last < 0x40)
            return false;
        grid_control(g, s + 2);
    } else if (s[1] == '(') {
        g->drawing = last == '0';
    } else if (s[1] == 'M') {
        if (g->row == g->top)
            grid_shift(g, g->top, 1);
        else
            g->row--;
    } else if (!strchr(")=>78", s[1])) {
        grid_count_unknown(g, true);
    }
    return true;
}

/* Shows the character of several bytes if it is complete; else returns false. */
static inline bool grid_character(struct grid *g)
{
    unsigned char lead = (unsigned char)g->sequence[0];
    size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    uint32_t c = lead & (0xffu >> (length + 1));

    if (g->n < length)
        return false;
    for (size_t i = 1; i < length; i++)
        c = c << 6 | ((unsigned char)g->sequence[i] & 0x3f);
    grid_put(g, c);
    return true;
}

static inline void grid_byte(struct grid *g, char byte)
{
    if (g->n > 0 || byte == 27 || (unsigned char)byte >= 0x80) {
        if (byte == 27)
            g->n = 0;
        g->sequence[g->n++] = byte;
        g->sequence[g->n] = '\0';
        if ((g->sequence[0] == 27 ? grid_sequence(g) : grid_character(g)) ||
            g->n == sizeof g->sequence - 1)
            g->n = 0;
    } else if (byte == '\r') {
        g->col = 0;
    } else if (byte == '\n') {
        grid_newline(g);
    } else if (byte == '\b') {
        g->col -= g->col > 0;
    } else if (byte == '\t') {
        g->col = (g->col / 8 + 1) * 8;
    } else if (byte == 14 || byte == 15) {
        g->drawing = byte == 14;
    } else if ((unsigned char)byte >= ' ') {
        grid_put(g, (uint32_t)byte);
    }
}

/* A row as UTF-8, without the spaces at its end. */
#define GRID_LINE (4 * GRID_COLS + 1)
static inline const char *grid_line(const struct grid *g, int row, char buf[GRID_LINE])
{
    char *c = buf;
    char *end = buf;

    for (int col = 0; col < g->cols; col++) {
        uint32_t u = g->cell[row][col];

        if (u < 0x80) {
            *c++ = (char)u;
        } else {
            *c++ = (char)(0xe0 | u >> 12);
            *c++ = (char)(0x80 | (u >> 6 & 0x3f));
            *c++ = (char)(0x80 | (u & 0x3f));
        }
        if (u != ' ')
            end = c;
    }
    *end = '\0';
    return buf;
}

/* The row that contains the text, or -1. */
static inline int grid_find(const struct grid *g, const char *text)
{
    char line[GRID_LINE];

    for (int row = 0; row < g->rows; row++)
        if (strstr(grid_line(g, row, line), text))
            return row;
    return -1;
}

static inline void grid_print(const struct grid *g, FILE *out)
{
    char line[GRID_LINE];

    for (int row = 0; row < g->rows; row++)
        fprintf(out, "  %2d|%s\n", row, grid_line(g, row, line));
}

#endif
