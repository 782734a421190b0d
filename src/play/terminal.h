/*
 * terminal - the full screen of a terminal: opening it, waiting for events, restoring
 * what was there.
 *
 * Whatever ends the program, an error, a signal or an abort, the terminal gets
 * its modes and its old screen back. Only one can be open at a time.
 */
#ifndef C4E_PLAY_TERMINAL_H
#define C4E_PLAY_TERMINAL_H

#include <stdbool.h>

#include "base/err.h"

struct terminal {
    void *screen; /* of ncurses */
    bool colour;  /* it has colours, and they are wanted */
    bool utf8;    /* characters beyond ASCII can be shown */
    int rows, cols;
};

enum event_kind {
    EVENT_KEY,    /* a character or one of enum press */
    EVENT_CLICK,  /* of the mouse, at row and col */
    EVENT_RESIZE, /* the size has changed: draw again */
    EVENT_READY,  /* the other file descriptor can be read */
    EVENT_TIMEOUT,
    EVENT_CLOSED /* the terminal is gone */
};

struct event {
    enum event_kind kind;
    int key;
    int row, col;
};

/* Whether stdin and stdout can show a full screen. Both must be a terminal that can move its
 * cursor. */
bool terminal_usable(void);

int terminal_open(struct terminal *terminal, bool colour, struct err *err);
void terminal_close(struct terminal *terminal);

/* Waits for the first of: a key, a click, a new size, fd becoming readable (-1 for none), or the
 * end of that many seconds (negative: no limit). */
void terminal_wait(struct terminal *terminal, int fd, double seconds, struct event *event);

#endif
