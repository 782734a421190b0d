/*
 * progress - how far a long job is, on stderr, and how it is interrupted.
 *
 * On a terminal: a bar with rate and time left, redrawn a few times a second.
 * Elsewhere nothing is drawn.
 */
#ifndef C4E_CMD_PROGRESS_H
#define C4E_CMD_PROGRESS_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct progress {
    const char *what; /* "games" */
    bool terminal;
    double start_s;
    double drawn_s; /* when the bar was last drawn, seconds after the start */
};

void progress_begin(struct progress *progress, const char *what);

/* Fits watch.progress. */
void progress_show(void *progress, const char *what, size_t done, size_t total);

/* Wipes the bar. Returns the seconds since progress_begin. */
double progress_end(struct progress *progress);

/* Set when the person has pressed Ctrl-C (or by SIGTERM); a second time kills. */
const atomic_bool *interrupt_watch(void);

#endif
