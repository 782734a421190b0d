#include "base/utf8.h"

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
