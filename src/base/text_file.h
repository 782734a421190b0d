/*
 * text_file - text files, line by line or whole.
 *
 * A zero byte, a line without end, a directory or a lack of memory is an error that names the file
 * and the line; none of them looks like the end of the file.
 */
#ifndef C4E_BASE_TEXT_FILE_H
#define C4E_BASE_TEXT_FILE_H

#include <stdio.h>

#include "base/err.h"

#define TEXT_FILE_LONGEST (1 << 20)  /* bytes of a line */
#define TEXT_FILE_WHOLE   (64 << 20) /* bytes of a file that is read whole */

#define TEXT_FILE_ZERO_BYTE "zero byte: not a text file"
#define TEXT_FILE_LONG_LINE "line is longer than %d bytes"

struct text_file {
    const char *path; /* the caller's */
    FILE *file;
    int number; /* of the line, from 1 */
    char *text; /* the line without its end; the caller may change it */
    size_t room;
};

/* If this fails, there is nothing to close. */
int text_file_open(struct text_file *file, const char *path, struct err *err);

/* Reads the next line. Returns 1, 0 at the end of the file, or -1. */
int text_file_next(struct text_file *file, struct err *err);

/* Adds the place of the line to an error about it. Returns -1. */
int text_file_error(const struct text_file *file, struct err *err);

void text_file_close(struct text_file *file);

/* All of a file as a string, which the caller frees; or NULL. */
char *text_file_whole(const char *path, struct err *err);

#endif
