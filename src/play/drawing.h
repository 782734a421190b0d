/*
 * drawing - what the full screen shows: a board, sentences about it, and the keys.
 *
 * The discs of the two sides differ in shape as well as in colour. The last
 * move is in brackets and a line of four in stars, so that nothing is lost
 * without colours.
 */
#ifndef C4E_PLAY_DRAWING_H
#define C4E_PLAY_DRAWING_H

#include "game/notation.h"
#include "play/keys.h"
#include "play/layout.h"
#include "play/terminal.h"

#define DRAWING_FACTS 8

struct drawing {
    struct moves moves;
    int cursor;                      /* the selected column, or -1 for none */
    const char *fact[DRAWING_FACTS]; /* sentences, the most important first; "" is skipped */
    int facts;
    const struct key_row *keys;
};

/* How the discs of the first and the second side are written on this terminal. */
const char *drawing_disc(const struct terminal *terminal, int side);

/* Sets up the colours, once, before anything is drawn. */
void drawing_prepare(const struct terminal *terminal);

void drawing_show(const struct terminal *terminal, const struct drawing *drawing);

/* Shows a text instead of the board until a key is pressed; a long text takes several screens.
 * Returns false if the terminal was closed. */
bool drawing_show_text(struct terminal *terminal, const char *text);

#endif
