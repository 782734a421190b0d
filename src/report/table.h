/*
 * table - rows of named columns, for a person or for a program.
 *
 * Text has aligned columns, numbers to the right and rounded, and leaves out a
 * column that is empty in every row. CSV begins with a line of names. JSON is
 * an array with one object per row. CSV and JSON keep every digit of a number.
 * Markdown is text with bars between the columns.
 *
 * A table is filled cell by cell, from left to right and from top to bottom.
 * CSV and JSON are written at once. Text is kept in memory until the end, when
 * the widest cell of each column is known; but a table of more columns than fit
 * beside each other is written at once too, as one block of names and values
 * for each row.
 */
#ifndef C4E_REPORT_TABLE_H
#define C4E_REPORT_TABLE_H

#include "base/err.h"
#include "base/json.h"

enum table_format {
    TABLE_TEXT,
    TABLE_CSV,
    TABLE_JSON,
    TABLE_MARKDOWN,
    TABLE_CSV_ROWS /* CSV without the line of names: to go on with a table */
};

enum column_kind { COLUMN_TEXT, COLUMN_INTEGER, COLUMN_NUMBER, COLUMN_FLAG };

struct column {
    const char *name;  /* in CSV and JSON */
    const char *title; /* in text */
    enum column_kind kind;
    int decimals; /* of a number in text, or SIGNIFICANT_DIGITS */
};

/* As many decimals as it takes to show four digits. */
#define SIGNIFICANT_DIGITS (-1)

/* A table of more columns than this is written as text in blocks; markdown has at most so many. */
#define TABLE_MAX_COLUMNS 20

struct table {
    FILE *out;
    enum table_format format;
    const struct column *column;
    int columns;
    int at; /* column of the next cell */
    size_t rows;
    struct json json;
    FILE *kept; /* cells of text, each ended by a zero byte */
    char *cells;
    size_t size;
    bool failed;
};

/* The columns are borrowed until the end. */
void table_begin(struct table *table, FILE *out, enum table_format format,
                 const struct column *column, int columns);

/* The next cell, which must be of the column's kind. */
void table_text(struct table *table, const char *value);
void table_integer(struct table *table, uint64_t value);
void table_number(struct table *table, double value); /* what is not finite is an empty cell */
void table_flag(struct table *table, bool value);
void table_empty(struct table *table); /* of any kind */

/* Writes what is left and releases the table. Fails only when memory ran out:
 * whether `out` took everything is for its owner to check. */
int table_end(struct table *table, struct err *err);

/* Instead of table_end: gives up. */
void table_release(struct table *table);

#endif
