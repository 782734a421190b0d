#include "game/lines.h"

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

/* The number of the column, or of its mirror image, that lies in the left half of n columns. */
static int left_half(int column, int n)
{
    return column < n - 1 - column ? column : n - 1 - column;
}

void lines_list(struct line lines[LINES])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < START_COLUMNS; column++)
            set_line(&lines[n++], column, row, 1, 0,
                     HORIZONTAL_CLASS(left_half(column, START_COLUMNS), row));
    for (int column = 0; column < COLUMNS; column++)
        for (int row = 0; row < START_ROWS; row++)
            set_line(&lines[n++], column, row, 0, 1,
                     VERTICAL_CLASS(left_half(column, COLUMNS), row));
    for (int column = 0; column < START_COLUMNS; column++)
        for (int row = 0; row < START_ROWS; row++)
            set_line(&lines[n++], column, row, 1, 1, DIAGONAL_CLASS(column, row));
    for (int column = 0; column < START_COLUMNS; column++)
        for (int row = 0; row < START_ROWS; row++)
            set_line(&lines[n++], COLUMNS - 1 - column, row, -1, 1, DIAGONAL_CLASS(column, row));
    assert(n == LINES);
}

uint64_t line_cells(const struct line *line)
{
    uint64_t cells = 0;

    for (int i = 0; i < 4; i++)
        cells |= cell_bit(line->cell[i].column, line->cell[i].row);
    return cells;
}

static void set_strip(struct strip *strip, struct cell at, int dc, int dr, int mirror)
{
    strip->length = 0;
    strip->mirror = mirror;
    while (at.column >= 0 && at.column < COLUMNS && at.row < ROWS) {
        strip->cell[strip->length++] = at;
        at.column += dc;
        at.row += dr;
    }
}

/* Where rising diagonal i starts: down the left edge, then along the bottom. */
static struct cell diagonal_start(int i)
{
    return i < START_ROWS ? (struct cell){ 0, START_ROWS - 1 - i }
                          : (struct cell){ i - START_ROWS + 1, 0 };
}

void strips_list(struct strip strips[STRIPS])
{
    int n = 0;

    for (int row = 0; row < ROWS; row++, n++)
        set_strip(&strips[n], (struct cell){ 0, row }, 1, 0, n);
    for (int column = 0; column < COLUMNS; column++, n++)
        set_strip(&strips[n], (struct cell){ column, 0 }, 0, 1, ROWS + COLUMNS - 1 - column);
    for (int i = 0; i < DIAGONALS; i++, n++)
        set_strip(&strips[n], diagonal_start(i), 1, 1, n + DIAGONALS);
    for (int i = 0; i < DIAGONALS; i++, n++) {
        struct cell start = diagonal_start(i);

        start.column = COLUMNS - 1 - start.column;
        set_strip(&strips[n], start, -1, 1, n - DIAGONALS);
    }
    assert(n == STRIPS);
}
