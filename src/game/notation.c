#include "game/notation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int refuse(struct err *err, const char *text, int move, const char *why)
{
    char shown[MOVES_TEXT_SIZE + 4];

    snprintf(shown, sizeof shown, "%.*s%s", MOVES_TEXT_SIZE, text,
             strlen(text) > MOVES_TEXT_SIZE ? "..." : "");
    return err_set(err, "position '%s': move %d, '%c': %s", shown, move + 1,
                   isprint((unsigned char)text[move]) ? text[move] : '?', why);
}

int moves_parse(struct moves *moves, const char *text, struct err *err)
{
    struct position pos = { 0 };

    moves->n = 0;
    if (strcmp(text, "-") == 0)
        return 0;
    for (int i = 0; text[i]; i++) {
        int column = text[i] - '1';
        uint64_t bit;

        if (column < 0 || column >= COLUMNS)
            return refuse(err, text, i, "not a column from 1 to " BOARD_TEXT(C4E_COLUMNS));
        if (has_four(pos.own ^ pos.all))
            return refuse(err, text, i, "the game has already been won");
        if (pos.all == BOARD_CELLS)
            return refuse(err, text, i, "the board is already full");
        bit = playable_cells(pos.all) & column_cells(column);
        if (!bit)
            return refuse(err, text, i, "the column is full");
        position_play(&pos, bit);
        moves_push(moves, column);
    }
    return 0;
}

const char *moves_format(const struct moves *moves, char buf[MOVES_TEXT_SIZE])
{
    for (int i = 0; i < moves->n; i++)
        buf[i] = (char)('1' + moves->column[i]);
    buf[moves->n] = '\0';
    if (moves->n == 0)
        strcpy(buf, "-");
    return buf;
}

struct position moves_position(const struct moves *moves)
{
    struct position pos = { 0 };

    for (int i = 0; i < moves->n; i++)
        position_play(&pos, playable_cells(pos.all) & column_cells(moves->column[i]));
    return pos;
}

int notation_parse(struct position *pos, const char *text, struct err *err)
{
    struct moves moves;

    if (moves_parse(&moves, text, err))
        return -1;
    *pos = moves_position(&moves);
    return 0;
}

void notation_draw_position(FILE *out, const struct position *pos, uint64_t last, bool colour)
{
    uint64_t first = first_player_discs(pos);
    uint64_t four = fours(first) | fours(first ^ pos->all);

    for (int row = ROWS - 1; row >= 0; row--) {
        fprintf(out, "%d |", row + 1);
        for (int column = 0; column < COLUMNS; column++) {
            uint64_t bit = cell_bit(column, row);
            const char *marks = four & bit ? "**" : last & bit ? "[]" : "  ";
            char disc = !(pos->all & bit) ? '.' : first & bit ? 'X' : 'O';
            const char *paint = disc == '.' ? "\033[2m" : disc == 'X' ? "\033[1;33m" : "\033[1;34m";

            fprintf(out, "%c%s%c%s%c", marks[0], colour ? paint : "", disc, colour ? "\033[0m" : "",
                    marks[1]);
        }
        fputs("|\n", out);
    }
    fputs("  +", out);
    for (int column = 0; column < COLUMNS; column++)
        fputs("---", out);
    fputs("+\n   ", out);
    for (int column = 0; column < COLUMNS; column++)
        fprintf(out, column + 1 < COLUMNS ? " %d " : " %d\n", column + 1);
}

uint64_t moves_last_cell(const struct moves *moves)
{
    struct moves before = *moves;

    if (moves->n == 0)
        return 0;
    before.n--;
    return moves_position(moves).all ^ moves_position(&before).all;
}

void notation_draw(FILE *out, const struct moves *moves, bool colour)
{
    struct position pos = moves_position(moves);

    notation_draw_position(out, &pos, moves_last_cell(moves), colour);
}

bool notation_in_colour(int fd)
{
    const char *unwanted = getenv("NO_COLOR"), *term = getenv("TERM");

    return isatty(fd) && !(unwanted && *unwanted) && term && *term && strcmp(term, "dumb") != 0;
}
