/*
 * watch - two players shown move by move, full screen or in lines.
 */
#ifndef C4E_PLAY_WATCH_H
#define C4E_PLAY_WATCH_H

#include <stdio.h>

#include "play/watched.h"

/* Until whoever watches quits. The games are released; but if 1 is returned, a thread still thinks
 * and needs them: the program has to end at once, by _exit. */
int watch_screen(struct watched *w, double delay_s, bool colour, struct err *err);

/* So many games, written move by move, waiting so long before each. They stay the caller's. */
int watch_plain(struct watched *w, FILE *out, int games, double delay_s, bool colour,
                struct err *err);

#endif
