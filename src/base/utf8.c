#include "base/utf8.h"

#include <string.h>

/* What may follow each first byte; bytes from the third on are 80 to BF. */
static const struct {
    unsigned char first_low, first_high;
    unsigned char second_low, second_high;
    size_t length;
} forms[] = {
    { 0xC2, 0xDF, 0x80, 0xBF, 2 }, { 0xE0, 0xE0, 0xA0, 0xBF, 3 }, { 0xE1, 0xEC, 0x80, 0xBF, 3 },
    { 0xED, 0xED, 0x80, 0x9F, 3 }, { 0xEE, 0xEF, 0x80, 0xBF, 3 }, { 0xF0, 0xF0, 0x90, 0xBF, 4 },
    { 0xF1, 0xF3, 0x80, 0xBF, 4 }, { 0xF4, 0xF4, 0x80, 0x8F, 4 },
};

size_t utf8_length(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;

    if (byte[0] < 0x80)
        return byte[0] != '\0';
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (byte[0] < forms[i].first_low || byte[0] > forms[i].first_high)
            continue;
        if (byte[1] < forms[i].second_low || byte[1] > forms[i].second_high)
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if ((byte[k] & 0xC0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

uint32_t utf8_code(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t length = utf8_length(text);
    uint32_t code = length > 1 ? byte[0] & (0x7Fu >> length) : byte[0];

    for (size_t i = 1; i < length; i++)
        code = code << 6 | (byte[i] & 0x3F);
    return code;
}

bool utf8_is_control(const char *text)
{
    static const struct {
        uint32_t first, last;
    } controls[] = { { 0x01, 0x1F },     { 0x7F, 0x9F },     { 0x61C, 0x61C },
                     { 0x200E, 0x200F }, { 0x2028, 0x202E }, { 0x2066, 0x2069 } };
    uint32_t code = utf8_length(text) ? utf8_code(text) : 0;

    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (code >= controls[i].first && code <= controls[i].last)
            return true;
    return false;
}

void utf8_tame(char *text)
{
    char *to = text;

    while (*text) {
        size_t length = utf8_length(text);

        if (length > 0 && !utf8_is_control(text)) {
            memmove(to, text, length);
            to += length;
        } else {
            *to++ = '?';
        }
        text += length ? length : 1;
    }
    *to = '\0';
}
