/* Tables of genomes: each once in the file, lent to whoever reads genomes, and never mixed up. */
#include "store/old_run.h"
#include "store/stored_tables.h"

#define GENOMES 6

static struct tables *make_tables(uint64_t seed)
{
    struct tables *tables;
    struct rng rng;

    sample_rng(&rng, 40, seed);
    tables = sample_tables(false, &rng);
    assert_non_null(tables);
    return tables;
}

/* Genomes of generation 0 with tables 0, 1, 2, 0, 1, 2, where 0 is none; each has its own copy. */
static void make_genomes(struct journal_genome *list)
{
    for (uint32_t i = 0; i < GENOMES; i++) {
        list[i] = run_genome(0, i);
        list[i].origin = ORIGIN_FOUNDER;
        list[i].tables = i % 3 ? make_tables(i % 3) : NULL;
    }
}

static void free_genomes(struct journal_genome *list)
{
    for (uint32_t i = 0; i < GENOMES; i++)
        tables_release(list[i].tables);
}

static void create(struct store *store, const char *dir, const struct journal_genome *list)
{
    struct journal j;
    struct err err;

    assert_works(store_create(store, dir, &run_meta, &err), err);
    j = store_journal(store);
    assert_works(journal_begin(&j, list, GENOMES, &err), err);
}

static void check_population(struct store *store, const struct journal_genome *wanted)
{
    struct journal j = store_journal(store);
    struct journal_genome *list, one;
    struct err err;
    size_t n;

    assert_works(journal_read_population(&j, 0, &list, &n, &err), err);
    assert_int_equal(n, GENOMES);
    for (size_t i = 0; i < n; i++) {
        assert_true(same_genome(&list[i], &wanted[i]));
        assert_true(tables_equal(list[i].tables, wanted[i].tables));
        assert_works(journal_read_genome(&j, wanted[i].id, &one, &err), err);
        assert_ptr_equal(one.tables, list[i].tables);
    }
    free(list);
}

static int count_tables(struct store *store)
{
    uint32_t n = 0;
    struct err err;

    assert_works(row_read_number(store->db, STATEMENT_COUNT_TABLES, &n, &err), err);
    return (int)n;
}

static void tables_are_kept_once(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome list[GENOMES];
    struct store store;
    struct err err;

    (void)state;
    make_genomes(list);
    create(&store, dir.run, list);
    assert_int_equal(count_tables(&store), 2);
    check_population(&store, list);
    store_close(&store);
    for (enum store_mode mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        assert_works(store_open(&store, dir.run, mode, &err), err);
        assert_int_equal(count_tables(&store), 2);
        check_population(&store, list);
        store_close(&store);
    }
    free_genomes(list);
    temp_dir_remove(&dir);
}

/* Children have tables that the file knows, or new ones; also after it was opened again. */
static void later_generations_share_them(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome list[GENOMES], child[2], *found;
    struct journal_rating rating = journal_no_rating(1);
    struct journal_generation g = { .champion = 1, .population = 1, .rating = &rating };
    struct store store;
    struct journal j;
    struct err err;
    size_t n;

    (void)state;
    make_genomes(list);
    create(&store, dir.run, list);
    store_close(&store);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
    j = store_journal(&store);
    for (uint32_t i = 0; i < 2; i++) {
        child[i] = run_genome(1, i);
        child[i].origin = ORIGIN_MUTATION;
        child[i].tables = make_tables(2 + i);
    }
    assert_works(journal_close_generation(&j, &g, child, 2, &err), err);
    assert_int_equal(count_tables(&store), 3);
    assert_works(journal_read_population(&j, 1, &found, &n, &err), err);
    assert_int_equal(n, 2);
    for (size_t i = 0; i < n; i++) {
        assert_true(tables_equal(found[i].tables, child[i].tables));
        tables_release(child[i].tables);
    }
    free(found);
    check_population(&store, list);
    store_close(&store);
    free_genomes(list);
    temp_dir_remove(&dir);
}

/* What a call could not keep is not kept; its number goes to others. */
static void a_call_that_fails_keeps_no_tables(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome list[GENOMES], again[2], one;
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    make_genomes(list);
    create(&store, dir.run, list);
    j = store_journal(&store);
    for (uint32_t i = 0; i < 2; i++) {
        again[i] = run_genome(1, i);
        again[i].origin = ORIGIN_FOUNDER;
        again[i].tables = make_tables(7);
    }
    again[1].id = list[0].id; /* there is one already */
    assert_int_equal(journal_begin(&j, again, 2, &err), -1);
    assert_int_equal(count_tables(&store), 2);
    check_population(&store, list);
    tables_release(again[0].tables);
    again[0].tables = make_tables(8);
    assert_works(journal_begin(&j, again, 1, &err), err);
    assert_int_equal(count_tables(&store), 3);
    assert_works(journal_read_genome(&j, again[0].id, &one, &err), err);
    assert_true(tables_equal(one.tables, again[0].tables));
    store_close(&store);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    j = store_journal(&store);
    assert_works(journal_read_genome(&j, again[0].id, &one, &err), err);
    assert_true(tables_equal(one.tables, again[0].tables));
    store_close(&store);
    tables_release(again[0].tables);
    tables_release(again[1].tables);
    free_genomes(list);
    temp_dir_remove(&dir);
}

