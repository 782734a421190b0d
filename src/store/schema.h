/*
 * schema - the tables of a run file, format by format, and all statements on them.
 *
 * A format is made from the one before it by steps; format 1 is made from an
 * empty file. A new file takes all steps. A file of an older format takes the
 * missing ones when it is opened for writing; when it is opened for reading, the
 * steps are taken in memory and the file stays as it is. Steps are never changed
 * once a program has written files with them.
 *
 * To add a table, append a step that creates it and raise SCHEMA_FORMAT. To add
 * a column, define the new list of columns beside the old one (GENOME_4 beside
 * GENOME_1), make the plain name (GENOME) stand for it, and append a step that
 * gives the table its new definition and old rows their values.
 *
 * Each row ends with a checksum of its other columns. A CHECK enforces it, so that
 * SQLite's own integrity check covers all content. It needs the function that
 * database.h adds: other programs, such as the sqlite3 shell, can read all tables
 * and delete rows, but cannot change any.
 *
 * The last column of every statement that reads is 1 if the row is intact: see
 * row_next.
 */
#ifndef C4E_STORE_SCHEMA_H
#define C4E_STORE_SCHEMA_H

#include "base/err.h"

struct database;

#define SCHEMA_APPLICATION 0x43344556 /* "C4EV", in the header of the file */
#define SCHEMA_OLDEST      1          /* the oldest format that can be read */
#define SCHEMA_FORMAT      4          /* the newest: that of the last step */

struct schema_step {
    int format; /* that this step belongs to; a format may have several */
    const char *table;
    const char *definition; /* of the table, from the opening bracket on */
    const char *indexes;    /* statements that create its indexes, or NULL */

    /* For a table that was there before: its columns before and after, without the checksum, and
     * the value of each new column as an expression of the old ones. NULL for a new table. */
    const char *before, *after, *values;
};

/* Ordered by format, and ended by a row without a table. */
extern const struct schema_step schema_steps[];

/* Takes all steps beyond format `from`, which is 0 for an empty file, within the caller's
 * transaction, and sets the format of the file. */
int schema_upgrade(struct database *db, const struct schema_step *steps, int from, struct err *err);

/* Takes the same steps in memory: temporary views and tables hide those of the file. */
int schema_overlay(struct database *db, const struct schema_step *steps, int from, struct err *err);

enum statement {
    STATEMENT_PUT_META,
    STATEMENT_PUT_GENE,
    STATEMENT_PUT_TABLES,
    STATEMENT_PUT_GENOME,
    STATEMENT_PUT_PAIRING,
    STATEMENT_PUT_GENERATION,
    STATEMENT_PUT_RATING,
    STATEMENT_PUT_VALIDATION,
    STATEMENT_PUT_TIME,
    STATEMENT_PUT_MISTAKES,
    STATEMENT_PUT_PLAYOFF,

    STATEMENT_READ_META, /* the first one that reads */
    STATEMENT_READ_GENES,
    STATEMENT_READ_TABLES,
    STATEMENT_COUNT_TABLES,
    STATEMENT_READ_POPULATION,
    STATEMENT_READ_OPPONENTS,
    STATEMENT_READ_REFERENCES,
    STATEMENT_READ_GENOME,
    STATEMENT_READ_PAIRINGS,
    STATEMENT_READ_RATINGS,
    STATEMENT_READ_GENERATION,
    STATEMENT_READ_VALIDATION,
    STATEMENT_NEXT_VALIDATION,
    STATEMENT_READ_MISTAKES,
    STATEMENT_READ_PLAYOFF,
    STATEMENT_COUNT_GENERATIONS,

    /* Separate from those above, so that a callback of a walk may use them. */
    STATEMENT_EACH_GENOME,
    STATEMENT_EACH_PAIRING,
    STATEMENT_EACH_GENERATION,
    STATEMENT_EACH_TIME,
    STATEMENT_COUNT
};

extern const char *const schema_statement[STATEMENT_COUNT];

/* How a fork copies one table: what it reads for a new run that starts with generation ?1, and
 * the statement that writes it. */
struct schema_copy {
    const char *from;
    enum statement to;
};

/* Ended by a row of zeros. */
extern const struct schema_copy schema_copies[];

#endif
