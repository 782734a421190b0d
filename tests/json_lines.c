/*
 * json-lines - a strict reader of JSON that prints one line per value: its path and the value.
 *
 *     {"a": {"b": [1, "x"]}}   becomes   .a.b.0 1
 *                                        .a.b.1 x
 *
 * Reads one value from stdin. Anything that is not strictly JSON, or follows the
 * value, is an error with exit code 1. Shell tests read the program's JSON with it.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    int next; /* the next character, read ahead */
    size_t place;
    char path[1024];
};

static void refuse(const struct reader *r, const char *wanted)
{
    fprintf(stderr, "json-lines: character %zu at %s: %s expected\n", r->place, r->path, wanted);
    exit(1);
}

static int take(struct reader *r)
{
    int taken = r->next;

    r->next = getchar();
    r->place++;
    return taken;
}

static void skip_space(struct reader *r)
{
    while (r->next == ' ' || r->next == '\t' || r->next == '\n' || r->next == '\r')
        take(r);
}

static void expect(struct reader *r, const char *text)
{
    for (const char *c = text; *c; c++)
        if (take(r) != *c)
            refuse(r, text);
}

static void take_escape(struct reader *r, char *out, size_t *n)
{
    int c = take(r);

    if (c != 'u') {
        if (c == EOF || !strchr("\"\\/bfnrt", c))
            refuse(r, "an escape");
        out[(*n)++] = (char)c;
        return;
    }
    for (int i = 0; i < 4; i++)
        if (!isxdigit(take(r)))
            refuse(r, "four hexadecimal digits");
    out[(*n)++] = '?';
}

static void take_string(struct reader *r, char *out, size_t size)
{
    size_t n = 0;

    expect(r, "\"");
    while (r->next != '"') {
        int c = take(r);

        if (c == EOF || c < 0x20)
            refuse(r, "a character or a quote");
        if (n + 1 >= size) /* data, such as an engine in base64: the rest is not printed */
            n--;
        if (c == '\\')
            take_escape(r, out, &n);
        else
            out[n++] = (char)c;
    }
    take(r);
    out[n] = '\0';
}

static void take_digits(struct reader *r)
{
    if (!isdigit(r->next))
        refuse(r, "a digit");
    while (isdigit(r->next))
        putchar(take(r));
}

static void take_number(struct reader *r)
{
    if (r->next == '-')
        putchar(take(r));
    if (r->next == '0')
        putchar(take(r));
    else
        take_digits(r);
    if (r->next == '.') {
        putchar(take(r));
        take_digits(r);
    }
    if (r->next == 'e' || r->next == 'E') {
        putchar(take(r));
        if (r->next == '+' || r->next == '-')
            putchar(take(r));
        take_digits(r);
    }
}

static void take_value(struct reader *r);

/* One member of an object or an array, under the path extended by its name. */
static void take_member(struct reader *r, const char *name)
{
    size_t length = strlen(r->path);

    if (length + strlen(name) + 2 > sizeof r->path)
        refuse(r, "a shorter path");
    snprintf(r->path + length, sizeof r->path - length, ".%s", name);
    take_value(r);
    r->path[length] = '\0';
}

static void take_members(struct reader *r, int close)
{
    char name[256];

    take(r);
    skip_space(r);
    for (int i = 0; r->next != close; i++) {
        if (i > 0) {
            expect(r, ",");
            skip_space(r);
        }
        snprintf(name, sizeof name, "%d", i);
        if (close == '}') {
            take_string(r, name, sizeof name);
            skip_space(r);
            expect(r, ":");
        }
        take_member(r, name);
        if (r->next != ',' && r->next != close)
            refuse(r, "a comma or the end");
    }
    take(r);
}

static void take_value(struct reader *r)
{
    static const char *const words[] = { "true", "false", "null" };
    char text[4096];

    skip_space(r);
    if (r->next == '{' || r->next == '[') {
        take_members(r, r->next == '{' ? '}' : ']');
    } else {
        printf("%s ", r->path);
        if (r->next == '"') {
            take_string(r, text, sizeof text);
            fputs(text, stdout);
        } else if (r->next == 't' || r->next == 'f' || r->next == 'n') {
            const char *word = words[r->next == 't' ? 0 : r->next == 'f' ? 1 : 2];

            expect(r, word);
            fputs(word, stdout);
        } else {
            take_number(r);
        }
        putchar('\n');
    }
    skip_space(r);
}

int main(void)
{
    struct reader r = { .path = "" };

    r.next = getchar();
    take_value(&r);
    if (r.next != EOF)
        refuse(&r, "the end");
    return fflush(stdout) ? 1 : 0;
}
