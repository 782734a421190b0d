#include "search/book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/replacement.h"

#define MAGIC         "c4ebook"
#define MAGIC_SIZE    7
#define VERSION       2
#define HEADER_1_SIZE (MAGIC_SIZE + 1 + 1 + 1 + 4) /* of version 1, which names no board */
#define HEADER_SIZE   (HEADER_1_SIZE + 2)
#define CHECKSUM_SIZE 8
#define KEY_SIZE_MAX  ((COLUMNS * COLUMN_BITS + 6) / 7 + 1) /* seven bits to a byte */
#define SCORE_ZERO    64
#define FILE_SIZE_MAX (64l << 20)

/* The FNV-1a hash. */
uint64_t book_checksum(uint64_t checksum, const void *bytes, size_t n)
{
    const unsigned char *b = bytes;

    for (size_t i = 0; i < n; i++)
        checksum = (checksum ^ b[i]) * UINT64_C(0x100000001b3);
    return checksum;
}

static unsigned char *put_keys(unsigned char *to, const struct book *book)
{
    uint64_t before = 0;

    for (size_t i = 0; i < book->n; i++) {
        uint64_t rest = book->key[i] - before;

        before = book->key[i];
        for (; rest > 0x7f; rest >>= 7)
            *to++ = (unsigned char)(0x80 | (rest & 0x7f));
        *to++ = (unsigned char)rest;
    }
    return to;
}

/* The number of bytes that results take. */
static size_t result_size(enum book_kind kind, size_t n)
{
    return kind == BOOK_SCORES ? n : (n + 3) / 4;
}

static unsigned char *put_results(unsigned char *to, const struct book *book)
{
    for (size_t i = 0; i < book->n; i++) {
        if (book->kind == BOOK_SCORES)
            to[i] = (unsigned char)(SCORE_ZERO + book->result[i]);
        else
            to[i / 4] |= (unsigned char)((1 + book->result[i]) << (i % 4 * 2));
    }
    return to + result_size(book->kind, book->n);
}

unsigned char *book_encode(const struct book *book, size_t *size)
{
    size_t room = HEADER_SIZE + book->n * (KEY_SIZE_MAX + 1) + CHECKSUM_SIZE;
    unsigned char *bytes = calloc(1, room);
    unsigned char *to = bytes;

    if (!bytes)
        return NULL;
    memcpy(to, MAGIC, MAGIC_SIZE);
    to = portable_put(to + MAGIC_SIZE, VERSION, 1);
    to = portable_put(to, (uint64_t)book->plies, 1);
    to = portable_put(to, book->kind, 1);
    to = portable_put(to, book->n, 4);
    to = portable_put(to, COLUMNS, 1);
    to = portable_put(to, ROWS, 1);
    to = put_keys(to, book);
    to = put_results(to, book);
    to = portable_put(to, book_checksum(BOOK_CHECKSUM, bytes, (size_t)(to - bytes)), CHECKSUM_SIZE);
    *size = (size_t)(to - bytes);
    return bytes;
}

int book_write(const struct book *book, const char *path, struct err *err)
{
    struct replacement file;
    unsigned char *bytes;
    size_t size;

    bytes = book_encode(book, &size);
    if (!bytes)
        return err_shortage(err, "out of memory: a book of %zu positions", book->n);
    if (replacement_at(&file, path, err)) {
        free(bytes);
        return -1;
    }
    fwrite(bytes, 1, size, file.out);
    free(bytes);
    return replacement_finish(&file, err);
}

static unsigned char *read_bytes(const char *path, size_t *size, struct err *err)
{
    FILE *in = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long length;

    if (!in) {
        err_file(err, path, errno);
        return NULL;
    }
    if (fseek(in, 0, SEEK_END) || (length = ftell(in)) < 0 || fseek(in, 0, SEEK_SET))
        err_file(err, path, errno);
    else if (length > FILE_SIZE_MAX)
        err_set(err, "%s: not a book", path);
    else if ((bytes = malloc((size_t)length)) == NULL)
        err_shortage(err, "out of memory: %s", path);
    else if (fread(bytes, 1, (size_t)length, in) != (size_t)length) {
        err_set(err, "%s: it cannot be read", path);
        free(bytes);
        bytes = NULL;
    } else
        *size = (size_t)length;
    fclose(in);
    return bytes;
}

/* Reads the keys, which must be ascending and of the right positions. Returns what follows them, or
 * NULL. */
