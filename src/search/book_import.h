/*
 * book_import - a book from the public data set of 8-ply positions.
 *
 * Each line of the file has 42 fields separated by commas, the cells column by
 * column from the bottom: b for blank, x for the player who moved first, o for
 * the other; and one more, win, loss or draw, the result for x. All positions
 * must have the same number of plies. A position may be there many times, and
 * as its mirror image, if the results agree.
 */
#ifndef C4E_SEARCH_BOOK_IMPORT_H
#define C4E_SEARCH_BOOK_IMPORT_H

#include "search/book.h"

/* Errors name the line. */
int book_import(struct book *book, const char *path, struct err *err);

#endif
