#include "heuristic/lines.h"

#include <assert.h>
#include <math.h>

static void set_line(struct line *line, int column, int row, int dc, int dr, int class)
{
    double mean_column = column + 1.5 * dc;
    double mean_row = row + 1.5 * dr;

    for (int i = 0; i < 4; i++)
        line->cell[i] = (struct cell){ column + i * dc, row + i * dr };
    line->class = class;
    line->low = (ROWS - 1 - mean_row) / (ROWS - 1);
    line->central = 1 - fabs(mean_column - (COLUMNS - 1) / 2.0) / ((COLUMNS - 1) / 2.0);
}

void lines_list(struct line lines[LINES])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column <= COLUMNS - 4; column++)
            set_line(&lines[n++], column, row, 1, 0, 2 * row + (column < 2 ? column : 3 - column));
    for (int column = 0; column < COLUMNS; column++)
        for (int row = 0; row <= ROWS - 4; row++)
            set_line(&lines[n++], column, row, 0, 1,
                     12 + 3 * (column < 4 ? column : COLUMNS - 1 - column) + row);
    for (int column = 0; column <= COLUMNS - 4; column++)
        for (int row = 0; row <= ROWS - 4; row++)
            set_line(&lines[n++], column, row, 1, 1, 24 + 3 * column + row);
    for (int column = COLUMNS - 1; column >= 3; column--)
        for (int row = 0; row <= ROWS - 4; row++)
            set_line(&lines[n++], column, row, -1, 1, 24 + 3 * (COLUMNS - 1 - column) + row);
    assert(n == LINES);
}

static void add_strip(struct strip *strip, int column, int row, int dc, int dr, int mirror)
{
    strip->length = 0;
    strip->mirror = mirror;
    while (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS) {
        strip->cell[strip->length++] = (struct cell){ column, row };
        column += dc;
        row += dr;
    }
}

void strips_list(struct strip strips[STRIPS])
{
    /* Where the rising diagonals of at least four cells start. */
    static const struct cell start[6] = {
        { 0, 2 }, { 0, 1 }, { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 }
    };
    int n = 0;

    for (int row = 0; row < ROWS; row++, n++)
        add_strip(&strips[n], 0, row, 1, 0, n);
    for (int column = 0; column < COLUMNS; column++, n++)
        add_strip(&strips[n], column, 0, 0, 1, ROWS + COLUMNS - 1 - column);
    for (int i = 0; i < 6; i++, n++)
        add_strip(&strips[n], start[i].column, start[i].row, 1, 1, n + 6);
    for (int i = 0; i < 6; i++, n++)
        add_strip(&strips[n], COLUMNS - 1 - start[i].column, start[i].row, -1, 1, n - 6);
    assert(n == STRIPS);
}
