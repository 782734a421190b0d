/*
 * custom_guard - notices when a user's heuristic crashes, never ends, or ends the program.
 *
 * Every call is announced. A signal that arrives during a call, and a call that
 * takes CUSTOM_PATIENCE_S of its thread's time, end the program: the reason and the
 * position go to the function that was given, and the status is 1. Saved games are
 * as safe as after kill -9.
 */
#ifndef C4E_HEURISTIC_CUSTOM_GUARD_H
#define C4E_HEURISTIC_CUSTOM_GUARD_H

#include "base/err.h"
#include "heuristic/custom.h"

#define CUSTOM_PATIENCE_S 3

/* A call that is going on in some thread. */
struct custom_call {
    const struct custom *volatile custom; /* NULL: none is */
    volatile uint64_t first, all;
    volatile int viewer;
    volatile unsigned long number; /* of the call: counts up */
};

/* Begins to guard; called again it does nothing. */
int custom_guard_begin(struct err *err);

/* Where the last words of the program go; NULL: to standard error. Must be safe in a signal
 * handler. */
typedef void custom_report(const char *text);
void custom_guard_report_to(custom_report *report);

/* The call of this thread. */
struct custom_call *custom_guard_call(void);

/* Ends the program because of the value that a call returned. */
_Noreturn void custom_guard_refuse(const struct custom_call *call, double value);

#endif
