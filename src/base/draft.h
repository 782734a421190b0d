/*
 * draft - text that is written to memory through a stream.
 *
 * Like open_memstream, but it tells whether memory sufficed, which that does not.
 */
#ifndef C4E_BASE_DRAFT_H
#define C4E_BASE_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"

/* Must stay where it is until it is closed. */
struct draft {
    FILE *out;   /* the caller writes here; NULL if it is closed */
    char *text;  /* complete, and ended by a zero byte, once it is closed */
    size_t size; /* bytes of it that have reached the text */
    size_t room;
    bool failed;
};

/* If this fails, there is nothing to release. */
int draft_open(struct draft *draft, struct err *err);

/* Everything that was written so far has reached the text. */
void draft_flush(struct draft *draft);

/* Ends the text. Fails if memory ran out at any time. */
int draft_close(struct draft *draft, struct err *err);

/* Ends it, and hands the text to the caller, who frees it; or NULL. */
char *draft_take(struct draft *draft, struct err *err);

/* Also takes a zeroed draft. */
void draft_release(struct draft *draft);

#endif
