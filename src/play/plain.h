/*
 * plain - a person against the computer, in lines on stdin and stdout.
 *
 * For terminals that can do no more, for pipes and for tests. Input that does
 * not come from a terminal is repeated in the output, so that this is a record
 * of the game.
 */
#ifndef C4E_PLAY_PLAIN_H
#define C4E_PLAY_PLAIN_H

#include <stdio.h>

#include "play/desk.h"

struct plain {
    FILE *in, *out;
    bool echo;   /* repeat what is read */
    bool colour; /* of the boards */
};

/* Until the person quits or the input ends. The desk stays the caller's. */
int plain_play(const struct plain *plain, struct desk *desk, struct err *err);

#endif
