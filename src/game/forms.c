#include "game/forms.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define SEPARATORS " ,[]()'\"|_\t"
#define SHOWN      60 /* characters of a wrong text in a message */

static void write_columns(const struct moves *moves, char buf[FORM_TEXT_SIZE])
{
    moves_format(moves, buf);
}

static void write_letters(const struct moves *moves, char buf[FORM_TEXT_SIZE])
{
    for (int i = 0; i < moves->n; i++)
        *buf++ = (char)('a' + moves->column[i]);
    strcpy(buf, moves->n ? "" : "-");
}

static void write_cells(const struct moves *moves, char buf[FORM_TEXT_SIZE])
{
    int height[COLUMNS] = { 0 };

    for (int i = 0; i < moves->n; i++) {
        *buf++ = (char)('a' + moves->column[i]);
        *buf++ = (char)('1' + height[moves->column[i]]++);
    }
    strcpy(buf, moves->n ? "" : "-");
}

static void write_fen(const struct moves *moves, char buf[FORM_TEXT_SIZE])
{
    struct position pos = moves_position(moves);

    fen_format(&pos, buf);
}

/* The sign of a cell: of three for an empty one, the first player's and the second's. */
static char sign_of(const struct position *pos, int column, int row, const char signs[3])
{
    uint64_t cell = cell_bit(column, row);

    return signs[!(pos->all & cell) ? 0 : first_player_discs(pos) & cell ? 1 : 2];
}

static void write_grid(const struct moves *moves, char buf[FORM_TEXT_SIZE])
{
    struct position pos = moves_position(moves);

    for (int row = ROWS - 1; row >= 0; row--)
        for (int column = 0; column < COLUMNS; column++)
            *buf++ = sign_of(&pos, column, row, "012");
    *buf = '\0';
}

static void write_dataset(const struct moves *moves, char buf[FORM_TEXT_SIZE])
{
    struct position pos = moves_position(moves);

    for (int column = 0; column < COLUMNS; column++)
        for (int row = 0; row < ROWS; row++) {
            *buf++ = sign_of(&pos, column, row, "bxo");
            *buf++ = ',';
        }
    buf[-1] = '\0';
}

const struct position_form position_forms[] = {
    { "columns", "the columns played, as in public solvers and their test sets", "44433",
      write_columns },
    { "letters", "the same as letters", "dddcc", write_letters },
    { "cells", "the cells filled, as in PGN; blanks between them and P@ are read, too",
      "d1d2d3c1c2", write_cells },
    { "fen", "the board as chess programs write it", "7/7/7/3P3/2Pp3/2pP3[...] b - - 5 3",
      write_fen },
    { "grid", "all cells from the top row: 0, 1, 2 as in ConnectX, or . X O; commas are read, too",
      "0000000...0021000", write_grid },
    { "dataset", "all cells from a1 upward as b, x, o, as in the UCI data set of 8-ply positions",
      "b,b,...,o,x,b,...,b", write_dataset },
    { 0 },
};

