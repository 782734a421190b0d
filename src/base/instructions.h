/*
 * instructions - how many machine instructions this process has executed, where the system lets
 * us count them. On a busy machine they say more about speed than seconds do.
 */
#ifndef C4E_BASE_INSTRUCTIONS_H
#define C4E_BASE_INSTRUCTIONS_H

#include <stdint.h>

/* Starts counting those of this thread, and of threads that it starts later; never fails. */
struct instructions {
    int fd; /* -1: the system does not count */
};

void instructions_begin(struct instructions *count);

/* The number since begin, or 0 if the system does not count. Stops counting. */
uint64_t instructions_end(struct instructions *count);

#endif
