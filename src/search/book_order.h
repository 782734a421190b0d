/*
 * book_order - the order in which the positions of a book are solved.
 *
 * What a solver remembers of one position helps it with those that can become
 * equal to it, and these have ancestors in common. So positions come by their
 * ancestors: all that follow from the first position of one ply less, then what
 * else follows from the second, and so on; and the positions of one ply less in an
 * order made in the same way. Against the order of keys this saves a tenth of the
 * nodes.
 */
#ifndef C4E_SEARCH_BOOK_ORDER_H
#define C4E_SEARCH_BOOK_ORDER_H

#include "search/book.h"

/* Fills in `order` with the indices of all positions of a book, each once. */
int book_order(const struct book *book, size_t *order, struct err *err);

#endif
