/*
 * layout - where board and text go on a screen of a given size.
 *
 * Pure arithmetic: the largest board that leaves room for the text beside or
 * below it. From the top: a row above the board for the cursor, the board, a
 * row of column numbers. The smallest board has no frame, and its numbers stand
 * in the row above it.
 */
#ifndef C4E_PLAY_LAYOUT_H
#define C4E_PLAY_LAYOUT_H

#include <stdbool.h>

#include "game/position.h"

struct board_size {
    int cell_rows, cell_cols;
    int gap;      /* 1: lines between the cells, and around all */
    int frame;    /* columns of frame at each side */
    bool numbers; /* a row of its own below the board */
};

struct area {
    int top, left, rows, cols;
};

struct layout {
    const struct board_size *size;
    struct area board;  /* with its frame and the rows above and below */
    struct area text;   /* what is said about the game */
    struct area footer; /* the keys; no rows where there is no room */
};

/* The smallest screen on which all of it fits. */
#define LAYOUT_ROWS 8
#define LAYOUT_COLS 16

/* False if the screen is smaller than that. */
bool layout_make(struct layout *layout, int rows, int cols);

/* The upper left corner of a cell; row 0 is the bottom. */
int layout_cell_top(const struct layout *layout, int row);
int layout_cell_left(const struct layout *layout, int column);

/* The row below the cells of row 0. */
int layout_floor(const struct layout *layout);

/* The column of the board at a place on the screen, or -1. */
int layout_column_at(const struct layout *layout, int row, int col);

#endif
