/*
 * table - rows of named columns, for people and for programs.
 *
 * Text has aligned columns, with rounded numbers, and omits a column that is empty in
 * every row. CSV begins with a header line. JSON is an array with one object per row.
 * CSV and JSON keep every digit of a number. Markdown is text with bars between the
 * columns.
 *
 * A table is filled cell by cell, from left to right and from top to bottom.
 * CSV and JSON are written immediately. Text is kept in memory until the end, when the
 * widest cell of each column is known; but a table with too many columns to fit side by
 * side is written immediately too, one block of names and values for each row.
 */
#ifndef C4E_REPORT_TABLE_H
#define C4E_REPORT_TABLE_H

#include "base/draft.h"
#include "base/err.h"
#include "base/json.h"

enum table_format {
    TABLE_TEXT,
    TABLE_CSV,
    TABLE_JSON,
    TABLE_MARKDOWN,
    TABLE_CSV_ROWS /* CSV without the header line, to continue a table */
};

enum column_kind { COLUMN_TEXT, COLUMN_INTEGER, COLUMN_NUMBER, COLUMN_FLAG };

struct column {
    const char *name;  /* in CSV and JSON */
    const char *title; /* in text */
    enum column_kind kind;
    int decimals; /* of a number in text, or SIGNIFICANT_DIGITS */
};

/* Enough decimals to show four digits. */
#define SIGNIFICANT_DIGITS (-1)

/* Text with more columns is written in blocks; Markdown must not have more. */
#define TABLE_MAX_COLUMNS 20

struct table {
    FILE *out;
    enum table_format format;
    const struct column *column;
    int columns;
    int at; /* column of the next cell */
    size_t rows;
    struct json json;
    struct draft kept; /* cells of text, each ended by a zero byte */
    bool failed;
};

/* The columns are borrowed until the end. */
void table_begin(struct table *table, FILE *out, enum table_format format,
                 const struct column *column, int columns);

/* The next cell, which must be of the column's kind. */
void table_text(struct table *table, const char *value);
void table_integer(struct table *table, uint64_t value);
void table_number(struct table *table, double value); /* an empty cell if not finite */
void table_flag(struct table *table, bool value);
void table_empty(struct table *table); /* of any kind */

/* Writes the rest and releases the table. Fails only when out of memory; the owner of `out`
 * checks it for write errors. */
int table_end(struct table *table, struct err *err);

/* Instead of table_end: discards the table. */
void table_release(struct table *table);

#endif
