/*
 * forms - the ways in which programs write a position.
 *
 * Each form is a row of a table. Reading needs no name: a text tells by itself what form it has.
 * Boards say nothing about the order of the moves, so any order that leads to them is taken; such
 * a board must not be won.
 */
#ifndef C4E_GAME_FORMS_H
#define C4E_GAME_FORMS_H

#include "game/fen.h"
#include "game/notation.h"

#define FORM_TEXT_SIZE (FEN_SIZE + 3 * CELLS)

struct position_form {
    const char *name;
    const char *help;
    const char *example; /* of 44433 */
    void (*write)(const struct moves *moves, char buf[FORM_TEXT_SIZE]);
};

/* The rows, ended by one without a name. */
extern const struct position_form position_forms[];

const struct position_form *position_form_find(const char *name);

/* Reads moves or a board in any of these forms; the empty board is also "-" or "". */
int moves_read(struct moves *moves, const char *text, struct err *err);

/* The column of a move in letters, such as "d", "d4" or "P@d4", which must name the next free cell
 * if it names a row; marks such as ! and ? may follow. -1 if the move is not legal. */
int moves_next_column(const struct position *pos, const char *move);

#endif
