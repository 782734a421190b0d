#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    err->kind = ERR_ANY;
    return -1;
}

int err_set_kind(struct err *err, enum err_kind kind, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    err->kind = kind;
    return -1;
}

int err_shortage(struct err *err, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    err->kind = ERR_SHORTAGE;
    return -1;
}

enum err_kind err_kind_of(int number)
{
    switch (number) {
    case EAGAIN:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
    case ENOSPC:
    case EDQUOT:
    case EIO:
        return ERR_SHORTAGE;
    default:
        return ERR_ANY;
    }
}

int err_file(struct err *err, const char *path, int number)
{
    return err_set_kind(err, err_kind_of(number), "%s: %s", path, strerror(number));
}

void err_clear(struct err *err)
{
    err->text[0] = '\0';
    err->kind = ERR_ANY;
}

int err_add(struct err *err, const char *fmt, ...)
{
    size_t used = strlen(err->text);
    va_list ap;

    if (used > 0 && used + 2 < sizeof err->text) {
        err->text[used++] = '\n';
        err->text[used] = '\0';
    }
    va_start(ap, fmt);
    vsnprintf(err->text + used, sizeof err->text - used, fmt, ap);
    va_end(ap);
    return -1;
}

int err_join(struct err *err, const struct err *why)
{
    if (why->kind != ERR_ANY)
        err->kind = why->kind;
    return err_add(err, "%s", why->text);
}

int err_place(struct err *err, const char *path, int line)
{
    char place[sizeof err->text];

    snprintf(place, sizeof place, "%s:%d", path, line);
    return err_prefix(err, place);
}

int err_prefix(struct err *err, const char *what)
{
    struct err old = *err;
    size_t used = (size_t)snprintf(err->text, sizeof err->text, "%s: ", what);

    if (used < sizeof err->text)
        snprintf(err->text + used, sizeof err->text - used, "%s", old.text);
    return -1;
}
