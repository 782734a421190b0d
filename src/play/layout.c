#include "play/layout.h"

#include <stddef.h>

#include "base/utf8.h"

static const struct board_size large = { 3, 7, 1, 1, true };
static const struct board_size medium = { 1, 3, 1, 1, true };
static const struct board_size small = { 1, 3, 0, 1, true };
static const struct board_size tiny = { 1, 2, 0, 0, false };

/* In order of preference. */
static const struct arrangement {
    const struct board_size *size;
    bool beside;
    int text; /* columns beside the board, or rows below it, that the text needs */
} arrangements[] = {
    { &large, true, 30 }, { &medium, true, 26 }, { &medium, false, 5 }, { &small, true, 26 },
    { &small, false, 3 }, { &tiny, true, 18 },   { &tiny, false, 1 },
};

/* With the frame, without the rows of the cursor and of the numbers. */
static int board_rows(const struct board_size *size)
{
    return ROWS * size->cell_rows + (size->gap ? ROWS + 1 : size->frame);
}

static int board_cols(const struct board_size *size)
{
    return COLUMNS * size->cell_cols + (size->gap ? COLUMNS + 1 : 2 * size->frame);
}

/* Text beside the board has the keys below both; text below the board has one row of keys. */
static bool arrange(struct layout *layout, const struct arrangement *a, int rows, int cols)
{
    int needed_rows = 1 + board_rows(a->size) + a->size->numbers;
    int needed_cols = board_cols(a->size);
    int margin = cols > needed_cols + 2 ? a->size->frame : 0;
    int text_left = a->beside ? margin + needed_cols + 2 : margin;
    int text_top = a->beside ? 0 : needed_rows;
    int keys;

    if (rows < needed_rows + (a->beside ? 0 : a->text) ||
        cols < needed_cols + (a->beside ? margin + 2 + a->text : 0))
        return false;
    keys = a->beside ? rows - needed_rows - 1 : rows - needed_rows > a->text + 1;
    *layout = (struct layout){
        .size = a->size,
        .board = { 0, margin, needed_rows, needed_cols },
        .text = { text_top, text_left, rows - text_top, cols - text_left },
    };
    if (keys > 0)
        layout->footer = (struct area){ rows - keys, margin, keys, cols - margin };
    layout->text.rows -= keys > 0 ? keys : 0;
    return true;
}

bool layout_make(struct layout *layout, int rows, int cols)
{
    for (size_t i = 0; i < sizeof arrangements / sizeof *arrangements; i++)
        if (arrange(layout, &arrangements[i], rows, cols))
            return rows >= LAYOUT_ROWS && cols >= LAYOUT_COLS;
    return false;
}

int layout_cell_top(const struct layout *layout, int row)
{
    const struct board_size *size = layout->size;

    return layout->board.top + 1 + size->gap + (ROWS - 1 - row) * (size->cell_rows + size->gap);
}

int layout_cell_left(const struct layout *layout, int column)
{
    const struct board_size *size = layout->size;

    return layout->board.left + size->frame + column * (size->cell_cols + size->gap);
}

int layout_floor(const struct layout *layout)
{
    return layout_cell_top(layout, 0) + layout->size->cell_rows;
}

int layout_column_at(const struct layout *layout, int row, int col)
{
    const struct area *board = &layout->board;

    if (row < board->top || row >= board->top + board->rows)
        return -1;
    for (int column = 0; column < COLUMNS; column++) {
        int left = layout_cell_left(layout, column);

        if (col >= left && col < left + layout->size->cell_cols)
            return column;
    }
    return -1;
}

/* The bytes of a character. A byte that is not part of one counts as a character. */
static size_t character_bytes(const char *text)
{
    size_t length = utf8_length(text);

    return length ? length : 1;
}

const char *layout_next_line(const char **text, int width, size_t *bytes)
{
    const char *start = *text;
    const char *end = NULL; /* of the last word that fits */
    const char *c = start;

    if (!*start)
        return NULL;
    width = width < 1 ? 1 : width;
    for (int used = 0; *c && *c != '\n' && used < width; used++) {
        c += character_bytes(c);
        if (*c == ' ' || *c == '\n' || !*c)
            end = c;
    }
    if (!end || *c == '\n' || !*c)
        end = c;
    *bytes = (size_t)(end - start);
    if (*end == '\n')
        end++;
    else
        while (*end == ' ')
            end++;
    *text = end;
    return start;
}

int layout_count_lines(const char *text, int width)
{
    size_t bytes;
    int lines = 0;

    while (layout_next_line(&text, width, &bytes))
        lines++;
    return lines;
}
