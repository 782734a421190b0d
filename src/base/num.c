#include "base/num.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* strtod and the like skip leading spaces and accept "inf" and "0x10"; we do not. */
static int starts_like_number(const char *text)
{
    if (*text == '-' || *text == '+')
        text++;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return 0;
    if (*text == '.')
        text++;
    return isdigit((unsigned char)*text);
}

int num_parse_double(const char *text, double *out)
{
    char *end;
    double value;

    if (!starts_like_number(text))
        return -1;
    errno = 0;
    value = strtod(text, &end);
    if (*end != '\0' || !isfinite(value))
        return -1;
    *out = value;
    return 0;
}

int num_parse_long(const char *text, long *out)
{
    char *end;
    long value;

    if (!starts_like_number(text))
        return -1;
    errno = 0;
    value = strtol(text, &end, 10);
    if (*end != '\0' || errno == ERANGE)
        return -1;
    *out = value;
    return 0;
}

int num_parse_u64(const char *text, uint64_t *out)
{
    char *end;
    unsigned long long value;

    if (!isdigit((unsigned char)*text))
        return -1;
    errno = 0;
    value = strtoull(text, &end, 10);
    if (*end != '\0' || errno == ERANGE)
        return -1;
    *out = value;
    return 0;
}

const char *num_format(double value, char buf[NUM_TEXT_SIZE])
{
    /* With one digit, %g writes 10 as 1e+01. */
    bool plain = value == 0 || (fabs(value) >= 1e-4 && fabs(value) < 1e15);

    for (int digits = 1; digits <= 17; digits++) {
        snprintf(buf, NUM_TEXT_SIZE, "%.*g", digits, value);
        if (strtod(buf, NULL) == value && !(plain && strchr(buf, 'e')))
            break;
    }
    return buf;
}
