/*
 * num - numbers from text and back, strictly.
 *
 * A parser takes the whole string or fails: no trailing letters, no overflow, no
 * nan or infinity. Each returns 0, or -1 without changing the result.
 */
#ifndef C4E_BASE_NUM_H
#define C4E_BASE_NUM_H

#include <stddef.h>
#include <stdint.h>

int num_parse_double(const char *text, double *out);
int num_parse_long(const char *text, long *out);
int num_parse_u64(const char *text, uint64_t *out);

/* Uses the fewest digits that read back as exactly the same double. */
#define NUM_TEXT_SIZE 32
const char *num_format(double value, char buf[NUM_TEXT_SIZE]);

#endif
