/*
 * database - one connection to a SQLite file, and its prepared statements.
 */
#ifndef C4E_STORE_DATABASE_H
#define C4E_STORE_DATABASE_H

#include <stdint.h>

#include <sqlite3.h>

#include "base/err.h"
#include "store/schema.h"

enum database_access {
    DATABASE_READ,  /* everything is read as it was at the time of opening */
    DATABASE_WRITE, /* with a write-ahead log, so that others can read meanwhile */
    DATABASE_BUILD  /* a new file, in one transaction, that nobody else knows of yet */
};

struct database {
    enum database_access access;
    char *path;
    sqlite3 *handle;
    sqlite3_stmt *statement[STATEMENT_COUNT];
};

/* Opens the file. Looks at nothing in it, but makes sure that it can be read. */
int database_open(struct database *db, const char *path, enum database_access access,
                  struct err *err);

/* Also takes a zeroed database, or one that could not be opened. */
void database_close(struct database *db);

/* Prepares all statements, which takes a file with all tables. */
int database_prepare(struct database *db, struct err *err);

/* Makes the tables that the first format did not have; kind is "TABLE" or "TEMP TABLE". */
int database_add_later(struct database *db, const char *kind, struct err *err);

/* Runs SQL that returns nothing, or nothing of interest. */
int database_execute(struct database *db, const char *sql, struct err *err);

/* The one number that some SQL returns. */
int database_number(struct database *db, const char *sql, int64_t *out, struct err *err);

/* A transaction: all or nothing. A commit that fails is rolled back. */
int database_begin(struct database *db, struct err *err);
int database_commit(struct database *db, struct err *err);
void database_rollback(struct database *db);

/* Looks at every page and every row. The error quotes the first thing that is wrong. */
int database_check(struct database *db, struct err *err);

/* What went wrong in the call of SQLite that returned `code`, as people would say it. Returns -1.
 */
int database_fail(struct database *db, int code, struct err *err);

/* database_fail for what SQLite cannot see: `what` does not make sense. Returns -1. */
int database_damaged(struct database *db, const char *what, struct err *err);

#endif
