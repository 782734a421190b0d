/* Everything that is no run of ours is refused with the reason, and left alone. */
#include "test.h"

#include <sqlite3.h>

#include "store/database.h"
#include "store/verify_run.h"

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* Both ways of opening say the same. */
static void assert_no_run(const char *dir, const char *why)
{
    struct store store;
    struct err err;

    assert_refused(store_open(&store, dir, STORE_READ, &err), err, why);
    assert_refused(store_open(&store, dir, STORE_WRITE, &err), err, why);
    assert_non_null(strstr(err.text, dir));
    store_close(&store);
}

static void folders_without_a_run_are_named(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128];

    (void)state;
    assert_no_run(dir.run, "No such file");
    assert_no_run(dir.path, "is not a run: there is no run.db");
    assert_int_not_equal(access(inside(path, dir.path, "run.lock"), F_OK), 0);
    write_file(inside(path, dir.path, "file"), "text");
    assert_no_run(path, "is a file");
    assert_int_equal(mkdir(inside(path, dir.path, "run.db"), 0777), 0);
    assert_no_run(dir.path, "is not a run");
    temp_dir_remove(&dir);
}

static void other_files_are_no_runs(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128];
    sqlite3 *handle;

    (void)state;
    inside(path, dir.path, "run.db");
    write_file(path, "");
    assert_no_run(dir.path, "is not a run file");
    write_file(path, "This is a letter to a friend, and not a database of any kind.\n");
    assert_no_run(dir.path, "not a run file");
    assert_int_equal(remove(path), 0);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    sqlite3_exec(handle, "CREATE TABLE recipes (soup)", NULL, NULL, NULL);
    sqlite3_close(handle);
    assert_no_run(dir.path, "is not a run file");
    temp_dir_remove(&dir);
}

static void a_run_is_never_overwritten(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;

    (void)state;
    run_make(dir.run, 1);
    assert_refused(store_create(&store, dir.run, &run_meta, &err), err, "already holds a run");
    assert_non_null(strstr(err.text, "c4evolve resume /"));
    assert_non_null(strstr(err.text, "--out"));
    assert_works(verify_dir(dir.run, STORE_WRITE, 1, 0, &err), err);
    temp_dir_remove(&dir);
}

static void folders_that_cannot_be_made_are_named(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    char path[128], below[160];
    struct err err;

    (void)state;
    write_file(inside(path, dir.path, "file"), "text");
    assert_refused(store_create(&store, path, &run_meta, &err), err, "is not a folder");
    snprintf(below, sizeof below, "%s/run", path);
    assert_refused(store_create(&store, below, &run_meta, &err), err, "Not a directory");
    assert_refused(store_create(&store, "", &run_meta, &err), err, "cannot be created");
    assert_refused(store_create(&store, "/proc/no/run", &run_meta, &err), err, "cannot be created");
    temp_dir_remove(&dir);
}

/* Names that mean something to SQLite or to a shell are only names. */
static void any_path_will_do(void **state)
{
    static const char *const name[] = { "a b",       "file:x?mode=ro", "100%41#",    ":memory:",
                                        "\xff'\";*", "x//y/",          "trailing///" };
    struct temp_dir dir = temp_dir_make();
    char path[128];
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        run_make(inside(path, dir.path, name[i]), 1);
        assert_works(verify_dir(path, STORE_READ, 1, 0, &err), err);
    }
    assert_int_equal(access(inside(path, dir.path, "x/y/run.db"), R_OK), 0);
    temp_dir_remove(&dir);
}

/* Killed before the new run was complete, or removed by hand but for its log. */
static void leftovers_do_no_harm(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128];
    struct err err;

    (void)state;
    write_file(inside(path, dir.path, "run.db.new"), "half a file");
    write_file(inside(path, dir.path, "run.db.new-journal"), "half a journal");
    write_file(inside(path, dir.path, "run.db-wal"), "an old log");
    write_file(inside(path, dir.path, "run.lock"), "1\n");
    run_make(dir.path, 1);
    assert_works(verify_dir(dir.path, STORE_WRITE, 1, 0, &err), err);
    assert_int_not_equal(access(inside(path, dir.path, "run.db.new"), F_OK), 0);
    temp_dir_remove(&dir);
}

