#include "report/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "report/replacement.h"

/* The files of src/report/page/, and the library. */
extern const struct embedded page_files[];

static void print_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

/* Fills in one "{{name}}" of the template: the title, the data, or a file. */
static int print_part(FILE *out, const char *name, const struct page_content *content,
                      struct err *err)
{
    const struct embedded *file = embedded_find(page_files, name);

    if (strcmp(name, "title") == 0) {
        print_escaped(out, content->title);
        return 0;
    }
    if (strcmp(name, "data") == 0)
        return content->print(out, content->context, err);
    if (!file)
        return err_set(err, "the template asks for '%s', which was not built in", name);
    fwrite(file->data, 1, file->size, out);
    return 0;
}

static int print_page(FILE *out, const struct page_content *content, struct err *err)
{
    const char *text = (const char *)embedded_find(page_files, "page.html")->data, *open, *close;
    char name[64];

    while ((open = strstr(text, "{{")) && (close = strstr(open, "}}"))) {
        fwrite(text, 1, (size_t)(open - text), out);
        snprintf(name, sizeof name, "%.*s", (int)(close - open - 2), open + 2);
        if (print_part(out, name, content, err))
            return -1;
        text = close + 2;
    }
    fputs(text, out);
    return 0;
}

int page_save(const char *path, const struct page_content *content, struct err *err)
{
    struct replacement file;

    if (replacement_at(&file, path, err))
        return -1;
    if (print_page(file.out, content, err) == 0)
        return replacement_finish(&file, err);
    replacement_cancel(&file);
    return -1;
}
