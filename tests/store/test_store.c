/* A run file gives back what it was given, in order, bit for bit. */
#include "test.h"

#include <sqlite3.h>

#include "store/database.h"
#include "store/verify_run.h"

#define GENERATIONS 5

static void a_run_comes_back_bit_for_bit(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct err err;

    (void)state;
    run_make(dir.run, GENERATIONS);
    assert_works(verify_dir(dir.run, STORE_READ, GENERATIONS, 0, &err), err);
    assert_works(verify_dir(dir.run, STORE_WRITE, GENERATIONS, 0, &err), err);
    temp_dir_remove(&dir);
}

static int files_in(const char *dir)
{
    DIR *folder = opendir(dir);
    int n = -2; /* . and .. */

    assert_non_null(folder);
    while (readdir(folder))
        n++;
    closedir(folder);
    return n;
}

static void a_run_that_nobody_uses_is_one_file(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store reader, writer;
    struct journal j;
    struct err err;

    (void)state;
    run_make(dir.run, 1);
    assert_int_equal(files_in(dir.run), 2); /* with the lock */
    assert_works(verify_dir(dir.run, STORE_READ, 1, 0, &err), err);
    assert_int_equal(files_in(dir.run), 2);
    assert_works(store_open(&writer, dir.run, STORE_WRITE, &err), err);
    assert_works(store_open(&reader, dir.run, STORE_READ, &err), err);
    j = store_journal(&writer);
    assert_works(run_play(&j, 1, &err), err);
    store_close(&writer);
    assert_works(verify_run(&reader, 1, 0, &err), err);
    store_close(&reader);
    assert_int_equal(files_in(dir.run), 2);
    assert_works(verify_dir(dir.run, STORE_READ, 2, 0, &err), err);
    temp_dir_remove(&dir);
}

/* Half a generation in one process, the rest in another. */
static void a_run_goes_on_where_it_was_closed(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    run_make(dir.run, 1);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(run_keep(&j, 1, 0, &err), err);
    assert_works(verify_run(&store, 1, RUN_BATCH, &err), err);
    store_close(&store);
    assert_works(verify_dir(dir.run, STORE_READ, 1, RUN_BATCH, &err), err);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(run_keep(&j, 1, RUN_BATCH, &err), err);
    assert_works(run_close(&j, 1, &err), err);
    assert_works(run_validate(&j, 1, &err), err);
    assert_works(run_play(&j, 2, &err), err);
    store_close(&store);
    assert_works(verify_dir(dir.run, STORE_READ, 3, 0, &err), err);
    temp_dir_remove(&dir);
}

