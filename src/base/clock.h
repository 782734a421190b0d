/*
 * clock - seconds on a clock that never jumps. For limits, rates and progress;
 * no result depends on it.
 */
#ifndef C4E_BASE_CLOCK_H
#define C4E_BASE_CLOCK_H

double clock_s(void);

#endif
