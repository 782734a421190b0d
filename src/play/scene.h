/*
 * scene - what is on the full screen: a board and what is said about it.
 *
 * The discs of the two sides differ in shape as well as in colour. The last
 * move stands in brackets and a line of four in stars, so that nothing is lost
 * without colours.
 */
#ifndef C4E_PLAY_SCENE_H
#define C4E_PLAY_SCENE_H

#include "game/notation.h"
#include "play/keys.h"
#include "play/layout.h"
#include "play/terminal.h"

#define SCENE_FACTS 8

struct scene {
    struct moves moves;
    int cursor;                    /* the column that it is over, or -1 for none */
    const char *fact[SCENE_FACTS]; /* sentences, the most important first; "" is none */
    int facts;
    const struct key_row *keys;
};

/* How the discs of the first and the second side are written on this terminal. */
const char *scene_disc(const struct terminal *terminal, int side);

/* Once, before the first scene. */
void scene_prepare(const struct terminal *terminal);

void scene_draw(const struct terminal *terminal, const struct scene *scene);

/* Shows a text instead of the board until a key is pressed, or several screens of it where it
 * is long. False if there is nobody at the terminal any more. */
bool scene_page(struct terminal *terminal, const char *text);

#endif