static const unsigned char *get_keys(struct book *book, const unsigned char *from,
                                     const unsigned char *end)
{
    uint64_t key = 0;

    for (size_t i = 0; i < book->n; i++) {
        uint64_t step = 0;
        int shift = 0;
        struct position pos;

        do {
            if (from == end || shift > 7 * (KEY_SIZE_MAX - 1))
                return NULL;
            step |= (uint64_t)(*from & 0x7f) << shift;
            shift += 7;
        } while (*from++ & 0x80);
        key += step;
        pos = book_position(key);
        if (step == 0 || pos.plies != book->plies || position_mirror_key(&pos) != key)
            return NULL;
        book->key[i] = key;
    }
    return from;
}

static int get_results(struct book *book, const unsigned char *from)
{
    int limit = book->kind == BOOK_SCORES ? TABLE_SCORE_MAX : 1;

    for (size_t i = 0; i < book->n; i++) {
        int result =
            book->kind == BOOK_SCORES ? from[i] - SCORE_ZERO : (from[i / 4] >> (i % 4 * 2) & 3) - 1;

        if (result < -limit || result > limit)
            return -1;
        book->result[i] = (int8_t)result;
    }
    return 0;
}

static size_t header_size(const unsigned char *bytes)
{
    return bytes[MAGIC_SIZE] == 1 ? HEADER_1_SIZE : HEADER_SIZE;
}

static int check_board(const unsigned char *bytes, struct err *err)
{
    int columns = BOARD_USUAL[0] - '0', rows = BOARD_USUAL[2] - '0';

    if (bytes[MAGIC_SIZE] > 1) {
        columns = bytes[HEADER_1_SIZE];
        rows = bytes[HEADER_1_SIZE + 1];
    }
    if (columns != COLUMNS || rows != ROWS)
        return err_set(err, "a book for a board of %dx%d; this program is for " BOARD_NAME, columns,
                       rows);
    return 0;
}

/* Reads the header, and checks the checksum. */
static int open_header(struct book *book, const unsigned char *bytes, size_t size, struct err *err)
{
    size_t body = size - CHECKSUM_SIZE;

    if (memcmp(bytes, MAGIC, MAGIC_SIZE) != 0)
        return err_set(err, "not a book");
    if (bytes[MAGIC_SIZE] < 1 || bytes[MAGIC_SIZE] > VERSION)
        return err_set(err, "a book of version %d; this program reads versions 1 to %d",
                       bytes[MAGIC_SIZE], VERSION);
    if (book_checksum(BOOK_CHECKSUM, bytes, body) != portable_get(bytes + body, CHECKSUM_SIZE))
        return err_set(err, "the book is damaged: the checksum is wrong");
    *book = (struct book){ .plies = bytes[MAGIC_SIZE + 1],
                           .kind = bytes[MAGIC_SIZE + 2] ? BOOK_SCORES : BOOK_WDL,
                           .n = (size_t)portable_get(bytes + MAGIC_SIZE + 3, 4) };
    if (book->plies > BOOK_PLIES_MAX || bytes[MAGIC_SIZE + 2] > BOOK_SCORES || book->n > body ||
        header_size(bytes) > body)
        return err_set(err, "the book is damaged: its header makes no sense");
    return check_board(bytes, err);
}

int book_decode(struct book *book, const unsigned char *bytes, size_t size, struct err *err)
{
    const unsigned char *end = bytes + size - CHECKSUM_SIZE;
    const unsigned char *results;
    struct book header = { 0 };

    if (size < HEADER_1_SIZE + CHECKSUM_SIZE)
        return err_set(err, "not a book");
    if (open_header(&header, bytes, size, err) ||
        book_init(book, header.plies, header.kind, header.n, err))
        return -1;
    results = get_keys(book, bytes + header_size(bytes), end);
    if (results && result_size(book->kind, book->n) == (size_t)(end - results) &&
        get_results(book, results) == 0)
        return 0;
    book_release(book);
    return err_set(err, "the book is damaged: its positions make no sense");
}

int book_read(struct book *book, const char *path, struct err *err)
{
    size_t size = 0;
    unsigned char *bytes = read_bytes(path, &size, err);
    int status;

    *book = (struct book){ 0 };
    if (!bytes)
        return -1;
    status = book_decode(book, bytes, size, err) ? err_prefix(err, path) : 0;
    free(bytes);
    return status;
}