static int visit(void *context, const struct journal_genome *genome, struct err *err)
{
    const struct journal_genome *wanted = context;

    (void)err;
    assert_true(same_genome(genome, &wanted[genome->slot]));
    assert_true(tables_equal(genome->tables, wanted[genome->slot].tables));
    return 0;
}

static void forks_and_walks_have_them(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome list[GENOMES];
    struct store store;
    struct err err;
    char to[128];

    (void)state;
    make_genomes(list);
    create(&store, dir.run, list);
    assert_works(store_fork(dir.run, 0, inside(to, dir.path, "fork"), &err), err);
    store_close(&store);
    assert_works(store_open(&store, to, STORE_READ, &err), err);
    assert_works(store_each_genome(&store, RUN_ALL, visit, list, &err), err);
    assert_int_equal(count_tables(&store), 2);
    check_population(&store, list);
    store_close(&store);
    free_genomes(list);
    temp_dir_remove(&dir);
}

/* Genomes without the damaged tables can still be read. */
static void damaged_tables_are_noticed(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome list[GENOMES], one;
    struct store store;
    struct journal j;
    struct err err;
    char path[128];
    sqlite3 *handle;

    (void)state;
    make_genomes(list);
    create(&store, dir.run, list);
    store_close(&store);
    handle = open_file(inside(path, dir.run, "run.db"));
    execute(handle, "PRAGMA ignore_check_constraints = ON; UPDATE tables SET data = "
                    "zeroblob(length(data)) WHERE number = 1");
    sqlite3_close(handle);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    j = store_journal(&store);
    for (uint32_t i = 0; i < GENOMES; i++)
        if (i % 3 == 1) {
            assert_refused(journal_read_genome(&j, list[i].id, &one, &err), err, "damaged");
        } else {
            assert_works(journal_read_genome(&j, list[i].id, &one, &err), err);
            assert_true(tables_equal(one.tables, list[i].tables));
        }
    store_close(&store);
    assert_refused(store_open(&store, dir.run, STORE_WRITE, &err), err, "damaged");

    handle = open_file(path);
    execute(handle, "DELETE FROM tables WHERE number = 1");
    sqlite3_close(handle);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    j = store_journal(&store);
    assert_refused(journal_read_genome(&j, list[1].id, &one, &err), err, "tables are missing");
    store_close(&store);
    free_genomes(list);
    temp_dir_remove(&dir);
}

/* The lender closes, a user that said so keeps what it needs. */
static void shared_tables_outlive_the_store(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome list[GENOMES], one;
    struct tables *kept;
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    make_genomes(list);
    create(&store, dir.run, list);
    j = store_journal(&store);
    assert_works(journal_read_genome(&j, list[1].id, &one, &err), err);
    kept = tables_share(one.tables);
    store_close(&store);
    assert_true(tables_equal(kept, list[1].tables));
    tables_release(kept);
    free_genomes(list);
    temp_dir_remove(&dir);
}

static void genomes_of_older_formats_have_none(void **state)
{
    (void)state;
    for (int format = 1; format <= FORMATS && format < 4; format++)
        for (enum store_mode mode = STORE_READ; mode <= STORE_WRITE; mode++) {
            struct temp_dir dir = temp_dir_make();
            struct journal_genome *list;
            struct store store;
            struct journal j;
            struct err err;
            size_t n;

            make_old_run(dir.run, format);
            assert_works(store_open(&store, dir.run, mode, &err), err);
            j = store_journal(&store);
            assert_works(journal_read_population(&j, 0, &list, &n, &err), err);
            assert_true(n > 0);
            for (size_t i = 0; i < n; i++)
                assert_null(list[i].tables);
            assert_int_equal(count_tables(&store), 0);
            free(list);
            store_close(&store);
            temp_dir_remove(&dir);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_kept_once),
        cmocka_unit_test(later_generations_share_them),
        cmocka_unit_test(a_call_that_fails_keeps_no_tables),
        cmocka_unit_test(forks_and_walks_have_them),
        cmocka_unit_test(damaged_tables_are_noticed),
        cmocka_unit_test(shared_tables_outlive_the_store),
        cmocka_unit_test(genomes_of_older_formats_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
