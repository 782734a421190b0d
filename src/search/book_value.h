/*
 * book_value - what a search makes of a book.
 */
#ifndef C4E_SEARCH_BOOK_VALUE_H
#define C4E_SEARCH_BOOK_VALUE_H

#include "search/book.h"
#include "search/search.h"

/*
 * What a book says about a position that is not over, for its side to move.
 * Positions of the book's number of plies are not searched if it knows them, or
 * if they can be won at once: the value is that of the win, draw or loss. False
 * for all others.
 */
bool book_value(const struct book *book, enum win_rule rule, const struct position *pos,
                int32_t *value);

#endif
