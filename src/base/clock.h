/*
 * clock - seconds on a clock that never jumps, for limits, rates and progress. No
 * result depends on it.
 */
#ifndef C4E_BASE_CLOCK_H
#define C4E_BASE_CLOCK_H

double clock_s(void);

/* Sleeps for a twentieth of the time waited so far, but at least 50 microseconds and at most 2
 * milliseconds. A loop that waits this way uses almost no processor time and notices what it
 * waits for at most a twentieth too late. */
void clock_doze(double waited_s);

#endif
