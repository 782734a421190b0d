/*
 * The rows of a run file, with valid checksums: what a person with SQLite can write.
 *
 * The input is a list of changes: table, row, column, kind of value, and its bytes.
 */
#include "fuzz/run_folder.h"

#include "store/database.h"

#define TABLES 16

struct source {
    const uint8_t *data;
    size_t left;
};

static unsigned take(struct source *s)
{
    if (s->left == 0)
        return 0;
    s->left--;
    return *s->data++;
}

/* The run that is changed: one of format 3, as kept for other tests. */
static void load_run(sqlite3 *db)
{
    FILE *file = fopen("tests/store/format_3.sql", "r");
    char *sql;
    long size;

    FUZZ_CHECK(file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0);
    rewind(file);
    sql = malloc((size_t)size + 1);
    FUZZ_CHECK(sql && fread(sql, 1, (size_t)size, file) == (size_t)size);
    sql[size] = '\0';
    FUZZ_CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    free(sql);
    fclose(file);
}

/* The i-th name that some SQL lists; the caller frees it with sqlite3_free. */
static char *name_of(sqlite3 *db, const char *sql, unsigned i)
{
    sqlite3_stmt *s;
    char *name = NULL;
    unsigned n = 0;

    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    while (sqlite3_step(s) == SQLITE_ROW)
        n++;
    sqlite3_reset(s);
    for (unsigned k = 0; n && k <= i % n; k++)
        sqlite3_step(s);
    if (n)
        name = sqlite3_mprintf("%s", sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    return name;
}

static void bind_value(sqlite3_stmt *s, struct source *source)
{
    unsigned kind = take(source) % 6, length = take(source);
    int64_t number = 0;
    double real;

    if (length > source->left)
        length = (unsigned)source->left;
    memcpy(&number, source->data, length < sizeof number ? length : sizeof number);
    memcpy(&real, &number, sizeof real);
    if (kind == 0)
        sqlite3_bind_null(s, 1);
    else if (kind == 1)
        sqlite3_bind_int64(s, 1, number);
    else if (kind == 2)
        sqlite3_bind_double(s, 1, real);
    else if (kind == 3)
        sqlite3_bind_text(s, 1, (const char *)source->data, (int)length, SQLITE_TRANSIENT);
    else if (kind == 4)
        sqlite3_bind_blob(s, 1, source->data, (int)length, SQLITE_TRANSIENT);
    else
        sqlite3_bind_int64(s, 1, (int64_t)length - 128);
    source->data += length;
    source->left -= length;
}

/* One value of one row. Sums are made right by the caller. */
static void change(sqlite3 *db, struct source *source)
{
    char *table = name_of(db, "SELECT name FROM sqlite_master WHERE type = 'table'", take(source));
    char *columns = sqlite3_mprintf("SELECT name FROM pragma_table_info('%q')", table);
    unsigned row = take(source);
    char *column = name_of(db, columns, take(source));
    char *sql = sqlite3_mprintf("UPDATE \"%w\" SET \"%w\" = ?1 WHERE rowid = (SELECT rowid FROM "
                                "\"%w\" LIMIT 1 OFFSET %u)",
                                table, column, table, row);
    sqlite3_stmt *s = NULL;

    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK) {
        bind_value(s, source);
        sqlite3_step(s);
    }
    sqlite3_finalize(s);
    sqlite3_free(sql);
    sqlite3_free(column);
    sqlite3_free(columns);
    sqlite3_free(table);
}

static void mend_sums(sqlite3 *db)
{
    for (unsigned i = 0; i < TABLES; i++) {
        char *table = name_of(db, "SELECT name FROM sqlite_master WHERE type = 'table'", i);
        char *list = sqlite3_mprintf("SELECT group_concat('\"' || name || '\"') FROM "
                                     "pragma_table_info('%q') WHERE name <> 'sum'",
                                     table);
        char *columns = name_of(db, list, 0);
        char *sql = sqlite3_mprintf("UPDATE \"%w\" SET sum = checksum(%s)", table, columns);

        sqlite3_exec(db, sql, NULL, NULL, NULL);
        sqlite3_free(sql);
        sqlite3_free(columns);
        sqlite3_free(list);
        sqlite3_free(table);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source source = { data, size < 4096 ? size : 4096 };
    sqlite3 *db;

    run_folder_make();
    FUZZ_CHECK(sqlite3_open(run_path, &db) == SQLITE_OK);
    FUZZ_CHECK(database_add_checksum(db) == SQLITE_OK);
    sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", NULL, NULL, NULL);
    load_run(db);
    sqlite3_exec(db, "PRAGMA ignore_check_constraints = ON; BEGIN", NULL, NULL, NULL);
    while (source.left > 0)
        change(db, &source);
    mend_sums(db);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    run_folder_read();
    run_folder_remove();
    return 0;
}
