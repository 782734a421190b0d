/*
 * bench_against - the speed of this program beside that of another build of it.
 */
#ifndef C4E_CMD_BENCH_AGAINST_H
#define C4E_CMD_BENCH_AGAINST_H

#include "base/err.h"

/* Both programs play the same matches in turns, on one thread. Prints a row for each match: how
 * many times as fast this program is, by the processor time of both without that of their start.
 * Fails if a move of any game differs. */
int bench_against(const char *program, int turns, struct err *err);

#define BENCH_TURNS_MAX 1000

#endif
