/* Run files that somebody has prepared: nothing in their schema is executed. */
#include "test.h"

#include "store/old_run.h"
#include "store/verify_run.h"

/* A run of two generations, changed by this SQL. */
static struct temp_dir make_run(const char *sql)
{
    struct temp_dir dir = temp_dir_make();
    char path[128];
    sqlite3 *handle;

    run_make(dir.run, 2);
    handle = open_file(inside(path, dir.run, "run.db"));
    execute(handle, sql);
    sqlite3_close(handle);
    return dir;
}

static int64_t count(const char *dir, const char *sql)
{
    char path[128];
    sqlite3 *handle = open_file(inside(path, dir, "run.db"));
    sqlite3_stmt *statement;
    int64_t n;

    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    n = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return n;
}

static void triggers_do_not_fire(void **state)
{
    struct temp_dir dir = make_run("CREATE TABLE sprung (x);"
                                   "CREATE TRIGGER trap AFTER INSERT ON meta BEGIN "
                                   "INSERT INTO sprung VALUES (1); END");
    struct store store;
    struct err err;

    (void)state;
    if (store_open(&store, dir.run, STORE_WRITE, &err) == 0) {
        store_set(&store, "key", "value", &err);
        store_close(&store);
    }
    assert_int_equal(count(dir.run, "SELECT count(*) FROM sprung"), 0);
    temp_dir_remove(&dir);
}

/* A view in place of a table could call functions whenever we read it. */
static void views_are_not_read(void **state)
{
    struct temp_dir dir = make_run("ALTER TABLE meta RENAME TO real;"
                                   "CREATE VIEW meta AS SELECT * FROM real");
    struct store store;
    struct err err;

    (void)state;
    assert_int_equal(store_open(&store, dir.run, STORE_READ, &err), -1);
    assert_int_equal(err.kind, ERR_DAMAGE);
    assert_int_equal(store_open(&store, dir.run, STORE_WRITE, &err), -1);
    temp_dir_remove(&dir);
}

static void schemas_are_not_trusted(void **state)
{
    struct temp_dir dir = make_run("CREATE TABLE more (x)");
    struct database db;
    int64_t on;
    char path[128];
    struct err err;

    (void)state;
    assert_works(database_open(&db, inside(path, dir.run, "run.db"), DATABASE_READ, &err), err);
    assert_works(database_number(&db, "PRAGMA trusted_schema", &on, &err), err);
    assert_int_equal(on, 0);
    assert_works(database_number(&db, "PRAGMA cell_size_check", &on, &err), err);
    assert_int_equal(on, 1);
    database_close(&db);
    temp_dir_remove(&dir);
}

/* Whatever is wrong with it, a damaged file is an error of its own kind. */
static void damage_has_a_kind(void **state)
{
    static const char *const damage[] = {
        "PRAGMA ignore_check_constraints = ON; UPDATE genomes SET sum = sum + 1 WHERE id = 1",
        "DROP TABLE genomes",
        "DELETE FROM meta WHERE key = 'seed'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'x' WHERE name = 'pairings'",
    };

    (void)state;
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        struct temp_dir dir = make_run(damage[i]);
        struct err err = { 0 };

        assert_int_equal(verify_dir(dir.run, STORE_READ, 2, 0, &err), -1);
        if (err.kind != ERR_DAMAGE)
            fail_msg("%s: %s", damage[i], err.text);
        temp_dir_remove(&dir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triggers_do_not_fire),
        cmocka_unit_test(views_are_not_read),
        cmocka_unit_test(schemas_are_not_trusted),
        cmocka_unit_test(damage_has_a_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
