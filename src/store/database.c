#include "store/database.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATIENCE_MS 10000 /* how long to wait for other programs that use the file */

/* An odd multiplier and a shift: a step never maps two sums to the same one. */
static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

static uint64_t mix_bytes(uint64_t sum, const unsigned char *byte, size_t n)
{
    sum = mix(sum, n);
    while (n > 0) {
        size_t used = n < 8 ? n : 8;
        uint64_t word = 0;

        for (size_t i = 0; i < used; i++)
            word |= (uint64_t)byte[i] << 8 * i;
        sum = mix(sum, word);
        byte += used;
        n -= used;
    }
    return sum;
}

static uint64_t mix_value(uint64_t sum, sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    double real;
    uint64_t bits;

    sum = mix(sum, (uint64_t)type);
    switch (type) {
    case SQLITE_INTEGER:
        return mix(sum, (uint64_t)sqlite3_value_int64(value));
    case SQLITE_FLOAT:
        real = sqlite3_value_double(value);
        memcpy(&bits, &real, sizeof bits);
        return mix(sum, bits);
    case SQLITE_TEXT: {
        const unsigned char *text = sqlite3_value_text(value);

        return mix_bytes(sum, text, (size_t)sqlite3_value_bytes(value));
    }
    case SQLITE_BLOB: {
        const unsigned char *blob = sqlite3_value_blob(value);

        return mix_bytes(sum, blob, (size_t)sqlite3_value_bytes(value));
    }
    default:
        return sum;
    }
}

/* Four bytes in the file are enough. */
static void checksum(sqlite3_context *context, int n, sqlite3_value **value)
{
    uint64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum = mix_value(sum, value[i]);
    sqlite3_result_int64(context, (int64_t)(sum & 0xffffffff) - 0x80000000);
}

int database_add_checksum(sqlite3 *handle)
{
    /* Innocuous: allows the schema to use it even where schemas are not trusted. */
    return sqlite3_create_function(handle, "checksum", -1,
                                   SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                   checksum, NULL, NULL);
}

/* The path as a URI, so that no character in it is special to SQLite. */
static char *make_uri(const char *path, const char *options)
{
    size_t size = strlen("file://") + 3 * strlen(path) + strlen(options) + 1;
    char *uri = malloc(size), *to = uri;

    if (!uri)
        return NULL;
    to += sprintf(to, path[0] == '/' ? "file://" : "file:");
    for (const char *c = path; *c; c++) {
        if (isalnum((unsigned char)*c) || strchr("/._-", *c))
            *to++ = *c;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*c);
    }
    strcpy(to, options);
    return uri;
}

static const char *advice(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "the disk is full; what was saved before is intact";
    case SQLITE_IOERR:
        return "the disk reports an error";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "it cannot be written";
    case SQLITE_CANTOPEN:
        return "it cannot be opened";
    case SQLITE_CORRUPT:
        return "it is damaged";
    case SQLITE_NOTADB:
        return "it is damaged, or not a run file";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program has locked it";
    case SQLITE_NOMEM:
        return "out of memory";
    default:
        return NULL;
    }
}

static enum err_kind blame(int code, int number)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_NOMEM:
        return ERR_SHORTAGE;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return ERR_DAMAGE;
    case SQLITE_CANTOPEN:
        return err_kind_of(number);
    default:
        return ERR_ANY;
    }
}

/* Where SQLite may not open a file for writing, such as for lack of descriptors, it tries to read it,
 * and tells only that it does not exist. */
