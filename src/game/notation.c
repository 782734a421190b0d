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

#define DEAD_BITS 10

/* A search for moves that lead to a position. */
struct reaching {
    uint64_t discs[2]; /* of the first player and of the second */
    struct moves *moves;
    uint64_t dead[1 << DEAD_BITS]; /* keys of discs after which the others cannot be played */
};

static bool reach_from(struct reaching *r, uint64_t placed)
{
    uint64_t key = position_key(0, placed); /* never 0 */
    uint64_t *dead = &r->dead[(key * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - DEAD_BITS)];

    if (placed == (r->discs[0] | r->discs[1]))
        return true;
    if (*dead == key)
        return false;
    for (uint64_t next = playable_cells(placed) & r->discs[r->moves->n % 2]; next;
         next &= next - 1) {
        moves_push(r->moves, bit_column(next & -next));
        if (reach_from(r, placed | (next & -next)))
            return true;
        r->moves->n--;
    }
    *dead = key;
    return false;
}

int moves_reach(struct moves *moves, const struct position *pos)
{
    struct reaching r = { .moves = moves };

    moves->n = 0;
    r.discs[0] = first_player_discs(pos);
    r.discs[1] = r.discs[0] ^ pos->all;
    return reach_from(&r, 0) ? 0 : -1;
}

int notation_parse(struct position *pos, const char *text, struct err *err)
{
    struct moves moves;

    if (moves_parse(&moves, text, err))
        return -1;
    *pos = moves_position(&moves);
    return 0;
}

const char *cell_name(uint64_t cell, char buf[CELL_NAME_SIZE])
{
    buf[0] = (char)('a' + bit_column(cell));
    buf[1] = (char)('1' + bit_index(cell) % COLUMN_BITS);
    buf[2] = '\0';
    return buf;
}

static void draw_cell(FILE *out, char disc, const char marks[2], bool colour)
{
    const char *paint = disc == '.' ? "\033[2m" : disc == 'X' ? "\033[1;33m" : "\033[1;34m";

    fprintf(out, "%c%s%c%s%c", marks[0], colour ? paint : "", disc, colour ? "\033[0m" : "",
            marks[1]);
}

static void draw_columns(FILE *out, char first)
{
    fputs("   ", out);
    for (int column = 0; column < COLUMNS; column++)
        fprintf(out, column + 1 < COLUMNS ? " %c " : " %c\n", first + column);
}

void notation_draw_marked(FILE *out, const struct position *pos, uint64_t last, bool colour,
                          const struct notation_marks *marks)
{
    uint64_t first = first_player_discs(pos);
    uint64_t four = fours(first) | fours(first ^ pos->all);

    for (int row = ROWS - 1; row >= 0; row--) {
        fprintf(out, "%d |", row + 1);
        for (int column = 0; column < COLUMNS; column++) {
            uint64_t bit = cell_bit(column, row);
            char disc = !(pos->all & bit) ? '.' : first & bit ? 'X' : 'O';

            if (marks && disc == '.' && marks->text[bit_index(bit)][0])
                fprintf(out, "%-3s", marks->text[bit_index(bit)]);
            else
                draw_cell(out, disc, four & bit ? "**" : last & bit ? "[]" : "  ", colour);
        }
        fputs("|\n", out);
    }
    fputs("  +", out);
    for (int column = 0; column < COLUMNS; column++)
        fputs("---", out);
    fputs("+\n", out);
    draw_columns(out, '1');
    if (marks)
        draw_columns(out, 'a');
}

void notation_draw_position(FILE *out, const struct position *pos, uint64_t last, bool colour)
{
    notation_draw_marked(out, pos, last, colour, NULL);
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
