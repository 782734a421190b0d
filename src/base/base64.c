#include "base/base64.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(char *text, const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i < 3 ? n - i : 3;
        uint32_t group = 0;

        for (size_t b = 0; b < 3; b++)
            group = group << 8 | (b < left ? bytes[i + b] : 0u);
        for (size_t d = 0; d < 4; d++)
            *text++ = d <= left ? digits[group >> (18 - 6 * d) & 63] : '=';
    }
    *text = '\0';
}

/* The value of a digit, or -1. */
static int digit_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static const char *skip_space(const char *text)
{
    while (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n')
        text++;
    return text;
}

int base64_decode(unsigned char *bytes, size_t n, const char *text)
{
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i < 3 ? n - i : 3;
        uint32_t group = 0;

        for (size_t d = 0; d < 4; d++, text++) {
            int value;

            text = skip_space(text);
            value = d <= left ? digit_value(*text) : *text == '=' ? 0 : -1;
            if (value < 0)
                return -1;
            group = group << 6 | (uint32_t)value;
        }
        for (size_t b = 0; b < left; b++)
            bytes[i + b] = (unsigned char)(group >> (16 - 8 * b));
        if (left < 3 && group & (left == 1 ? 0xffffu : 0xffu))
            return -1; /* bits that no encoder writes: the text would not round-trip */
    }
    return *skip_space(text) ? -1 : 0;
}
