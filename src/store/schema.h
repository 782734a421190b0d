/*
 * schema - the tables of a run file, and every statement on them.
 *
 * Each row ends with a checksum of the others; a CHECK keeps it true, so that
 * SQLite's own integrity check looks at all content. That takes the function in
 * checksum.h: other programs, such as the sqlite3 shell, can read all tables
 * and delete rows, but not change any.
 *
 * Every statement that reads ends with a column that is 1 if the row is whole:
 * see row_next.
 */
#ifndef C4E_STORE_SCHEMA_H
#define C4E_STORE_SCHEMA_H

#define SCHEMA_APPLICATION 0x43344556 /* "C4EV", in the header of the file */
#define SCHEMA_FORMAT      2          /* raise it with every change of the tables */
#define SCHEMA_OLDEST      1          /* that can be read: it lacks schema_later */

enum statement {
    STATEMENT_PUT_META,
    STATEMENT_PUT_GENE,
    STATEMENT_PUT_GENOME,
    STATEMENT_PUT_PAIRING,
    STATEMENT_PUT_GENERATION,
    STATEMENT_PUT_RATING,
    STATEMENT_PUT_VALIDATION,
    STATEMENT_PUT_TIME,
    STATEMENT_PUT_MISTAKES,

    STATEMENT_READ_META,
    STATEMENT_READ_GENES,
    STATEMENT_READ_POPULATION,
    STATEMENT_READ_OPPONENTS,
    STATEMENT_READ_REFERENCES,
    STATEMENT_READ_INDIVIDUAL,
    STATEMENT_READ_PAIRINGS,
    STATEMENT_READ_RATINGS,
    STATEMENT_READ_GENERATION,
    STATEMENT_READ_VALIDATION,
    STATEMENT_NEXT_VALIDATION,
    STATEMENT_READ_MISTAKES,
    STATEMENT_COUNT_GENERATIONS,

    /* The same as some above, so that a callback may use those. */
    STATEMENT_EACH_GENOME,
    STATEMENT_EACH_PAIRING,
    STATEMENT_EACH_GENERATION,
    STATEMENT_EACH_RATING,
    STATEMENT_EACH_TIME,
    STATEMENT_COUNT
};

/* Make all tables in an empty file; ends with a NULL. */
extern const char *const schema_tables[];

/* Tables that the first format did not have, to be put after "CREATE TABLE "; ends with a NULL. */
extern const char *const schema_later[];

extern const char *const schema_statement[STATEMENT_COUNT];

/* How a fork copies one table: what it reads, for a new run that begins with
 * generation ?1, and the statement that takes it. */
struct schema_copy {
    const char *from;
    enum statement to;
};

/* Ends with a NULL. The names of genes are not among them. */
extern const struct schema_copy schema_copies[];

#endif
