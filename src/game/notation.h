/*
 * notation - positions as text: the columns played, counted from 1 at the left.
 *
 * The empty board is "-" (or ""). Public solvers and their test sets use the same
 * notation: "44433".
 */
#ifndef C4E_GAME_NOTATION_H
#define C4E_GAME_NOTATION_H

#include <stdio.h>

#include "base/err.h"
#include "game/position.h"

/* A sequence of legal moves. */
struct moves {
    unsigned char n;
    unsigned char column[CELLS];
};

#define MOVES_TEXT_SIZE (CELLS + 1)

/* Reads a move string. The error names the offending move. */
int moves_parse(struct moves *moves, const char *text, struct err *err);

/* Writes it back; the empty board as "-". Returns buf. */
const char *moves_format(const struct moves *moves, char buf[MOVES_TEXT_SIZE]);

/* The name of a cell: "c3". Returns buf. */
#define CELL_NAME_SIZE 3
const char *cell_name(uint64_t cell, char buf[CELL_NAME_SIZE]);

static inline void moves_push(struct moves *moves, int column)
{
    moves->column[moves->n++] = (unsigned char)column;
}

/* The position after these moves, which must be legal. */
struct position moves_position(const struct moves *moves);

/* Moves that lead to a position in which nobody has won: the game that it came from is not known,
 * so the first that is found. Returns -1 if there are none: the discs cannot have been played. */
int moves_reach(struct moves *moves, const struct position *pos);

/* The cell of the last move; 0 if there is none. */
uint64_t moves_last_cell(const struct moves *moves);

/* moves_parse for callers that only need the position. */
int notation_parse(struct position *pos, const char *text, struct err *err);

/* Draws the board: X for the first player, the cells of `last` in brackets, a line of four
 * between stars. */
void notation_draw_position(FILE *out, const struct position *pos, uint64_t last, bool colour);

/* What is drawn in place of empty cells, by bit: up to three characters, "" for the usual dot. */
struct notation_marks {
    char text[COLUMNS * COLUMN_BITS][4];
};

/* The same with marks, and the letters of the columns below their numbers. */
void notation_draw_marked(FILE *out, const struct position *pos, uint64_t last, bool colour,
                          const struct notation_marks *marks);

/* notation_draw_position with the last move in brackets. */
void notation_draw(FILE *out, const struct moves *moves, bool colour);

/* Whether a board on this file descriptor should be in colour: it is a terminal, TERM is not
 * "dumb", and NO_COLOR is not set. */
bool notation_in_colour(int fd);

#endif
