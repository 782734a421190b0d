#include "base/err.h"

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

int err_prefix(struct err *err, const char *what)
{
    struct err old = *err;
    size_t used = (size_t)snprintf(err->text, sizeof err->text, "%s: ", what);

    if (used < sizeof err->text)
        snprintf(err->text + used, sizeof err->text - used, "%s", old.text);
    return -1;
}
