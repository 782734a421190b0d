/* Disks that are full, and folders that may not be written: nothing that was saved is lost. */
#include "test.h"

#include <signal.h>
#include <sys/resource.h>

#include <sqlite3.h>

#include "store/child.h"
#include "store/database.h"
#include "store/verify_run.h"

/* The file may grow by some pages and no further, as on a disk that fills up. */
static void a_full_disk_loses_nothing_that_was_saved(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct journal j;
    uint32_t g = 0;
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    sqlite3_exec(store.db->handle, "PRAGMA max_page_count = 40", NULL, NULL, NULL);
    while (run_play(&j, g, &err) == 0)
        assert_true(++g < 1000);
    assert_non_null(strstr(err.text, "the disk is full; what was saved before is intact"));
    assert_true(g > 2);
    store_close(&store);

    /* After some room was made it goes on. */
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(verify_run(&store, g, 0, &err) && verify_run(&store, g, RUN_BATCH, &err) &&
                     verify_run(&store, g, RUN_PAIRINGS, &err) &&
                     verify_run(&store, g + 1, 0, &err),
                 err);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Writes until the system refuses, as it would in the middle of a page. */
static int write_to_the_limit(void *context, struct err *err)
{
    struct rlimit limit = { 300000, 300000 };
    struct store store;
    struct journal j;
    uint32_t g = 0;

    signal(SIGXFSZ, SIG_IGN);
    if (store_open(&store, context, STORE_WRITE, err) || setrlimit(RLIMIT_FSIZE, &limit))
        return -1;
    j = store_journal(&store);
    while (run_play(&j, g, err) == 0)
        if (++g > 1000)
            return err_set(err, "no limit");
    if (!strstr(err->text, "the disk reports an error"))
        return -1;
    /* What was saved can be read by the one who could not write on, and by others. */
    if (verify_run(&store, g, 0, err) && verify_run(&store, g, RUN_BATCH, err) &&
        verify_run(&store, g, RUN_PAIRINGS, err) && verify_run(&store, g + 1, 0, err))
        return -1;
    store_close(&store);
    return 0;
}

static void a_write_that_fails_loses_nothing_that_was_saved(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct journal j;
    uint32_t closed;
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    assert_int_equal(child_run(write_to_the_limit, dir.run), 0);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(journal_count_generations(&j, &closed, &err), err);
    assert_true(closed > 2);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Root may write everywhere, so it becomes nobody for a while. */
static int become_harmless(void)
{
    if (getuid() == 0 && (setgid(65534) || setuid(65534)))
        return CHILD_SKIPPED;
    return 0;
}

static int use_read_only(void *context, struct err *err)
{
    struct store store;

    if (become_harmless())
        return CHILD_SKIPPED;
    if (verify_dir(context, STORE_READ, 2, 0, err))
        return -1;
    if (store_open(&store, context, STORE_WRITE, err) == 0)
        return err_set(err, "opened for writing");
    if (!strstr(err->text, "cannot be written: Permission denied"))
        return -1;
    if (store_create(&store, context, &run_meta, err) == 0)
        return err_set(err, "overwritten");
    return strstr(err->text, "already holds a run") ? 0 : -1;
}

static void run_as_nobody(int (*body)(void *context, struct err *err), void *context)
{
    int status = child_run(body, context);

    if (status == CHILD_SKIPPED)
        print_message("skipped: rights cannot be given up here\n");
    else
        assert_int_equal(status, 0);
}

/* Makes all of a test's folders and files readable, and the last one not writable. */
static void make_read_only(struct temp_dir *dir)
{
    char path[128];

    assert_int_equal(chmod(dir->path, 0755), 0);
    snprintf(path, sizeof path, "%s/reports", dir->path);
    assert_int_equal(chmod(path, 0755), 0);
    assert_int_equal(chmod(inside(path, dir->run, "run.db"), 0444), 0);
    assert_int_equal(chmod(inside(path, dir->run, "run.lock"), 0444), 0);
    assert_int_equal(chmod(dir->run, 0555), 0);
}

static void a_read_only_folder_can_be_read(void **state)
{
    struct temp_dir dir = temp_dir_make();

    (void)state;
    run_make(dir.run, 2);
    make_read_only(&dir);
    run_as_nobody(use_read_only, dir.run);
    assert_int_equal(chmod(dir.run, 0755), 0);
    temp_dir_remove(&dir);
}

static int create_in_read_only(void *context, struct err *err)
{
    struct store store;
    char path[128];

    if (become_harmless())
        return CHILD_SKIPPED;
    snprintf(path, sizeof path, "%s/new/run", (const char *)context);
    if (store_create(&store, path, &run_meta, err) == 0)
        return err_set(err, "made");
    return strstr(err->text, "cannot be created") ? 0 : -1;
}

static void a_read_only_folder_gets_no_run(void **state)
{
    struct temp_dir dir = temp_dir_make();

    (void)state;
    assert_int_equal(chmod(dir.path, 0555), 0);
    run_as_nobody(create_in_read_only, dir.path);
    assert_int_equal(chmod(dir.path, 0755), 0);
    temp_dir_remove(&dir);
}

/* As if killed after one generation: its log is there, and so is the index. */
static int write_and_vanish(void *context, struct err *err)
{
    struct store store;
    struct journal j;

    if (store_open(&store, context, STORE_WRITE, err))
        return -1;
    j = store_journal(&store);
    return run_play(&j, 1, err);
}

static void a_killed_run_can_be_read_in_a_read_only_folder(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128];

    (void)state;
    run_make(dir.run, 1);
    assert_int_equal(child_run(write_and_vanish, dir.run), 0);
    assert_int_equal(chmod(inside(path, dir.run, "run.db-wal"), 0444), 0);
    assert_int_equal(chmod(inside(path, dir.run, "run.db-shm"), 0444), 0);
    make_read_only(&dir);
    run_as_nobody(use_read_only, dir.run);
    assert_int_equal(chmod(dir.run, 0755), 0);
    temp_dir_remove(&dir);
}

/* A log that nobody can index is not passed over in silence: it holds what is newest. */
static int read_unclosed(void *context, struct err *err)
{
    struct store store;

    if (become_harmless())
        return CHILD_SKIPPED;
    if (store_open(&store, context, STORE_READ, err) == 0)
        return err_set(err, "opened without its log");
    return strstr(err->text, "copy the folder") ? 0 : -1;
}

static void a_read_only_folder_with_a_log_is_refused(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char path[128];
    FILE *log;

    (void)state;
    run_make(dir.run, 2);
    log = fopen(inside(path, dir.run, "run.db-wal"), "w");
    assert_non_null(log);
    fputs("not empty", log);
    assert_int_equal(fclose(log), 0);
    make_read_only(&dir);
    run_as_nobody(read_unclosed, dir.run);
    assert_int_equal(chmod(dir.run, 0755), 0);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_loses_nothing_that_was_saved),
        cmocka_unit_test(a_write_that_fails_loses_nothing_that_was_saved),
        cmocka_unit_test(a_read_only_folder_can_be_read),
        cmocka_unit_test(a_read_only_folder_gets_no_run),
        cmocka_unit_test(a_killed_run_can_be_read_in_a_read_only_folder),
        cmocka_unit_test(a_read_only_folder_with_a_log_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