int database_fail(struct database *db, int code, struct err *err)
{
    const char *what = advice(code), *detail = sqlite3_errstr(code);
    int number = db->handle ? sqlite3_system_errno(db->handle) : 0;
    int kind = code & 0xff;

    if (db->handle && sqlite3_extended_errcode(db->handle) == code)
        detail = sqlite3_errmsg(db->handle);
    if ((kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && number)
        detail = strerror(number);
    if (!what)
        return err_set(err, "%s: %s", db->path, detail);
    if (kind == SQLITE_CANTOPEN && number == ENOENT && access(db->path, F_OK) == 0)
        return err_shortage(err, "%s: a file beside it cannot be made or opened", db->path);
    return err_set_kind(err, blame(code, number), "%s: %s (%s)", db->path, what, detail);
}

int database_damaged(struct database *db, const char *what, struct err *err)
{
    return err_set_kind(err, ERR_DAMAGE, "%s: it is damaged (%s)", db->path, what);
}

/*
 * A run file may come from anybody, so SQLite is told to be wary, as its documentation advises: the
 * schema may not call functions with side effects, has neither triggers nor views, and is not
 * changed behind SQLite's back; and pages are checked before they are believed.
 */
static int be_wary(sqlite3 *handle)
{
    static const struct {
        int option, value;
    } settings[] = {
        { SQLITE_DBCONFIG_DEFENSIVE, 1 },
        { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
        { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
        { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
    };

    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        int status = sqlite3_db_config(handle, settings[i].option, settings[i].value, NULL);

        if (status != SQLITE_OK)
            return status;
    }
    return sqlite3_exec(handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", NULL, NULL,
                        NULL);
}

/* A reader reads everything in one transaction. */
static int connect_as(struct database *db, const char *options, int flags)
{
    static const char probe[] = "SELECT 1 FROM sqlite_master";
    char *uri = make_uri(db->path, options);
    int status =
        uri ? sqlite3_open_v2(uri, &db->handle, flags | SQLITE_OPEN_URI, NULL) : SQLITE_NOMEM;

    free(uri);
    if (status != SQLITE_OK)
        return status;
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_timeout(db->handle, PATIENCE_MS);
    status = database_add_checksum(db->handle);
    if (status == SQLITE_OK)
        status = be_wary(db->handle);
    if (status == SQLITE_OK && db->access == DATABASE_READ)
        status = sqlite3_exec(db->handle, "PRAGMA query_only = ON; BEGIN", NULL, NULL, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(db->handle, probe, NULL, NULL, NULL);
    return status;
}

static bool has_log(const char *path)
{
    size_t size = strlen(path) + sizeof "-wal";
    char *log = malloc(size);
    struct stat st;
    bool found;

    if (!log)
        return true;
    snprintf(log, size, "%s-wal", path);
    found = stat(log, &st) == 0 && st.st_size > 0;
    free(log);
    return found;
}

/* Whether opening failed because no file could be created next to this one. */
static bool is_stuck(const char *path, int status)
{
    char *folder = strdup(path), *slash = folder ? strrchr(folder, '/') : NULL;
    int kind = status & 0xff;
    bool stuck = status == SQLITE_IOERR_SHMSIZE || kind == SQLITE_FULL; /* no space for it */

    if (slash && (kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY)) {
        slash[slash == folder] = '\0';
        stuck = access(folder, W_OK) != 0;
    }
    free(folder);
    return stuck;
}

/*
 * Readers ask SQLite for write access, and SQLite falls back to reading where they
 * may not write. Then the last one to close the file can merge the log into it.
 *
 * A file with a write-ahead log cannot be read without an index of the log, which
 * SQLite creates next to it. Where that is impossible but there is no log, nobody
 * is writing, and the file can be opened as one that does not change.
 */
static int connect_reader(struct database *db, struct err *err)
{
    int status = connect_as(db, "", SQLITE_OPEN_READWRITE);

    if (is_stuck(db->path, status)) {
        if (has_log(db->path))
            return err_set(err,
                           "%s was not closed properly and can only be read in a writable "
                           "folder: copy the folder",
                           db->path);
        sqlite3_close(db->handle);
        status = connect_as(db, "?immutable=1", SQLITE_OPEN_READONLY);
    }
    return status == SQLITE_OK ? 0 : database_fail(db, status, err);
}

static int connect_writer(struct database *db, struct err *err)
{
    int status = connect_as(db, "", SQLITE_OPEN_READWRITE);
    struct stat st;

    if (status == SQLITE_OK && stat(db->path, &st) == 0) {
        db->device = st.st_dev;
        db->inode = st.st_ino;
    }
    if (status == SQLITE_OK && sqlite3_db_readonly(db->handle, "main"))
        status = SQLITE_READONLY;
    if (status != SQLITE_OK)
        return database_fail(db, status, err);
    return database_execute(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", err);
}

int database_open(struct database *db, const char *path, enum database_access access,
                  struct err *err)
{
    int status;

    *db = (struct database){ .access = access, .path = strdup(path) };
    if (!db->path)
        return err_shortage(err, "out of memory");
    if (access == DATABASE_WRITE)
        return connect_writer(db, err);
    if (access == DATABASE_READ)
        return connect_reader(db, err);
    status = connect_as(db, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    return status == SQLITE_OK ? 0 : database_fail(db, status, err);
}

void database_close(struct database *db)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(db->statement[i]);
    /* SQLite does this by itself unless others are reading. */
    if (db->handle && db->access == DATABASE_WRITE)
        sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    sqlite3_close(db->handle);
    for (size_t i = 0; i < db->tables_n; i++)
        tables_release(db->tables[i].tables);
    free(db->tables);
    free(db->path);
    *db = (struct database){ 0 };
}

int database_prepare(struct database *db, struct err *err)
{
    int first = db->access == DATABASE_READ ? STATEMENT_READ_META : 0;

    for (int i = first; i < STATEMENT_COUNT; i++) {
        int status = sqlite3_prepare_v3(db->handle, schema_statement[i], -1,
                                        SQLITE_PREPARE_PERSISTENT, &db->statement[i], NULL);

        if (status == SQLITE_ERROR) /* tables or columns have changed */
            return database_damaged(db, sqlite3_errmsg(db->handle), err);
        if (status != SQLITE_OK)
            return database_fail(db, status, err);
    }
    return 0;
}

int database_execute(struct database *db, const char *sql, struct err *err)
{
    int status = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);

    return status == SQLITE_OK ? 0 : database_fail(db, status, err);
}

int database_number(struct database *db, const char *sql, int64_t *out, struct err *err)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);

    if (status == SQLITE_OK)
        status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else
        database_fail(db, status, err);
    sqlite3_finalize(statement);
    return status == SQLITE_ROW ? 0 : -1;
}

static int check_place(const struct database *db, struct err *err)
{
    struct stat st;

    if (db->access != DATABASE_WRITE ||
        (stat(db->path, &st) == 0 && st.st_dev == db->device && st.st_ino == db->inode))
        return 0;
    return err_set(err, "%s is gone: it was removed, moved or replaced while the run was using it",
                   db->path);
}

int database_begin(struct database *db, struct err *err)
{
    if (check_place(db, err))
        return -1;
    /* Immediate: a transaction that asks for its lock later could fail halfway. */
    return database_execute(db, "BEGIN IMMEDIATE", err);
}

int database_commit(struct database *db, struct err *err)
{
    if (database_execute(db, "COMMIT", err) == 0)
        return 0;
    database_rollback(db);
    return -1;
}

void database_rollback(struct database *db)
{
    /* Some errors roll back by themselves. */
    if (!sqlite3_get_autocommit(db->handle))
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    for (size_t i = 0; i < db->tables_n; i++)
        db->tables[i].number = 0; /* what is in the file will be read again */
}

int database_check(struct database *db, struct err *err)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(db->handle, "PRAGMA integrity_check(1)", -1, &statement, NULL);
    const char *answer = NULL;
    int result = 0;

    if (status == SQLITE_OK)
        status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        answer = (const char *)sqlite3_column_text(statement, 0);
    if (status != SQLITE_ROW)
        result = database_fail(db, status, err);
    else if (!answer || strcmp(answer, "ok") != 0)
        result = database_damaged(db, answer ? answer : "no answer", err);
    sqlite3_finalize(statement);
    return result;
}
