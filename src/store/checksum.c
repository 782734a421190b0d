#include "store/checksum.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* An odd multiplier and a shift: every step keeps apart what was apart. */
static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

static uint64_t mix_bytes(uint64_t sum, const unsigned char *byte, size_t n)
{
    sum = mix(sum, n);
    while (n > 0) {
        size_t used = n < 8 ? n : 8;
        uint64_t word = 0;

        for (size_t i = 0; i < used; i++)
            word |= (uint64_t)byte[i] << 8 * i;
        sum = mix(sum, word);
        byte += used;
        n -= used;
    }
    return sum;
}

static uint64_t mix_value(uint64_t sum, sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    double real;
    uint64_t bits;

    sum = mix(sum, (uint64_t)type);
    switch (type) {
    case SQLITE_INTEGER:
        return mix(sum, (uint64_t)sqlite3_value_int64(value));
    case SQLITE_FLOAT:
        real = sqlite3_value_double(value);
        memcpy(&bits, &real, sizeof bits);
        return mix(sum, bits);
    case SQLITE_TEXT: {
        const unsigned char *text = sqlite3_value_text(value);

        return mix_bytes(sum, text, (size_t)sqlite3_value_bytes(value));
    }
    case SQLITE_BLOB: {
        const unsigned char *blob = sqlite3_value_blob(value);

        return mix_bytes(sum, blob, (size_t)sqlite3_value_bytes(value));
    }
    default:
        return sum;
    }
}

/* Four bytes in the file, so that a row does not pay more than it has to. */
static void checksum(sqlite3_context *context, int n, sqlite3_value **value)
{
    uint64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum = mix_value(sum, value[i]);
    sqlite3_result_int64(context, (int64_t)(sum & 0xffffffff) - 0x80000000);
}

int checksum_register(sqlite3 *handle)
{
    /* Innocuous: the schema may use it even where schemas are not trusted. */
    return sqlite3_create_function(handle, "checksum", -1,
                                   SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                   checksum, NULL, NULL);
}
