/*
 * lines - text files, line by line or whole.
 *
 * A zero byte, a line without end, a directory or a lack of memory is an error that names the file
 * and the line; none of them looks like the end of the file.
 */
#ifndef C4E_BASE_LINES_H
#define C4E_BASE_LINES_H

#include <stdio.h>

#include "base/err.h"

#define LINES_LONGEST (1 << 20)  /* bytes of a line */
#define LINES_WHOLE   (64 << 20) /* bytes of a file that is read whole */

#define LINES_ZERO_BYTE "zero byte: not a text file"

struct lines {
    const char *path; /* the caller's */
    FILE *file;
    int number; /* of the line, from 1 */
    char *text; /* the line without its end; the caller may change it */
    size_t room;
};

/* If this fails, there is nothing to close. */
int lines_open(struct lines *lines, const char *path, struct err *err);

/* Reads the next line. Returns 1, 0 at the end of the file, or -1. */
int lines_next(struct lines *lines, struct err *err);

/* Adds the place of the line to an error about it. Returns -1. */
int lines_error(const struct lines *lines, struct err *err);

void lines_close(struct lines *lines);

/* All of a file as a string, which the caller frees; or NULL. */
char *lines_whole(const char *path, struct err *err);

#endif
