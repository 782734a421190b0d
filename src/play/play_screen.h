/*
 * play_screen - a person against the computer, full screen.
 */
#ifndef C4E_PLAY_PLAY_SCREEN_H
#define C4E_PLAY_PLAY_SCREEN_H

#include "play/desk.h"

/* Until the person quits. The desk is released; but if 1 is returned, a thread still thinks and
 * needs it: the program has to end at once, by _exit. */
int play_screen(struct desk *desk, bool colour, struct err *err);

#endif
