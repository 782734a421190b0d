/*
 * database - one connection to a SQLite file, and its prepared statements.
 */
#ifndef C4E_STORE_DATABASE_H
#define C4E_STORE_DATABASE_H

#include <stdint.h>
#include <sys/types.h>

#include <sqlite3.h>

#include "base/err.h"
#include "heuristic/gene.h"
#include "heuristic/tables.h"
#include "store/schema.h"

enum database_access {
    DATABASE_READ,  /* shows the file as it was when it was opened */
    DATABASE_WRITE, /* uses a write-ahead log, so that others can read at the same time */
    DATABASE_BUILD  /* creates a file in one transaction, before anyone else opens it */
};

/* Tables of the file that were read or written, by number; see stored_tables.h. */
struct database_tables {
    uint32_t number; /* 0: they were not written after all, but somebody may have borrowed them */
    struct tables *tables;
};

struct database {
    enum database_access access;
    char *path;
    sqlite3 *handle;
    sqlite3_stmt *statement[STATEMENT_COUNT];
    dev_t device; /* the file behind the path when a writer opened it */
    ino_t inode;

    /* The gene at each place of the genomes in this file; see record_read_genes. */
    int gene_at[GENE_COUNT];
    int genes;

    struct database_tables *tables;
    size_t tables_n;
};

/* Opens the file and makes sure that it can be read, without looking at its content. */
int database_open(struct database *db, const char *path, enum database_access access,
                  struct err *err);

/* Also takes a zeroed database, or one that could not be opened. */
void database_close(struct database *db);

/* Prepares all statements, or those that read. The tables must be those of the newest format. */
int database_prepare(struct database *db, struct err *err);

/* Runs SQL and ignores what it returns. */
int database_execute(struct database *db, const char *sql, struct err *err);

/* The one number that some SQL returns. */
int database_number(struct database *db, const char *sql, int64_t *out, struct err *err);

/* A transaction: all or nothing. It does not begin if the file of a writer was removed or replaced:
 * SQLite would go on writing to a file that nobody can open again. A commit that fails is rolled
 * back. */
int database_begin(struct database *db, struct err *err);
int database_commit(struct database *db, struct err *err);
void database_rollback(struct database *db);

/* Checks every page and every row. The error names the first problem. */
int database_check(struct database *db, struct err *err);

/* Describes in plain words why a call of SQLite returned `code`. Returns -1. */
int database_fail(struct database *db, int code, struct err *err);

/* The same for damage that SQLite cannot see: `what` makes no sense. Returns -1. */
int database_damaged(struct database *db, const char *what, struct err *err);

/*
 * Adds the SQL function checksum(a, b, ...), of the types and bytes of its
 * arguments, to a connection. It protects rows against damage, not against people:
 * it misses a random change once in four billion times. Returns a code of SQLite.
 */
int database_add_checksum(sqlite3 *handle);

#endif
