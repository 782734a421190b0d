/*
 * terminal - the full screen: opened, waited on, and left as it was found.
 *
 * Whatever ends the program, an error, a signal or an abort, the terminal gets
 * its modes and its old screen back. There can be one at a time.
 */
#ifndef C4E_PLAY_TERMINAL_H
#define C4E_PLAY_TERMINAL_H

#include <stdbool.h>

#include "base/err.h"

struct terminal {
    void *screen; /* that of ncurses */
    bool colour;  /* colours may be used, and there are some */
    bool utf8;    /* characters beyond ASCII can be shown */
    int rows, cols;
};

enum event_kind {
    EVENT_KEY,    /* a character or one of enum press */
    EVENT_CLICK,  /* of the mouse, at row and col */
    EVENT_RESIZE, /* draw again */
    EVENT_READY,  /* the other file descriptor can be read */
    EVENT_TIMEOUT,
    EVENT_CLOSED /* there is nobody at the terminal any more */
};

struct event {
    enum event_kind kind;
    int key;
    int row, col;
};

/* Can stdin and stdout show a full screen? Not when either is no terminal, nor when the terminal
 * cannot move its cursor. */
bool terminal_usable(void);

int terminal_open(struct terminal *terminal, bool colour, struct err *err);
void terminal_close(struct terminal *terminal);

/* Waits for what comes first: a key, a click, a new size, fd (-1 for none) to be readable, or
 * so many seconds (negative: for ever). */
void terminal_wait(struct terminal *terminal, int fd, double seconds, struct event *event);

#endif
