/*
 * stub_clock - base/clock.h inside a page, where the browser has the clock.
 */
#ifndef C4E_EXPORT_STUB_CLOCK_H
#define C4E_EXPORT_STUB_CLOCK_H

/* Seconds on a clock that never goes back. */
__attribute__((import_module("page"), import_name("clock_s"))) double clock_s(void);

#endif
