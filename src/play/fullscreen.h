/*
 * fullscreen - play and watch on the full screen of a terminal.
 *
 * Both functions return when the person quits, and release the session or the games.
 * But if they return 1, a player is still thinking and needs that memory: the program must
 * end at once, by _exit.
 */
#ifndef C4E_PLAY_FULLSCREEN_H
#define C4E_PLAY_FULLSCREEN_H

#include "play/session.h"
#include "play/watched.h"

/* A person against the computer. */
int fullscreen_play(struct session *session, bool colour, struct err *err);

/* Two players, with a delay between their moves. */
int fullscreen_watch(struct watched *w, double delay_s, bool colour, struct err *err);

#endif
