/*
 * sample_book - books and files for the tests of books.
 */
#ifndef C4E_TESTS_SEARCH_SAMPLE_BOOK_H
#define C4E_TESTS_SEARCH_SAMPLE_BOOK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "sample.h"
#include "search/book.h"

static inline void list(struct book *book, int plies, enum book_kind kind)
{
    struct err err;

    assert_int_equal(book_list(book, plies, kind, &err), 0);
}

static inline void put(const char *path, const void *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
}

/* The bytes of a file, which the caller frees. */
static inline unsigned char *get(const char *path, size_t *n)
{
    FILE *in = fopen(path, "rb");
    unsigned char *bytes = malloc(1 << 22);

    assert_non_null(in);
    assert_non_null(bytes);
    *n = fread(bytes, 1, 1 << 22, in);
    fclose(in);
    return bytes;
}

static inline void assert_same_book(const struct book *a, const struct book *b)
{
    assert_int_equal(a->plies, b->plies);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->key, b->key, a->n * sizeof *a->key);
    assert_memory_equal(a->result, b->result, a->n);
}

static inline void fill_at_random(struct book *book, struct rng *rng)
{
    int limit = book->kind == BOOK_SCORES ? 18 : 1;

    for (size_t i = 0; i < book->n; i++)
        book->result[i] = (int8_t)((int)rng_below(rng, (unsigned long)(2 * limit + 1)) - limit);
}

#endif