/* Pairings are finished in any order. */
static void pairings_are_read_in_the_order_of_slots(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(run_keep(&j, 0, RUN_BATCH, &err), err);
    assert_works(run_keep(&j, 0, 0, &err), err);
    assert_works(verify_run(&store, 0, RUN_PAIRINGS, &err), err);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void a_call_that_fails_changes_nothing(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct journal j;
    struct journal_pairing pair[2] = { run_pairing(0, 0), run_pairing(0, 0) };
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_refused(journal_keep_pairings(&j, pair, 2, &err), err, "UNIQUE");
    assert_works(verify_run(&store, 0, 0, &err), err);
    assert_refused(run_begin(&j, &err), err, "UNIQUE");
    assert_refused(run_close(&j, 1, &err), err, "generation 1 cannot be closed");
    assert_works(run_play(&j, 0, &err), err);
    assert_refused(run_close(&j, 0, &err), err, "generation 0 cannot be closed");
    assert_works(verify_run(&store, 1, 0, &err), err);
    store_close(&store);
    free(pair[0].result);
    free(pair[1].result);
    temp_dir_remove(&dir);
}

static void what_is_not_there_is_named(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome one;
    struct store store;
    struct journal j;
    uint32_t id;
    struct err err;

    (void)state;
    run_make(dir.run, 1);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    j = store_journal(&store);
    assert_refused(journal_read_genome(&j, 99, &one, &err), err, "no genome 99");
    assert_refused(journal_read_champion(&j, 1, &id, &err), err, "generation 1 is not closed");
    store_close(&store);
    temp_dir_remove(&dir);
}

/* The last generation has no children; more can be added when the run is prolonged. */
static void a_finished_run_can_be_prolonged(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome next[RUN_POPULATION];
    struct journal_rating rating[RUN_POPULATION];
    struct journal_generation last = run_generation(0, rating);
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(run_keep(&j, 0, 0, &err), err);
    assert_works(run_keep(&j, 0, RUN_BATCH, &err), err);
    assert_works(journal_close_generation(&j, &last, NULL, 0, &err), err);
    assert_works(verify_population(&j, 1, false, &err), err);
    for (uint32_t i = 0; i < RUN_POPULATION; i++)
        next[i] = run_genome(1, i);
    assert_works(journal_begin(&j, next, RUN_POPULATION, &err), err);
    assert_works(verify_run(&store, 1, 0, &err), err);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void strings_are_kept_under_keys(void **state)
{
    static const char bytes[] = "\x01\xff\xfe'\";\n%s \xed\xa0\x80";
    struct temp_dir dir = temp_dir_make();
    struct store store;
    char *value;
    struct err err;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    assert_works(store_get(&store, "mood", &value, &err), err);
    assert_null(value);
    assert_works(store_set(&store, "mood", "good", &err), err);
    assert_works(store_set(&store, "mood", bytes, &err), err);
    assert_works(store_set(&store, bytes, "", &err), err);
    store_close(&store);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    assert_works(store_get(&store, "mood", &value, &err), err);
    assert_string_equal(value, bytes);
    free(value);
    assert_works(store_get(&store, bytes, &value, &err), err);
    assert_string_equal(value, "");
    free(value);
    store_close(&store);
    store_close(&store); /* a closed store can be closed again */
    temp_dir_remove(&dir);
}

/* A run has them as soon as it is there. */
static void strings_may_be_there_from_the_start(void **state)
{
    const char *const strings[] = { "mood", "good", "weather", "", NULL };
    struct store_meta meta = run_meta;
    struct temp_dir dir = temp_dir_make();
    struct store store;
    char *value;
    struct err err;

    (void)state;
    meta.strings = strings;
    assert_works(store_create(&store, dir.run, &meta, &err), err);
    for (int i = 0; i < 4; i += 2) {
        assert_works(store_get(&store, strings[i], &value, &err), err);
        assert_string_equal(value, strings[i + 1]);
        free(value);
    }
    assert_null(store.meta.strings);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Random runs of 200 pairings: big enough for many pages, and for odd numbers of games. */
static void odd_pairings_come_back(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct game_result game[7] = { 0 };
    struct journal_pairing r = { .a = 1, .b = UINT32_MAX, .games = 7, .result = game }, *back;
    struct store store;
    struct journal j;
    struct rng rng;
    size_t n;
    struct err err;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    j = store_journal(&store);
    sample_rng(&rng, 20, 0);
    for (r.slot = 0; r.slot < 200; r.slot++) {
        any_game(&game[r.slot % 7], &rng);
        game[(r.slot + 3) % 7].outcome = GAME_UNPLAYED;
        r.generation = UINT32_MAX;
        assert_works(journal_keep_pairings(&j, &r, 1, &err), err);
    }
    assert_works(journal_read_pairings(&j, UINT32_MAX, &back, &n, &err), err);
    assert_int_equal(n, 200);
    r.slot = 199;
    assert_true(same_pairing(&back[199], &r));
    journal_pairings_free(back, n);
    assert_works(journal_keep_pairings(&j, NULL, 0, &err), err);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Numbers that people look up with a shell are where the names of columns say. */
static void tables_can_be_read_without_this_program(void **state)
{
    static const char *const sql[] = {
        "SELECT 0 = sum(first_wins + first_draws + first_losses - games / 2) FROM pairings",
        "SELECT 0 = sum(second_wins + second_draws + second_losses - games / 2) FROM pairings",
        "SELECT count(*) = 2 FROM genomes WHERE origin = 'opponent'",
        "SELECT 8 * (SELECT count(*) FROM genes) = length(genes) FROM genomes LIMIT 1",
        "SELECT name = 'own1' FROM genes WHERE place = 0",
        "SELECT fit_loss_before IS NULL FROM generations WHERE generation = 1",
    };
    struct temp_dir dir = temp_dir_make();
    char path[128];
    sqlite3 *handle;

    (void)state;
    run_make(dir.run, GENERATIONS);
    assert_int_equal(sqlite3_open(inside(path, dir.run, "run.db"), &handle), SQLITE_OK);
    for (size_t i = 0; i < sizeof sql / sizeof sql[0]; i++) {
        sqlite3_stmt *statement;

        assert_int_equal(sqlite3_prepare_v2(handle, sql[i], -1, &statement, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        if (sqlite3_column_int(statement, 0) != 1)
            fail_msg("not so: %s", sql[i]);
        sqlite3_finalize(statement);
    }
    sqlite3_close(handle);
    temp_dir_remove(&dir);
}

/* One generation of a long run is found by an index, not by looking at all. */
static void no_read_looks_at_the_whole_file(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;

    (void)state;
    run_make(dir.run, 1);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_stmt *statement = store.db->statement[i], *plan;
        char sql[1024];

        snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", sqlite3_sql(statement));
        assert_int_equal(sqlite3_prepare_v2(store.db->handle, sql, -1, &plan, NULL), SQLITE_OK);
        while (strchr(sql, '?') && sqlite3_step(plan) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(plan, 3);

            if (strncmp(step, "SCAN", 4) == 0 || strstr(step, "TEMP B-TREE"))
                fail_msg("%s: %s", step, sql);
        }
        sqlite3_finalize(plan);
    }
    store_close(&store);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_comes_back_bit_for_bit),
        cmocka_unit_test(a_run_that_nobody_uses_is_one_file),
        cmocka_unit_test(a_run_goes_on_where_it_was_closed),
        cmocka_unit_test(pairings_are_read_in_the_order_of_slots),
        cmocka_unit_test(a_call_that_fails_changes_nothing),
        cmocka_unit_test(what_is_not_there_is_named),
        cmocka_unit_test(a_finished_run_can_be_prolonged),
        cmocka_unit_test(strings_are_kept_under_keys),
        cmocka_unit_test(strings_may_be_there_from_the_start),
        cmocka_unit_test(odd_pairings_come_back),
        cmocka_unit_test(tables_can_be_read_without_this_program),
        cmocka_unit_test(no_read_looks_at_the_whole_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
