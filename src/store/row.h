/*
 * row - the columns of one row, in order, into a statement or out of it.
 *
 * Put values from the first column on, then row_insert. Or row_next until it
 * returns 0, and get values from the first column on, then row_whole. What goes
 * wrong meanwhile is remembered and reported at the end.
 */
#ifndef C4E_STORE_ROW_H
#define C4E_STORE_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/database.h"

struct row {
    struct database *db;
    sqlite3_stmt *statement;
    int column; /* the next one, from 0 */
    int status; /* of SQLite: the first error */
};

/* A row of one of the prepared statements, which must not be in use. */
struct row row_of(struct database *db, enum statement statement);

/* Text and blobs are not copied: they must stay until the statement has run. */
void row_put_integer(struct row *row, int64_t value);
void row_put_text(struct row *row, const char *text, size_t size);
void row_put_blob(struct row *row, const void *blob, size_t size);

/* Readable in the file, and exact: SQLite itself would lose the sign of -0. All
 * nans become one nan. */
void row_put_double(struct row *row, double value);

/* Runs a statement that returns nothing, and makes it ready for the next row. */
int row_insert(struct row *row, struct err *err);

/* Steps to the next row, or the first one. Returns 1, 0 after the last, or -1.
 * Values that were put before are the parameters. */
int row_next(struct row *row, struct err *err);

uint32_t row_get_u32(struct row *row);
double row_get_double(struct row *row);
const void *row_get_bytes(struct row *row, size_t *size); /* until the next step */

/* Copies text into a buffer, where it must fit. */
void row_get_text(struct row *row, char *buf, size_t size);

/* For values that make no sense. */
void row_spoil(struct row *row);

/* 0 if all values that were got could be had. */
int row_whole(struct row *row, struct err *err);

/* Ends the use of the statement. Needed after row_next unless that returned 0 or -1. */
void row_end(struct row *row);

#endif
