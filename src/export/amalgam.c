#include "export/amalgam.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/draft.h"

#define FILES_MAX   256
#define SYSTEMS_MAX 64
#define NAME_SIZE   64
#define GUARD       "C4E_" /* how all include guards begin */

struct amalgam {
    const struct data_file *files;
    const struct amalgam_swap *swaps;
    bool done[FILES_MAX];
    char system[SYSTEMS_MAX][NAME_SIZE]; /* headers, in alphabetical order */
    int systems;
    FILE *body;
    bool blank; /* the last line was empty, or there was none */
};

static size_t line_length(const char *text)
{
    return strcspn(text, "\n");
}

static const char *next_line(const char *text)
{
    text += line_length(text);
    return *text ? text + 1 : text;
}

/* Reads the name in an #include line with these marks around it, with its folders or without. */
static bool included(const char *line, char open, char close, bool folders, char name[NAME_SIZE])
{
    static const char directive[] = "#include ";
    const char *start = line + sizeof directive - 1, *end, *slash;

    if (strncmp(line, directive, sizeof directive - 1) != 0 || *start++ != open)
        return false;
    end = memchr(start, close, line_length(start));
    if (!end || end - start >= NAME_SIZE)
        return false;
    for (slash = start; !folders && slash < end; slash++)
        if (*slash == '/')
            start = slash + 1;
    snprintf(name, NAME_SIZE, "%.*s", (int)(end - start), start);
    return true;
}

/* Is the swap that of a system header, or of this one? */
static bool swaps_system(const struct amalgam_swap *swap, const char *name)
{
    return swap->name[0] == '<' && (!name || (strncmp(swap->name + 1, name, strlen(name)) == 0 &&
                                              strcmp(swap->name + 1 + strlen(name), ">") == 0));
}

static int add_system(struct amalgam *a, const char *name, struct err *err)
{
    int at = 0;

    for (const struct amalgam_swap *s = a->swaps; s->name; s++)
        if (swaps_system(s, name))
            return 0;
    while (at < a->systems && strcmp(a->system[at], name) < 0)
        at++;
    if (at < a->systems && strcmp(a->system[at], name) == 0)
        return 0;
    if (a->systems == SYSTEMS_MAX)
        return err_set(err, "too many system headers");
    memmove(a->system[at + 1], a->system[at], (size_t)(a->systems++ - at) * NAME_SIZE);
    snprintf(a->system[at], NAME_SIZE, "%s", name);
    return 0;
}

/* Does the line belong to the include guard? Its #endif is the last line of a header. */
static bool is_guard(const char *line, bool header)
{
    if (!header)
        return false;
    if (strncmp(line, "#endif", 6) == 0)
        return *next_line(line) == '\0';
    return (strncmp(line, "#ifndef " GUARD, 8 + sizeof GUARD - 1) == 0 ||
            strncmp(line, "#define " GUARD, 8 + sizeof GUARD - 1) == 0) &&
           strncmp(line + line_length(line) - 2, "_H", 2) == 0;
}

/* Leaves out repeated empty lines. Some compilers warn of unused functions unless they come from
 * a header. */
static void put_line(struct amalgam *a, const char *line)
{
    size_t length = line_length(line);

    if (strncmp(line, "static inline ", 14) == 0)
        fputs("__attribute__((unused)) ", a->body);
    if (length > 0 || !a->blank)
        fprintf(a->body, "%.*s\n", (int)length, line);
    a->blank = length == 0;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), n = strlen(ending);

    return length >= n && strcmp(name + length - n, ending) == 0;
}

static int add_file(struct amalgam *a, const char *name, struct err *err);

static int add_includes(struct amalgam *a, const char *text, struct err *err)
{
    char name[NAME_SIZE];

    for (const char *line = text; *line; line = next_line(line)) {
        if (included(line, '<', '>', true, name) && add_system(a, name, err))
            return -1;
        if (included(line, '"', '"', false, name) && add_file(a, name, err))
            return -1;
    }
    return 0;
}

static int add_file(struct amalgam *a, const char *name, struct err *err)
{
    const struct data_file *file;
    const char *text;
    bool header;

    for (const struct amalgam_swap *s = a->swaps; s->name; s++)
        if (strcmp(s->name, name) == 0)
            name = s->instead;
    file = data_file_find(a->files, name);
    if (!file || file - a->files >= FILES_MAX)
        return err_set(err, "the source %s is not built into this program", name);
    if (a->done[file - a->files])
        return 0;
    a->done[file - a->files] = true;
    text = (const char *)file->data;
    header = ends_with(name, ".h");
    if (add_includes(a, text, err))
        return -1;
    put_line(a, "");
    fprintf(a->body, "/* ======== %s ======== */\n\n", name);
    a->blank = true;
    for (const char *line = text; *line; line = next_line(line))
        if (strncmp(line, "#include ", 9) != 0 && !is_guard(line, header))
            put_line(a, line);
    return 0;
}

int amalgam_write(FILE *out, const struct data_file *files, const struct amalgam_swap *swaps,
                  struct err *err)
{
    struct amalgam a = { .files = files, .swaps = swaps, .blank = true };
    struct draft draft;
    int status = 0;

    if (draft_open(&draft, err))
        return -1;
    a.body = draft.out;
    for (const struct amalgam_swap *s = swaps; s->name && status == 0; s++)
        if (swaps_system(s, NULL))
            status = add_file(&a, s->instead, err);
    for (const struct data_file *f = files; f->name && status == 0; f++)
        if (ends_with(f->name, ".c"))
            status = add_file(&a, f->name, err);
    if (status == 0)
        status = draft_close(&draft, err);
    for (int i = 0; i < a.systems && status == 0; i++)
        fprintf(out, "#include <%s>\n", a.system[i]);
    if (status == 0)
        fprintf(out, "\n%s", draft.text);
    draft_release(&draft);
    return status;
}
