/* A fork holds what the run held before a generation was played, and goes on by itself. */
#include "test.h"

#include "store/verify_run.h"

#define GENERATIONS 3

/* A run that stopped in the middle of a generation, and was left open for writing. */
static void make_unfinished(struct store *store, const char *dir)
{
    struct journal j;
    struct err err;

    run_make(dir, GENERATIONS);
    assert_works(store_open(store, dir, STORE_WRITE, &err), err);
    j = store_journal(store);
    assert_works(run_keep(&j, GENERATIONS, 0, &err), err);
}

static void assert_forked_from(struct store *store, const char *from, uint32_t generation)
{
    char wanted[128], *value;
    struct err err;

    snprintf(wanted, sizeof wanted, "%s, generation %u", from, (unsigned)generation);
    assert_works(store_get(store, STORE_FORKED_FROM, &value, &err), err);
    assert_non_null(value);
    assert_string_equal(value, wanted);
    free(value);
}

static void every_generation_can_be_forked(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store source, store;
    struct journal j;
    char to[128];
    struct err err;

    (void)state;
    make_unfinished(&source, dir.run);
    for (uint32_t g = 0; g <= GENERATIONS; g++) {
        snprintf(to, sizeof to, "%s/forks/%u", dir.path, (unsigned)g);
        assert_works(store_fork(dir.run, g, to, &err), err);
        assert_works(verify_dir(to, STORE_READ, g, 0, &err), err);
        assert_works(store_open(&store, to, STORE_WRITE, &err), err);
        assert_forked_from(&store, dir.run, g);
        j = store_journal(&store);
        for (uint32_t more = g; more < GENERATIONS + 2; more++)
            assert_works(run_play(&j, more, &err), err);
        store_close(&store);
        assert_works(verify_dir(to, STORE_READ, GENERATIONS + 2, 0, &err), err);
    }
    assert_works(verify_run(&source, GENERATIONS, RUN_BATCH, &err), err);
    store_close(&source);
    temp_dir_remove(&dir);
}

static void a_fork_can_be_forked(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    char first[128], second[128];
    struct err err;

    (void)state;
    run_make(dir.run, GENERATIONS);
    inside(first, dir.path, "first");
    inside(second, dir.path, "second");
    assert_works(store_fork(dir.run, 2, first, &err), err);
    assert_works(store_fork(first, 1, second, &err), err);
    assert_works(verify_dir(second, STORE_WRITE, 1, 0, &err), err);
    assert_works(store_open(&store, second, STORE_READ, &err), err);
    assert_forked_from(&store, first, 1);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void forks_that_cannot_be_made_are_refused(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char to[128], path[128];
    struct err err;

    (void)state;
    inside(to, dir.path, "fork");
    assert_refused(store_fork(dir.run, 0, to, &err), err, "No such file");
    run_make(dir.run, GENERATIONS);
    assert_refused(store_fork(dir.run, GENERATIONS + 1, to, &err), err,
                   "cannot continue from generation 4; 3 are closed");
    assert_non_null(strstr(err.text, "3 are closed"));
    assert_refused(store_fork(dir.run, UINT32_MAX, to, &err), err,
                   "cannot continue from generation");
    assert_int_not_equal(access(to, F_OK), 0);
    assert_refused(store_fork(dir.run, 1, dir.run, &err), err, "already holds a run");
    assert_works(verify_dir(dir.run, STORE_WRITE, GENERATIONS, 0, &err), err);
    assert_works(store_fork(dir.run, 1, to, &err), err);
    assert_refused(store_fork(dir.run, 2, to, &err), err, "already holds a run");
    assert_works(verify_dir(to, STORE_WRITE, 1, 0, &err), err);
    assert_int_not_equal(access(inside(path, to, "run.db.new"), F_OK), 0);
    temp_dir_remove(&dir);
}

/* The last generation of a finished run has no children to go on with. */
static void a_finished_run_is_forked_from_its_last_population(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_rating rating[RUN_POPULATION];
    struct journal_generation last = run_generation(0, rating);
    struct store store;
    struct journal j;
    char to[128];
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(journal_close_generation(&j, &last, NULL, 0, &err), err);
    store_close(&store);
    inside(to, dir.path, "fork");
    assert_refused(store_fork(dir.run, 1, to, &err), err, "cannot continue from generation 1");
    assert_works(store_fork(dir.run, 0, to, &err), err);
    assert_works(verify_dir(to, STORE_READ, 0, 0, &err), err);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_generation_can_be_forked),
        cmocka_unit_test(a_fork_can_be_forked),
        cmocka_unit_test(forks_that_cannot_be_made_are_refused),
        cmocka_unit_test(a_finished_run_is_forked_from_its_last_population),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
