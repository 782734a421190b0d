/*
 * old_run - runs as programs of earlier formats wrote them.
 *
 * format_N.sql is a run of format N, dumped as SQL. Loading it takes the function
 * checksum of store/database.h.
 */
#ifndef C4E_TESTS_STORE_OLD_RUN_H
#define C4E_TESTS_STORE_OLD_RUN_H

#include <sqlite3.h>

#include "files.h"
#include "store/database.h"
#include "store/sample_run.h"

/* Formats of which there is such a file. A step of the program to a newer format than the next one
 * needs one more file. */
#define FORMATS 3

static inline sqlite3 *open_file(const char *path)
{
    sqlite3 *handle;

    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    assert_int_equal(database_add_checksum(handle), SQLITE_OK);
    return handle;
}

static inline void execute(sqlite3 *handle, const char *sql)
{
    char *message = NULL;

    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%.100s: %s", sql, message);
}

/* A run as a program of that format wrote it. */
static inline void make_old_run(const char *dir, int format)
{
    char path[128];
    char *sql;
    sqlite3 *handle;
    struct err err;

    assert_works(folder_make(dir, &err), err);
    snprintf(path, sizeof path, "tests/store/format_%d.sql", format);
    sql = read_whole(path);
    handle = open_file(inside(path, dir, "run.db"));
    execute(handle, sql);
    sqlite3_close(handle);
    free(sql);
}

#endif
