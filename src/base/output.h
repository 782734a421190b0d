/*
 * output - a stream to a file that remembers why writing failed.
 *
 * stdio only keeps a flag: by the time somebody looks at it, errno is that of another call.
 */
#ifndef C4E_BASE_OUTPUT_H
#define C4E_BASE_OUTPUT_H

#include <stdio.h>

struct output {
    FILE *file; /* the caller writes here */
    int fd;     /* for fsync and the like; belongs to the file */
    int why;    /* errno of the first failure, or 0 */
};

/* Begins to write to a descriptor, which it takes over. The struct must stay where it is until it is
 * closed. Returns 0, or an errno; the descriptor is then closed. */
int output_open(struct output *output, int fd);

/* Writes what is buffered. Returns 0, or the errno of the first failure since the opening. */
int output_flush(struct output *output);

/* The same, and closes the descriptor. */
int output_close(struct output *output);

#endif
