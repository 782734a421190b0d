#include "base/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int lines_open(struct lines *lines, const char *path, struct err *err)
{
    *lines = (struct lines){ .path = path, .file = fopen(path, "r") };
    return lines->file ? 0 : err_file(err, path, errno);
}

void lines_close(struct lines *lines)
{
    if (lines->file)
        fclose(lines->file);
    free(lines->text);
    *lines = (struct lines){ 0 };
}

int lines_error(const struct lines *lines, struct err *err)
{
    return err_place(err, lines->path, lines->number);
}

/* Makes room for another character and the end. */
static int make_room(struct lines *l, size_t length, struct err *err)
{
    size_t room = l->room ? 2 * l->room : 128;
    char *more;

    if (length + 1 < l->room)
        return 0;
    if (length >= LINES_LONGEST) {
        err_set(err, "line is longer than %d bytes", LINES_LONGEST);
        return lines_error(l, err);
    }
    more = realloc(l->text, room);
    if (!more)
        return err_shortage(err, "%s: out of memory", l->path);
    l->text = more;
    l->room = room;
    return 0;
}

int lines_next(struct lines *lines, struct err *err)
{
    size_t length = 0;
    int c = getc_unlocked(lines->file);

    if (c == EOF)
        return ferror(lines->file) ? err_file(err, lines->path, errno) : 0;
    lines->number++;
    for (; c != EOF && c != '\n'; c = getc_unlocked(lines->file)) {
        if (c == '\0') {
            err_set(err, LINES_ZERO_BYTE);
            return lines_error(lines, err);
        }
        if (make_room(lines, length, err))
            return -1;
        lines->text[length++] = (char)c;
    }
    if (ferror(lines->file))
        return err_file(err, lines->path, errno);
    if (make_room(lines, length, err))
        return -1;
    if (length > 0 && lines->text[length - 1] == '\r')
        length--;
    lines->text[length] = '\0';
    return 1;
}

/* Reads up to the end. Returns the number of bytes, or -1. */
static long read_all(FILE *file, const char *path, char **text, struct err *err)
{
    size_t size = 0, room = 0;

    for (;;) {
        char *more;

        if (size + 1 >= room) {
            room = room ? 2 * room : 4096;
            more = realloc(*text, room);
            if (!more)
                return err_shortage(err, "%s: out of memory", path);
            *text = more;
        }
        size += fread(*text + size, 1, room - size - 1, file);
        if (ferror(file))
            return err_file(err, path, errno);
        if (memchr(*text, '\0', size) || feof(file))
            return (long)size;
        if (size > LINES_WHOLE)
            return err_set(err, "%s: larger than %d MB", path, LINES_WHOLE >> 20);
    }
}

/* The line that a byte is in. */
static int line_of(const char *text, const char *byte)
{
    int line = 1;

    for (; text < byte; text++)
        line += *text == '\n';
    return line;
}

char *lines_whole(const char *path, struct err *err)
{
    FILE *file = fopen(path, "r");
    char *text = NULL, *zero;
    long size;

    if (!file) {
        err_file(err, path, errno);
        return NULL;
    }
    size = read_all(file, path, &text, err);
    fclose(file);
    zero = size > 0 ? memchr(text, '\0', (size_t)size) : NULL;
    if (zero) {
        err_set(err, LINES_ZERO_BYTE);
        err_place(err, path, line_of(text, zero));
    }
    if (size < 0 || zero) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}
