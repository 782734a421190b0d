/*
 * stub_book - search/book.h in an exported player, which has no book.
 */
#ifndef C4E_EXPORT_STUB_BOOK_H
#define C4E_EXPORT_STUB_BOOK_H

#include "search/search.h"

/* Pointers to a book are NULL. */
struct book {
    int plies;
};

static inline bool book_value(const struct book *book, enum win_rule rule,
                              const struct position *pos, int32_t *value)
{
    (void)book;
    (void)rule;
    (void)pos;
    (void)value;
    return false;
}

#endif
