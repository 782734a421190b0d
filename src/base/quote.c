#include "base/quote.h"

#include <string.h>

size_t quote_span(const char *text)
{
    size_t i = 1;

    if (*text != '"' && *text != '\'')
        return 0;
    for (; text[i] && text[i] != *text; i++)
        if (*text == '"' && text[i] == '\\' && text[i + 1])
            i++;
    return text[i] ? i + 1 : 0;
}

/* Copies the text between the marks to a place at or before it; returns the end of the copy. */
static char *strip(char *to, const char *from, size_t span)
{
    char mark = from[0]; /* which the copy may overwrite */

    for (size_t i = 1; i < span - 1; i++) {
        if (mark == '"' && from[i] == '\\' && (from[i + 1] == '"' || from[i + 1] == '\\'))
            i++;
        *to++ = from[i];
    }
    return to;
}

char *quote_next(char **rest, const char *separators)
{
    char *from = *rest + strspn(*rest, separators);
    char *item = from, *to = from;

    if (!*from)
        return NULL;
    while (*from && !strchr(separators, *from)) {
        size_t span = quote_span(from);

        if (span) {
            to = strip(to, from, span);
            from += span;
        } else {
            *to++ = *from++;
        }
    }
    *rest = from + (*from != '\0');
    *to = '\0';
    return item;
}

void quote_shell(FILE *out, const char *text)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-./=:@%,";

    if (*text && strspn(text, plain) == strlen(text)) {
        fputs(text, out);
        return;
    }
    fputc('\'', out);
    for (const char *c = text; *c; c++)
        fputs(*c == '\'' ? "'\\''" : (char[]){ *c, '\0' }, out);
    fputc('\'', out);
}
