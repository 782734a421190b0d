#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

void bytes_release(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){ 0 };
}

void *bytes_extend(struct bytes *bytes, size_t n)
{
    size_t capacity = bytes->capacity ? bytes->capacity : 256;
    unsigned char *grown;

    while (capacity - bytes->n < n)
        capacity *= 2;
    if (capacity != bytes->capacity && !bytes->failed) {
        grown = realloc(bytes->data, capacity);
        if (!grown) {
            bytes->failed = true;
            return NULL;
        }
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    if (bytes->failed)
        return NULL;
    bytes->n += n;
    return bytes->data + bytes->n - n;
}

void bytes_put(struct bytes *bytes, const void *data, size_t n)
{
    void *to = bytes_extend(bytes, n);

    if (to && n > 0)
        memcpy(to, data, n);
}

const void *reader_skip(struct bytes_reader *reader, size_t n)
{
    const unsigned char *at = reader->data;

    if (reader->failed || n > reader->n) {
        reader->failed = true;
        return NULL;
    }
    reader->data += n;
    reader->n -= n;
    return at;
}

void reader_take(struct bytes_reader *reader, void *to, size_t n)
{
    const void *from = reader_skip(reader, n);

    if (from && n > 0)
        memcpy(to, from, n);
    else
        memset(to, 0, n);
}

size_t reader_bound(struct bytes_reader *reader, size_t n, size_t size)
{
    if (!reader->failed && n <= reader->n / size)
        return n;
    reader->failed = true;
    return 0;
}
