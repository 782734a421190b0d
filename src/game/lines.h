/*
 * lines - the geometry of the board: all lines of four, and the strips (rows,
 * columns and diagonals) that hold them.
 *
 * The usual board has 69 lines on 25 strips. Mirror images share a class; there
 * are 36 classes.
 */
#ifndef C4E_GAME_LINES_H
#define C4E_GAME_LINES_H

#include "game/position.h"

/* Columns and rows in which a line can start that does not leave the board. */
#define START_COLUMNS (COLUMNS - 3)
#define START_ROWS    (ROWS - 3)

#define LINES (START_COLUMNS * ROWS + COLUMNS * START_ROWS + 2 * START_COLUMNS * START_ROWS)

/* Classes number the horizontal lines of the left half row by row, then the vertical lines of the
 * left half column by column, then the rising diagonals column by column. */
#define HORIZONTAL_CLASS(column, row) (((START_COLUMNS + 1) / 2) * (row) + (column))
#define VERTICAL_CLASS(column, row)   (HORIZONTAL_CLASS(0, ROWS) + START_ROWS * (column) + (row))
#define DIAGONAL_CLASS(column, row)                                                                \
    (VERTICAL_CLASS((COLUMNS + 1) / 2, 0) + START_ROWS * (column) + (row))
#define LINE_CLASSES DIAGONAL_CLASS(START_COLUMNS, 0)

#define DIAGONALS (COLUMNS + ROWS - 7) /* rising ones of at least four cells */
#define STRIPS    (ROWS + COLUMNS + 2 * DIAGONALS)
#define STRIP_MAX (COLUMNS > ROWS ? COLUMNS : ROWS) /* cells of the longest strip */

struct cell {
    int column, row;
};

struct line {
    struct cell cell[4];
    int class;      /* the same for mirror images; the order of the map genes */
    double low;     /* 1 when its mean row is the first, 0 when it is the last */
    double central; /* 1 when its mean column is the middle one, 0 when it is at the edge */
};

struct strip {
    int length;
    struct cell cell[STRIP_MAX];
    int mirror; /* the strip that is its mirror image, with its cells in mirrored order */
};

/* Horizontal lines row by row, vertical column by column, rising, then falling diagonals. */
void lines_list(struct line lines[LINES]);

/* The cells of a line as bits. */
uint64_t line_cells(const struct line *line);

/* Rows, columns, rising and falling diagonals. Cell i of a strip is the mirror image of cell i of
 * its mirror strip, except for rows, which are their own mirror images. */
void strips_list(struct strip strips[STRIPS]);

#endif
