#include "base/text_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int text_file_open(struct text_file *file, const char *path, struct err *err)
{
    *file = (struct text_file){ .path = path, .file = fopen(path, "r") };
    return file->file ? 0 : err_file(err, path, errno);
}

void text_file_close(struct text_file *file)
{
    if (file->file)
        fclose(file->file);
    free(file->text);
    *file = (struct text_file){ 0 };
}

int text_file_error(const struct text_file *file, struct err *err)
{
    return err_place(err, file->path, file->number);
}

/* Makes room for another character and the end. */
static int make_room(struct text_file *l, size_t length, struct err *err)
{
    size_t room = l->room ? 2 * l->room : 128;
    char *more;

    if (length > TEXT_FILE_LONGEST) {
        err_set(err, TEXT_FILE_LONG_LINE, TEXT_FILE_LONGEST);
        return text_file_error(l, err);
    }
    if (length + 1 < l->room)
        return 0;
    more = realloc(l->text, room);
    if (!more)
        return err_shortage(err, "%s: out of memory", l->path);
    l->text = more;
    l->room = room;
    return 0;
}

int text_file_next(struct text_file *file, struct err *err)
{
    size_t length = 0;
    int c = getc_unlocked(file->file);

    if (c == EOF)
        return ferror(file->file) ? err_file(err, file->path, errno) : 0;
    file->number++;
    for (; c != EOF && c != '\n'; c = getc_unlocked(file->file)) {
        if (c == '\0') {
            err_set(err, TEXT_FILE_ZERO_BYTE);
            return text_file_error(file, err);
        }
        if (make_room(file, length, err))
            return -1;
        file->text[length++] = (char)c;
    }
    if (ferror(file->file))
        return err_file(err, file->path, errno);
    if (make_room(file, length, err))
        return -1;
    if (length > 0 && file->text[length - 1] == '\r')
        length--;
    file->text[length] = '\0';
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
        if (size > TEXT_FILE_WHOLE)
            return err_set(err, "%s: larger than %d MB", path, TEXT_FILE_WHOLE >> 20);
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

char *text_file_whole(const char *path, struct err *err)
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
        err_set(err, TEXT_FILE_ZERO_BYTE);
        err_place(err, path, line_of(text, zero));
    }
    if (size < 0 || zero) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}