/* Changes a closed run with SQL. */
static void change(const char *dir, const char *sql)
{
    char path[128], *message = NULL;
    sqlite3 *handle;

    assert_int_equal(sqlite3_open(inside(path, dir, "run.db"), &handle), SQLITE_OK);
    assert_int_equal(database_add_checksum(handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(handle);
}

static void another_format_is_named_with_its_program(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char formats[128];

    (void)state;
    run_make(dir.run, 1);
    change(dir.run, "PRAGMA user_version = 99; UPDATE meta SET value = '7.8.9', "
                    "sum = checksum(key, '7.8.9') WHERE key = 'program'");
    assert_no_run(dir.run, "has format 99, written by c4evolve 7.8.9");
    snprintf(formats, sizeof formats,
             "this is c4evolve " C4E_VERSION ", which reads formats 1 to %d", SCHEMA_FORMAT);
    assert_no_run(dir.run, formats);
    change(dir.run, "DROP TABLE meta");
    assert_no_run(dir.run, "has format 99");
    temp_dir_remove(&dir);
}

static void unknown_genes_are_named(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char sql[160];

    (void)state;
    run_make(dir.run, 1);
    change(dir.run, "UPDATE genes SET name = 'luck', sum = checksum(place, 'luck') "
                    "WHERE place = 1");
    assert_no_run(dir.run, "genes that this program does not know: 'luck'");
    snprintf(sql, sizeof sql, "INSERT INTO genes VALUES (%d, 'fate', checksum(%d, 'fate'))",
             gene_count(), gene_count());
    change(dir.run, sql);
    assert_no_run(dir.run, "genes that this program does not know: 'luck', 'fate'");
    temp_dir_remove(&dir);
}

static void a_table_of_genes_without_sense_is_damage(void **state)
{
    struct temp_dir dir = temp_dir_make();

    (void)state;
    run_make(dir.run, 1);
    change(dir.run, "UPDATE genes SET name = 'own1', sum = checksum(place, 'own1') "
                    "WHERE place = 1");
    assert_no_run(dir.run, "damaged");
    change(dir.run, "DELETE FROM genes WHERE place = 1");
    assert_no_run(dir.run, "damaged");
    temp_dir_remove(&dir);
}

static void another_board_is_named(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct err err;

    (void)state;
    run_make(dir.run, 1);
    change(dir.run, "UPDATE meta SET value = '8x7', sum = checksum('board', '8x7') "
                    "WHERE key = 'board'");
    assert_no_run(dir.run, "is a run on a board of 8x7; this program is for " BOARD_NAME);
    if (strcmp(BOARD_NAME, BOARD_USUAL) == 0) { /* which files of older programs are for */
        change(dir.run, "DELETE FROM meta WHERE key = 'board'");
        assert_works(verify_dir(dir.run, STORE_WRITE, 1, 0, &err), err);
    }
    temp_dir_remove(&dir);
}

static void a_string_that_every_run_has_is_missed(void **state)
{
    struct temp_dir dir = temp_dir_make();

    (void)state;
    run_make(dir.run, 1);
    change(dir.run, "DELETE FROM meta WHERE key = 'seed'");
    assert_no_run(dir.run, "damaged (seed)");
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_without_a_run_are_named),
        cmocka_unit_test(other_files_are_no_runs),
        cmocka_unit_test(a_run_is_never_overwritten),
        cmocka_unit_test(folders_that_cannot_be_made_are_named),
        cmocka_unit_test(any_path_will_do),
        cmocka_unit_test(leftovers_do_no_harm),
        cmocka_unit_test(another_format_is_named_with_its_program),
        cmocka_unit_test(unknown_genes_are_named),
        cmocka_unit_test(a_table_of_genes_without_sense_is_damage),
        cmocka_unit_test(another_board_is_named),
        cmocka_unit_test(a_string_that_every_run_has_is_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
