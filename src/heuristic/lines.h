/*
 * lines - the geometry of the board: its 69 lines of four, and the 25 strips
 * (rows, columns and diagonals) that hold them.
 */
#ifndef C4E_HEURISTIC_LINES_H
#define C4E_HEURISTIC_LINES_H

#include "game/position.h"

#define LINES        69
#define LINE_CLASSES 36 /* lines that differ up to mirror images */
#define STRIPS       25
#define STRIP_MAX    7 /* cells of the longest strip */

struct cell {
    int column, row;
};

struct line {
    struct cell cell[4];
    int class;      /* 0 to 35, the same for mirror images; the order of the map genes */
    double low;     /* 1 when its mean row is the first, 0 when it is the last */
    double central; /* 1 when its mean column is the middle one, 0 when it is at the edge */
};

struct strip {
    int length;
    struct cell cell[STRIP_MAX];
    int mirror; /* the strip that is its mirror image; its cells are in mirrored order */
};

/* Horizontal lines row by row, vertical column by column, rising, then falling diagonals. */
void lines_list(struct line lines[LINES]);

/* Six rows, seven columns, six rising and six falling diagonals. Cell i of a
 * strip is the mirror image of cell i of its mirror strip, but for rows,
 * which are mirror images of themselves. */
void strips_list(struct strip strips[STRIPS]);

#endif
