#include "base/template.h"

#include <string.h>

#define NAME_SIZE 64

int template_print(FILE *out, const char *text, template_part *part, const void *context,
                   struct err *err)
{
    const char *open, *close;
    char name[NAME_SIZE];

    while ((open = strstr(text, "{{")) && (close = strstr(open, "}}"))) {
        fwrite(text, 1, (size_t)(open - text), out);
        snprintf(name, sizeof name, "%.*s", (int)(close - open - 2), open + 2);
        if (part(out, name, context, err))
            return -1;
        text = close + 2;
    }
    fputs(text, out);
    return 0;
}

void template_print_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            fputc(*text, out);
    }
}
