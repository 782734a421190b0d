/*
 * play_screen - a person against the computer, full screen.
 */
#ifndef C4E_PLAY_PLAY_SCREEN_H
#define C4E_PLAY_PLAY_SCREEN_H

#include "play/desk.h"

/* Until the person quits. The desk is released. */
int play_screen(struct desk *desk, bool colour, struct err *err);

#endif
