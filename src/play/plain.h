/*
 * plain - play and watch in lines of text instead of on the full screen.
 *
 * For simple terminals, pipes and tests. Input that does not come from a terminal is
 * repeated in the output, which is then a record of the game.
 */
#ifndef C4E_PLAY_PLAIN_H
#define C4E_PLAY_PLAIN_H

#include <stdio.h>

#include "play/session.h"
#include "play/watched.h"

struct plain {
    FILE *in; /* not used by plain_watch */
    FILE *out;
    bool echo;   /* repeat what is read */
    bool colour; /* of the boards */
};

/* Plays until the person quits or the input ends. The session stays the caller's. */
int plain_play(const struct plain *plain, struct session *session, struct err *err);

/* Writes that many games move by move, with a delay before each move. The games stay the
 * caller's. */
int plain_watch(const struct plain *plain, struct watched *w, int games, double delay_s,
                struct err *err);

#endif
