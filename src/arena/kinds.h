/*
 * kinds - all kinds of jobs that processes can help each other with.
 */
#ifndef C4E_ARENA_KINDS_H
#define C4E_ARENA_KINDS_H

#include "search/crew.h"

/* Ended by NULL. */
extern const struct crew_kind *const crew_kinds[];

#endif
