#include "game/fen.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define DISCS (CELLS / 2) /* of each side */

static char *put_row(char *to, const struct position *pos, int row)
{
    uint64_t first = first_player_discs(pos);
    int empty = 0;

    for (int c = 0; c < COLUMNS; c++) {
        uint64_t bit = cell_bit(c, row);

        if (!(pos->all & bit)) {
            empty++;
            continue;
        }
        if (empty)
            *to++ = (char)('0' + empty);
        empty = 0;
        *to++ = first & bit ? 'P' : 'p';
    }
    if (empty)
        *to++ = (char)('0' + empty);
    return to;
}

const char *fen_format(const struct position *pos, char buf[FEN_SIZE])
{
    int second = pos->plies / 2, first = pos->plies - second;
    char *to = buf;

    for (int row = ROWS - 1; row >= 0; row--) {
        to = put_row(to, pos, row);
        *to++ = row ? '/' : '[';
    }
    memset(to, 'P', (size_t)(DISCS - first));
    to += DISCS - first;
    memset(to, 'p', (size_t)(DISCS - second));
    to += DISCS - second;
    snprintf(to, (size_t)(buf + FEN_SIZE - to), "] %c - - %d %d", pos->plies % 2 ? 'b' : 'w',
             pos->plies, pos->plies / 2 + 1);
    return buf;
}

/* Reads the rows and moves *text past them. */
static int read_rows(const char **text, uint64_t *first, uint64_t *all, struct err *err)
{
    const char *at = *text;

    *first = *all = 0;
    for (int row = ROWS - 1; row >= 0; row--) {
        int column = 0;

        for (; column < COLUMNS && !strchr("/[ ", *at); at++) {
            if (*at >= '1' && *at <= '0' + COLUMNS) {
                column += *at - '0';
            } else if (*at == 'P' || *at == 'p') {
                *all |= cell_bit(column, row);
                *first |= *at == 'P' ? cell_bit(column, row) : 0;
                column++;
            } else {
                return err_set(err, "'%c' is neither P, p nor a number of empty cells", *at);
            }
        }
        if (column != COLUMNS || (row > 0 && *at++ != '/'))
            return err_set(err, "the board is not %d rows of %d cells", ROWS, COLUMNS);
    }
    *text = at;
    return 0;
}

/* Whether no disc floats: the bits of each column are contiguous from the bottom. */
static bool is_stacked(uint64_t all)
{
    return ((all + BOTTOM_ROW) & all) == 0;
}

int fen_parse(struct position *pos, const char *text, struct err *err)
{
    uint64_t first, all;
    int more;

    if (read_rows(&text, &first, &all, err))
        return -1;
    text += *text == '[' ? strcspn(text, "]") : 0;
    text += *text == ']';
    more = 2 * bit_count(first) - bit_count(all);
    if (text[0] != ' ' || (text[1] != 'w' && text[1] != 'b') || (text[2] && text[2] != ' '))
        return err_set(err, "the side to move is neither w nor b");
    if (!is_stacked(all))
        return err_set(err, "a disc floats above an empty cell");
    if (more != (text[1] == 'b'))
        return err_set(err, "%d discs of the first player and %d of the second, with %c to move",
                       bit_count(first), bit_count(all ^ first), text[1]);
    if (has_four(first) && has_four(first ^ all))
        return err_set(err, "both players have four in a line");
    *pos =
        (struct position){ .own = more ? first ^ all : first, .all = all, .plies = bit_count(all) };
    return 0;
}

const char *fen_drop_format(const struct position *pos, int column, char buf[DROP_SIZE])
{
    int row = bit_count(pos->all & column_cells(column));

    snprintf(buf, DROP_SIZE, "P@%c%c", 'a' + column, '1' + row);
    return buf;
}

int fen_drop_parse(const struct position *pos, const char *text)
{
    for (int c = 0; c < COLUMNS; c++) {
        char drop[DROP_SIZE];
        int i = 0;

        if (!(playable_cells(pos->all) & column_cells(c)))
            continue;
        fen_drop_format(pos, c, drop);
        while (drop[i] && tolower((unsigned char)drop[i]) == tolower((unsigned char)text[i]))
            i++;
        if (!drop[i] && !text[i])
            return c;
    }
    return -1;
}
