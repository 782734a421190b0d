/*
 * layout - where board and text go on a screen of a given size.
 *
 * Pure arithmetic: the largest board that leaves room for the text beside or
 * below it. From the top: a row for the cursor, the board, a row of column numbers.
 * The smallest board has no frame, and its numbers are in the row of the cursor.
 * Text is broken into lines between words.
 */
#ifndef C4E_PLAY_LAYOUT_H
#define C4E_PLAY_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "game/position.h"

struct board_size {
    int cell_rows, cell_cols;
    int gap;      /* 1: a grid between the cells and around them */
    int frame;    /* columns of frame at each side */
    bool numbers; /* a row of its own below the board */
};

struct area {
    int top, left, rows, cols;
};

struct layout {
    const struct board_size *size;
    struct area board;  /* with its frame and the rows above and below */
    struct area text;   /* about the game */
    struct area footer; /* the keys; no rows if there is no room */
};

/* The smallest screen that has room for the board and some text. */
#define LAYOUT_ROWS (ROWS + 2)
#define LAYOUT_COLS (2 * COLUMNS + 2)

/* Returns false if the screen is smaller than that. */
bool layout_make(struct layout *layout, int rows, int cols);

/* The upper left corner of a cell; row 0 is the bottom. */
int layout_cell_top(const struct layout *layout, int row);
int layout_cell_left(const struct layout *layout, int column);

/* The row below the cells of row 0. */
int layout_floor(const struct layout *layout);

/* The column of the board at this place on the screen, or -1. */
int layout_column_at(const struct layout *layout, int row, int col);

/* The next line of *text, which is moved on to the line after it: as many words as fit in `width`
 * characters, or as much of the first word as does; a newline ends a line. It has *bytes bytes.
 * NULL at the end of the text. */
const char *layout_next_line(const char **text, int width, size_t *bytes);

/* The number of lines of that width. */
int layout_count_lines(const char *text, int width);

#endif
