/*
 * book_journal - the finished chunks of a book that is being made.
 *
 * The file has a header that tells which book it belongs to, and then records
 * of one size, each with the number of a chunk, its results and a checksum. A
 * record that was cut short or damaged is as if it had never been written.
 */
#ifndef C4E_SEARCH_BOOK_JOURNAL_H
#define C4E_SEARCH_BOOK_JOURNAL_H

#include <stdio.h>

#include "search/book.h"

#define BOOK_CHUNK 32 /* positions: a few seconds of work */

struct book_journal {
    const char *path;
    FILE *file;
};

static inline size_t book_chunks(const struct book *book)
{
    return (book->n + BOOK_CHUNK - 1) / BOOK_CHUNK;
}

/* The positions of a chunk; the last one may have fewer than the others. */
static inline size_t book_chunk_size(const struct book *book, size_t chunk)
{
    size_t left = book->n - chunk * BOOK_CHUNK;

    return left < BOOK_CHUNK ? left : BOOK_CHUNK;
}

/*
 * Opens the journal of a book, or begins it. Fills in the results of the
 * chunks that it holds and sets finished[chunk] for them. The path must stay.
 */
int book_journal_open(struct book_journal *journal, const char *path, struct book *book,
                      bool *finished, struct err *err);
void book_journal_close(struct book_journal *journal);

/* Appends the results of a chunk; they outlive the process from then on. */
int book_journal_add(struct book_journal *journal, const struct book *book, size_t chunk,
                     struct err *err);

#endif
