/*
 * clock - seconds on a clock that never jumps. For limits, rates and progress;
 * no result depends on it.
 */
#ifndef C4E_BASE_CLOCK_H
#define C4E_BASE_CLOCK_H

double clock_s(void);

/* Sleeps a moment while waiting for something, by how long the wait has lasted: from 50
 * microseconds to 2 milliseconds. Waiting so costs next to no processor time, and what is
 * waited for is noticed a twentieth late at the most. */
void clock_doze(double waited_s);

#endif
