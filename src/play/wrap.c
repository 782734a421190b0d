#include "play/wrap.h"

#include "base/utf8.h"

/* The bytes of a character; what is none counts as one, a byte at a time. */
static size_t character(const char *text)
{
    size_t length = utf8_length(text);

    return length ? length : 1;
}

const char *wrap_line(const char **text, int width, size_t *bytes)
{
    const char *start = *text;
    const char *end = NULL; /* of the last word that fits */
    const char *c = start;

    if (!*start)
        return NULL;
    width = width < 1 ? 1 : width;
    for (int used = 0; *c && *c != '\n' && used < width; used++) {
        c += character(c);
        if (*c == ' ' || *c == '\n' || !*c)
            end = c;
    }
    if (!end || *c == '\n' || !*c)
        end = c;
    *bytes = (size_t)(end - start);
    if (*end == '\n')
        end++;
    else
        while (*end == ' ')
            end++;
    *text = end;
    return start;
}

int wrap_count(const char *text, int width)
{
    size_t bytes;
    int lines = 0;

    while (wrap_line(&text, width, &bytes))
        lines++;
    return lines;
}
