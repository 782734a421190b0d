/*
 * err - a message on its way up to the command that prints it.
 *
 * Every function that can fail for a reason outside the program returns 0, or -1
 * with a message here. Only src/cmd prints, and nothing below it exits.
 */
#ifndef C4E_BASE_ERR_H
#define C4E_BASE_ERR_H

struct err {
    char text[4096];
};

/* Replaces the message. Returns -1, so that callers can return the result. */
__attribute__((format(printf, 2, 3))) int err_set(struct err *err, const char *fmt, ...);

/* Adds a line to the message, for checks that report everything they find. Returns -1. */
__attribute__((format(printf, 2, 3))) int err_add(struct err *err, const char *fmt, ...);

/* Puts "what: " in front of the message. Returns -1. */
int err_prefix(struct err *err, const char *what);

#endif
