/*
 * row - the columns of one row, in order, into a statement or out of it.
 *
 * To write, put the values from the first column on, then call row_insert. To
 * read, call row_next until it returns 0; for each row get the values from the
 * first column on, then call row_whole. Errors on the way are remembered and
 * reported by the last call.
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

/* A row of a prepared statement, which must not be in use. */
struct row row_of(struct database *db, enum statement statement);

/* Text and blobs are not copied: they must stay valid until the statement has run. */
void row_put_integer(struct row *row, int64_t value);
void row_put_text(struct row *row, const char *text, size_t size);
void row_put_blob(struct row *row, const void *blob, size_t size);

/* Readable in the file, and exact: SQLite by itself loses the sign of -0. All nans become the
 * same nan. */
void row_put_double(struct row *row, double value);

/* Runs a statement that returns nothing and prepares it for the next row. */
int row_insert(struct row *row, struct err *err);

/* Steps to the first or next row. Returns 1, 0 after the last one, or -1. Values that were put
 * before are the parameters. */
int row_next(struct row *row, struct err *err);

uint32_t row_get_u32(struct row *row);
double row_get_double(struct row *row);
const void *row_get_bytes(struct row *row, size_t *size); /* valid until the next step */

/* Copies text into a buffer; text that does not fit is damage. */
void row_get_text(struct row *row, char *buf, size_t size);

/* Marks the row as damaged. */
void row_spoil(struct row *row);

/* Returns 0 if the row is not damaged. If it is, the statement is ended. */
int row_whole(struct row *row, struct err *err);

/* Ends the use of the statement; needed after row_next unless that returned 0 or -1. */
void row_end(struct row *row);

/* The one number that a statement without parameters returns. */
int row_read_number(struct database *db, enum statement statement, uint32_t *number,
                    struct err *err);

#endif
