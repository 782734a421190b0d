/*
 * bytes - plain data on its way to another process of the same program.
 *
 * Writing appends to a growing buffer. If memory runs out, the buffer is marked
 * as failed, so one check at the end is enough. Reading takes the same pieces in
 * the same order and never goes past the end. Numbers and structs are copied as
 * they are in memory, because both sides run the same program.
 */
#ifndef C4E_BASE_BYTES_H
#define C4E_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct bytes {
    unsigned char *data;
    size_t n, capacity;
    bool failed; /* out of memory: something is missing */
};

void bytes_release(struct bytes *bytes);
void bytes_put(struct bytes *bytes, const void *data, size_t n);

/* Adds n bytes for the caller to fill in; NULL if memory ran out. */
void *bytes_extend(struct bytes *bytes, size_t n);

/* The part that is left to read. The data is borrowed. */
struct bytes_reader {
    const unsigned char *data;
    size_t n;
    bool failed; /* more was requested than there is */
};

/* A pointer to the next n bytes, aligned or not, or NULL. */
const void *reader_skip(struct bytes_reader *reader, size_t n);

/* A copy of the next n bytes; zeros once the reader has failed. */
void reader_take(struct bytes_reader *reader, void *to, size_t n);

/* A number n of items of this size that should follow: 0, and the reader has failed, if they do not.
 * To be called before memory is allocated for them. */
size_t reader_bound(struct bytes_reader *reader, size_t n, size_t size);

#endif
