#include "base/json.h"

#include <inttypes.h>
#include <math.h>

#include "base/base64.h"
#include "base/num.h"
#include "base/utf8.h"

/* Also escapes '<', so that the text can be put inside an HTML script block, and characters that
 * would trick a terminal; all of them have four digits. Bytes that are not
 * UTF-8 become replacement characters. */
static void quote(FILE *out, const char *text)
{
    fputc('"', out);
    for (size_t length; *text; text += length ? length : 1) {
        unsigned char c = (unsigned char)*text;

        length = utf8_length(text);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '<' || utf8_is_control(text))
            fprintf(out, "\\u%04x", (unsigned)utf8_code(text));
        else
            fwrite(text, 1, length, out);
    }
    fputc('"', out);
}

static void lead(struct json *j, const char *name)
{
    if (j->comma)
        fputc(',', j->out);
    j->comma = true;
    if (name) {
        quote(j->out, name);
        fputc(':', j->out);
    }
}

void json_begin(struct json *j, const char *name, char bracket)
{
    lead(j, name);
    fputc(bracket, j->out);
    j->comma = false;
}

void json_end(struct json *j, char bracket)
{
    fputc(bracket, j->out);
    j->comma = true;
}

void json_string(struct json *j, const char *name, const char *value)
{
    lead(j, name);
    quote(j->out, value);
}

void json_number(struct json *j, const char *name, double value)
{
    char text[NUM_TEXT_SIZE];

    lead(j, name);
    fputs(isfinite(value) ? num_format(value, text) : "null", j->out);
}

void json_integer(struct json *j, const char *name, int64_t value)
{
    lead(j, name);
    fprintf(j->out, "%" PRId64, value);
}

void json_unsigned(struct json *j, const char *name, uint64_t value)
{
    lead(j, name);
    fprintf(j->out, "%" PRIu64, value);
}

void json_bool(struct json *j, const char *name, bool value)
{
    lead(j, name);
    fputs(value ? "true" : "false", j->out);
}

void json_bytes(struct json *j, const char *name, const void *bytes, size_t n)
{
    const unsigned char *from = bytes;
    char text[BASE64_LENGTH(768) + 1]; /* whole groups, so that pieces join */

    lead(j, name);
    fputc('"', j->out);
    for (size_t piece; n > 0; from += piece, n -= piece) {
        piece = n < 768 ? n : 768;
        base64_encode(text, from, piece);
        fputs(text, j->out);
    }
    fputc('"', j->out);
}
