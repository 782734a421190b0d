#include "report/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"

/* The length of the next character; 1 if it is not valid UTF-8. */
static size_t step(const char *text)
{
    size_t length = utf8_length(text);

    return length ? length : 1;
}

static void put(FILE *out, const char *text)
{
    size_t length = utf8_length(text);

    if (length == 0 || utf8_is_control(text))
        fputc('?', out);
    else
        fwrite(text, 1, length, out);
}

int text_width(const char *text)
{
    int width = 0;

    for (; *text; text += step(text))
        width++;
    return width;
}

/* Long text is cut in the middle, as names often differ at the end. */
void text_column(FILE *out, const char *text, int width)
{
    int cut = text_width(text) - width;
    int head = (width - 1) / 2;

    for (int column = 0; *text && column < width; text += step(text), column++) {
        if (cut > 0 && column == head) {
            fputc('~', out);
            for (int skip = 0; skip < cut; skip++)
                text += step(text);
        } else {
            put(out, text);
        }
    }
    fprintf(out, "%*s", cut < 0 ? -cut : 0, "");
}

/* Prints up to the next space. Returns the number of columns. */
static int put_word(FILE *out, const char **text)
{
    int width = 0;

    for (; **text && **text != ' '; *text += step(*text), width++)
        put(out, *text);
    return width;
}

static int word_width(const char *text)
{
    int width = 0;

    for (; *text && *text != ' '; text += step(text))
        width++;
    return width;
}

void text_wrap(FILE *out, int width, int indent, const char *fmt, ...)
{
    char text[1024];
    const char *next = text;
    int column = 0, spaces;
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    while (*next) {
        spaces = (int)strspn(next, " ");
        next += spaces;
        if (column > 0 && column + spaces + word_width(next) > width) {
            fputc('\n', out);
            column = 0;
            spaces = indent;
        }
        fprintf(out, "%*s", spaces, "");
        column += spaces + put_word(out, &next);
    }
    fputc('\n', out);
}

void text_put(FILE *out, const char *text)
{
    for (; *text; text += step(text))
        put(out, text);
}

/* Spreadsheets compute what begins like this, and some of them programs on this machine. A number
 * or a lone sign is harmless; the wide signs of East Asia are not. */
static bool is_formula(const char *text)
{
    static const char *const wide[] = { "\uff1d", "\uff0b", "\uff0d", "\uff20" };
    double number;

    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(text, wide[i], strlen(wide[i])) == 0)
            return true;
    return *text && strchr("=+-@\t\r", *text) && text[1] && num_parse_double(text, &number) != 0;
}

/* An apostrophe makes a spreadsheet take the field as text. */
void text_csv(FILE *out, const char *text)
{
    bool quoted = text[strcspn(text, ",;\t\"\r\n")] != '\0';

    if (quoted)
        fputc('"', out);
    if (is_formula(text))
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quoted)
        fputc('"', out);
}
