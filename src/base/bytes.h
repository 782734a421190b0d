/*
 * bytes - plain data on its way to another process of the same program.
 *
 * Writing appends to a growing buffer; when memory runs out the buffer is
 * marked as failed, and one question at the end is enough. Reading takes the
 * same pieces in the same order, and never reads beyond the end. Numbers and
 * structs travel as they lie in memory: both sides run the same program.
 */
#ifndef C4E_BASE_BYTES_H
#define C4E_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct bytes {
    unsigned char *data;
    size_t n, capacity;
    bool failed; /* out of memory: what was put is not all there */
};

void bytes_release(struct bytes *bytes);
void bytes_put(struct bytes *bytes, const void *data, size_t n);

/* Room for n bytes at the end, to be filled by the caller; or NULL. */
void *bytes_extend(struct bytes *bytes, size_t n);

/* What is left to read; it does not own the data. */
struct bytes_reader {
    const unsigned char *data;
    size_t n;
    bool failed; /* more was asked for than there is */
};

/* The next n bytes where they lie, aligned or not; or NULL. */
const void *reader_skip(struct bytes_reader *reader, size_t n);

/* A copy of the next n bytes; zeros once the reader has failed. */
void reader_take(struct bytes_reader *reader, void *to, size_t n);

#endif