const struct position_form *position_form_find(const char *name)
{
    for (const struct position_form *f = position_forms; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static int refuse_text(struct err *err, const char *text, const char *why)
{
    return err_set(err, "position '%.*s%s': %s", SHOWN, text, strlen(text) > SHOWN ? "..." : "",
                   why);
}

/* Reads the rows of a FEN; whose move it is follows from the discs, if that is left out. */
static int read_board(struct moves *moves, const char *text, const char *rows, struct err *err)
{
    char fen[FEN_SIZE + 8];
    struct position pos;
    struct err why;
    int more = 0;

    snprintf(fen, sizeof fen, "%s", rows);
    if (!strchr(rows, ' ')) {
        for (const char *c = rows; *c && *c != '['; c++)
            more += (*c == 'P') - (*c == 'p');
        snprintf(fen + strlen(fen), sizeof fen - strlen(fen), more > 0 ? " b" : " w");
    }
    if (fen_parse(&pos, fen, &why))
        return refuse_text(err, text, why.text);
    if (has_four(pos.own) || has_four(pos.own ^ pos.all))
        return refuse_text(err, text, "the game is won: give its moves instead of the board");
    if (moves_reach(moves, &pos))
        return refuse_text(err, text, "no game leads to this board");
    return 0;
}

/* Lines of the data set end with the result. */
static bool is_result(const char *text)
{
    return strcmp(text, "win") == 0 || strcmp(text, "loss") == 0 || strcmp(text, "draw") == 0;
}

/* Copies a text without separators. Returns its length, or -1 if it is longer than a board. */
static int squeeze(const char *text, char cells[CELLS + 1])
{
    int n = 0;

    for (; *text; text++) {
        if (strchr(SEPARATORS, *text))
            continue;
        if (n == CELLS && is_result(text))
            break;
        if (n == CELLS)
            return -1;
        cells[n++] = (char)tolower((unsigned char)*text);
    }
    cells[n] = '\0';
    return n;
}

/* The rows of a FEN from the signs of all cells, from the top row or from a1 upward. */
static void rows_of(const char cells[CELLS + 1], bool upward, const char *signs, char *rows)
{
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int column = 0; column < COLUMNS; column++) {
            char c = cells[upward ? column * ROWS + row : (ROWS - 1 - row) * COLUMNS + column];

            *rows++ = "1Pp"[strchr(signs, c) - signs];
        }
        *rows++ = row ? '/' : '\0';
    }
}

/* Reads all cells of a board, if that is what the text is. */
static bool read_cells_of_board(struct moves *moves, const char *text, int *status, struct err *err)
{
    static const struct {
        const char *signs;
        bool upward;
    } kinds[] = { { "bxo", true }, { "012", false }, { ".xo", false } };
    char cells[CELLS + 1], rows[CELLS + ROWS + 1];

    if (squeeze(text, cells) != CELLS)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strspn(cells, kinds[i].signs) != CELLS)
            continue;
        rows_of(cells, kinds[i].upward, kinds[i].signs, rows);
        *status = read_board(moves, text, rows, err);
        return true;
    }
    return false;
}

int moves_next_column(const struct position *pos, const char *move)
{
    int column, row;

    if (strncmp(move, "P@", 2) == 0 || strncmp(move, "p@", 2) == 0)
        move += 2;
    column = tolower((unsigned char)*move++) - 'a';
    if (column < 0 || column >= COLUMNS || !(playable_cells(pos->all) & column_cells(column)))
        return -1;
    row = bit_count(pos->all & column_cells(column));
    if (isdigit((unsigned char)*move) && *move++ != '1' + row)
        return -1;
    return move[strspn(move, "!?+#")] == '\0' ? column : -1;
}

/* Moves in letters: a letter begins each of them. */
static int read_letters(struct moves *moves, const char *text, struct err *err)
{
    struct position pos = { 0 };

    moves->n = 0;
    for (const char *at = text + strspn(text, SEPARATORS); *at; at += strspn(at, SEPARATORS)) {
        size_t length = strncasecmp(at, "P@", 2) == 0 ? 3 : 1;
        char move[8];
        int column;

        length += strcspn(at + (strlen(at) < length ? strlen(at) : length),
                          SEPARATORS "abcdefghiABCDEFGHIPp");
        snprintf(move, sizeof move, "%.*s", (int)length, at);
        column = position_outcome(&pos) == OUTCOME_NONE ? moves_next_column(&pos, move) : -1;
        if (column < 0) {
            char why[64];

            snprintf(why, sizeof why, "move %d, '%s', is not legal", moves->n + 1, move);
            return refuse_text(err, text, why);
        }
        moves_push(moves, column);
        position_play(&pos, playable_cells(pos.all) & column_cells(column));
        at += length < strlen(at) ? length : strlen(at);
    }
    return 0;
}

int moves_read(struct moves *moves, const char *text, struct err *err)
{
    int status;

    if (strchr(text, '/'))
        return read_board(moves, text, text, err);
    if (read_cells_of_board(moves, text, &status, err))
        return status;
    if (isalpha((unsigned char)*text))
        return read_letters(moves, text, err);
    return moves_parse(moves, text, err);
}
