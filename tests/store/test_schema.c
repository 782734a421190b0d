/* Files of every format can be read and written, and genes are found by name. */
#include "test.h"

#include "store/old_run.h"
#include "store/verify_run.h"

/* Of the run in format_3.sql. */
#define NEW_PAIRINGS   12
#define NEW_CANDIDATES 2

/* What a program might have added to the last of them: columns in two tables, twice in one. */
#define TIME_LATER   "generation, games, seconds, threads"
#define GENOME_OLD   "id, generation, slot, origin, parent1, parent2, name, genes, steps"
#define GENOME_LATER GENOME_OLD ", luck"
#define GENOME_LAST  "id, generation, slot, origin, parent1, parent2, mood, name, genes, steps, luck"

static const struct schema_step later_steps[] = {
    { .format = FORMATS + 1,
      .table = "times",
      .definition = "(generation INTEGER PRIMARY KEY, games INTEGER NOT NULL, seconds REAL, "
                    "threads INTEGER NOT NULL, sum INTEGER NOT NULL CHECK (sum = "
                    "checksum(" TIME_LATER ")))",
      .before = "generation, games, seconds",
      .after = TIME_LATER,
      .values = "generation, games, seconds, 1" },
    { .format = FORMATS + 1,
      .table = "genomes",
      .definition = "(id INTEGER PRIMARY KEY, generation, slot, origin, parent1, parent2, name, "
                    "genes, steps, luck REAL, sum INTEGER NOT NULL CHECK (sum = "
                    "checksum(" GENOME_LATER ")))",
      .indexes = "CREATE INDEX lucky ON genomes (luck)",
      .before = GENOME_OLD,
      .after = GENOME_LATER,
      .values = GENOME_OLD ", id * 0.5" },
    { .format = FORMATS + 2,
      .table = "moods",
      .definition = "(mood INTEGER PRIMARY KEY, sum INTEGER)" },
    { .format = FORMATS + 2,
      .table = "genomes",
      .definition = "(id INTEGER PRIMARY KEY, generation, slot, origin, parent1, parent2, mood "
                    "TEXT, name, genes, steps, luck REAL, sum INTEGER NOT NULL CHECK (sum = "
                    "checksum(" GENOME_LAST ")))",
      .indexes = "CREATE INDEX lucky ON genomes (luck)",
      .before = GENOME_LATER,
      .after = GENOME_LAST,
      .values = "id, generation, slot, origin, parent1, parent2, origin || '!', name, genes, "
                "steps, luck" },
    { 0 },
};

/* The steps of the program as far as there are files, and then those above. */
static void list_steps(struct schema_step steps[64])
{
    size_t n = 0;

    for (const struct schema_step *s = schema_steps; s->table && s->format <= FORMATS; s++)
        steps[n++] = *s;
    for (const struct schema_step *s = later_steps; s->table; s++)
        steps[n++] = *s;
    steps[n] = (struct schema_step){ 0 };
}

/* All rows of a query as text, which the caller frees. */
static char *rows_of(sqlite3 *handle, const char *sql)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    sqlite3_stmt *statement;

    assert_non_null(out);
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(handle));
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const unsigned char *byte = sqlite3_column_blob(statement, i);

            for (int k = 0; k < sqlite3_column_bytes(statement, i); k++)
                fprintf(out, "%02x", byte[k]);
            fputc(' ', out);
        }
        fputc('\n', out);
    }
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_same_rows(sqlite3 *a, sqlite3 *b, const char *sql)
{
    char *first = rows_of(a, sql), *second = rows_of(b, sql);

    if (strcmp(first, second) != 0)
        fail_msg("%s\n%s\n%s", sql, first, second);
    free(first);
    free(second);
}

/* What differs: since format 3 generations are races, and there are standings and play-offs. */
static void check_new(struct journal *j, int format)
{
    struct journal_rating *ratings;
    struct journal_playoff *playoff;
    struct err err;
    size_t n;

    assert_works(journal_read_ratings(j, 1, &ratings, &n, &err), err);
    assert_int_equal(n, 4);
    for (size_t i = 0; i < n; i++) {
        assert_true(isfinite(ratings[i].elo) && isfinite(ratings[i].error));
        assert_int_equal(isfinite(ratings[i].score), format >= 3);
        assert_int_equal(isfinite(ratings[i].standing_error), format >= 3);
        assert_int_equal(isfinite(ratings[i].now), format >= 3);
        assert_true(isnan(ratings[i].truth));
    }
    free(ratings);
    assert_works(journal_read_playoff(j, 2, &playoff, &n, &err), err);
    assert_int_equal(n, format >= 3 ? NEW_CANDIDATES : 0);
    free(playoff);
}

/* Everything that all formats hold of runs with the same founders. */
static void check_run(struct store *store, int format)
{
    struct journal j = store_journal(store);
    struct journal_genome *who;
    struct journal_pairing *pairings;
    uint32_t closed = 0, champion = 0;
    struct err err;
    size_t n;

    assert_string_equal(store->meta.name, "old");
    assert_int_equal(store->meta.seed, 7);
    assert_works(journal_count_generations(&j, &closed, &err), err);
    assert_int_equal(closed, 2);
    assert_works(journal_read_champion(&j, 1, &champion, &err), err);
    assert_int_equal(champion, 7);
    assert_works(journal_read_pairings(&j, 1, &pairings, &n, &err), err);
    assert_int_equal(n, format < 3 ? 10 : NEW_PAIRINGS);
    assert_int_equal(pairings[0].games, 2);
    journal_pairings_free(pairings, n);
    check_new(&j, format);
    assert_works(journal_read_population(&j, 0, &who, &n, &err), err);
    assert_int_equal(n, 4);
    assert_string_equal(who[0].name, "fevalb");
    assert_true(who[0].gene[GENE_OWN1] == 2 && who[0].gene[GENE_OPP3] == 40);
    for (size_t i = 0; i < n; i++)
        for (int g = 0; g < gene_count(); g++)
            if (gene_table[g].family != FAMILY_LINE && g != GENE_TEMPO)
                assert_true(who[i].gene[g] == gene_table[g].initial);
    free(who);
}

/* A number that tells whether a file has changed. */
static uint64_t file_sum(const char *path)
{
    FILE *in = fopen(path, "rb");
    uint64_t sum = 0;

    assert_non_null(in);
    for (int c; (c = getc(in)) != EOF;)
        sum = (sum ^ (uint64_t)c) * UINT64_C(0x9e3779b97f4a7c15);
    fclose(in);
    return sum;
}

/* The shape of all tables and indexes. */
#define SHAPE                                                                                      \
    "SELECT m.type, m.name, t.name, t.type, t.\"notnull\", t.pk FROM sqlite_master m LEFT JOIN "   \
    "pragma_table_info(m.name) t ORDER BY m.type, m.name, t.cid"

static void files_of_all_formats_are_read_and_written(void **state)
{
    (void)state;
    for (int format = 1; format <= FORMATS; format++) {
        struct temp_dir dir = temp_dir_make();
        char path[128], fresh[128];
        struct store store;
        struct err err;
        sqlite3 *a, *b;
        uint64_t before;

        make_old_run(dir.run, format);
        before = file_sum(inside(path, dir.run, "run.db"));
        assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
        check_run(&store, format);
        store_close(&store);
        assert_true(file_sum(path) == before);

        assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err);
        check_run(&store, format);
        store_close(&store);
        run_make(inside(fresh, dir.path, "fresh"), 1);
        snprintf(fresh, sizeof fresh, "%s/fresh/run.db", dir.path);
        a = open_file(path);
        b = open_file(fresh);
        assert_same_rows(a, b, SHAPE);
        assert_same_rows(a, b, "PRAGMA user_version");
        assert_same_rows(a, b, "SELECT name FROM genes ORDER BY name");
        sqlite3_close(a);
        sqlite3_close(b);
        temp_dir_remove(&dir);
    }
    assert_true(FORMATS >= SCHEMA_FORMAT - 1);
}

static void the_last_step_leads_to_the_newest_format(void **state)
{
    int format = SCHEMA_OLDEST;

    (void)state;
    for (const struct schema_step *s = schema_steps; s->table; s++) {
        assert_true(s->format == format || s->format == format + 1);
        format = s->format;
    }
    assert_int_equal(format, SCHEMA_FORMAT);
}

static void open_old(struct database *db, const char *dir, enum database_access access)
{
    char path[128];
    struct err err;

    assert_works(database_open(db, inside(path, dir, "run.db"), access, &err), err);
}

/* Upgrades a run as a program with later steps would. */
static void upgrade(const char *dir, const struct schema_step *steps, int format)
{
    struct database db;
    struct err err;

    open_old(&db, dir, DATABASE_WRITE);
    assert_works(database_begin(&db, &err), err);
    assert_works(schema_upgrade(&db, steps, format, &err), err);
    assert_works(database_commit(&db, &err), err);
    assert_works(database_check(&db, &err), err);
    database_close(&db);
}

#define WHOLE(columns, table)                                                                      \
    "SELECT " columns ", sum = checksum(" columns ") FROM " table " ORDER BY 1"

static void columns_can_be_added(void **state)
{
    struct schema_step steps[64];

    (void)state;
    list_steps(steps);
    for (int format = 1; format <= FORMATS; format++) {
        struct temp_dir dir = temp_dir_make();
        char to[128];
        struct database upgraded, overlaid;
        struct err err;
        char sql[80], *rows;

        make_old_run(dir.run, format);
        make_old_run(inside(to, dir.path, "upgraded"), format);
        upgrade(to, steps, format);
        open_old(&upgraded, to, DATABASE_READ);
        open_old(&overlaid, dir.run, DATABASE_READ);
        assert_works(schema_overlay(&overlaid, steps, format, &err), err);
        assert_same_rows(upgraded.handle, overlaid.handle, WHOLE(GENOME_LAST, "genomes"));
        assert_same_rows(upgraded.handle, overlaid.handle, WHOLE(TIME_LATER, "times"));
        assert_same_rows(upgraded.handle, overlaid.handle, "SELECT count(*) FROM moods");
        rows = rows_of(upgraded.handle,
                       "SELECT count(*) FROM genomes WHERE sum = checksum(" GENOME_LAST
                       ") AND luck = id * 0.5 AND mood = origin || '!'");
        assert_string_equal(rows, "3134 \n"); /* "14" */
        free(rows);
        snprintf(sql, sizeof sql, "SELECT user_version - %d FROM pragma_user_version", FORMATS + 2);
        rows = rows_of(upgraded.handle, sql);
        assert_string_equal(rows, "30 \n"); /* "0" */
        free(rows);
        database_close(&upgraded);
        database_close(&overlaid);
        temp_dir_remove(&dir);
    }
}

/* A row whose checksum was wrong does not get a right one with its new column. */
static void damage_stays_visible(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct schema_step steps[64];
    struct database db;
    struct err err;
    char path[128];
    sqlite3 *handle;
    char *rows;

    (void)state;
    list_steps(steps);
    make_old_run(dir.run, 2);
    handle = open_file(inside(path, dir.run, "run.db"));
    execute(handle, "PRAGMA ignore_check_constraints = ON; UPDATE genomes SET slot = 3 - slot "
                    "WHERE id = 5");
    sqlite3_close(handle);
    open_old(&db, dir.run, DATABASE_READ);
    assert_works(schema_overlay(&db, steps, 2, &err), err);
    rows = rows_of(db.handle, "SELECT id FROM genomes WHERE sum <> checksum(" GENOME_LAST ")");
    assert_string_equal(rows, "35 \n"); /* "5" */
    free(rows);
    database_close(&db);

    open_old(&db, dir.run, DATABASE_WRITE);
    assert_works(database_begin(&db, &err), err);
    assert_int_equal(schema_upgrade(&db, steps, 2, &err), -1);
    database_rollback(&db);
    database_close(&db);
    temp_dir_remove(&dir);
}

/* Reverses the order of all genes in a file: the names, and the numbers of every genome. */
static void reverse_numbers(sqlite3 *handle, const char *column, bool steps)
{
    sqlite3_stmt *read, *write;
    char sql[256];

    snprintf(sql, sizeof sql, "UPDATE genomes SET %s = ?2 WHERE id = ?1", column);
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &write, NULL), SQLITE_OK);
    snprintf(sql, sizeof sql, "SELECT id, %s FROM genomes ORDER BY id", column);
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &read, NULL), SQLITE_OK);
    while (sqlite3_step(read) == SQLITE_ROW) {
        double value[GENE_COUNT], reversed[GENE_COUNT];

        for (int g = 0; g < gene_count(); g++)
            value[g] = steps ? 1 : gene_table[g].initial;
        if (sqlite3_column_bytes(read, 1) > 0) /* little-endian, as the machines of these tests */
            memcpy(value, sqlite3_column_blob(read, 1), (size_t)sqlite3_column_bytes(read, 1));
        for (int g = 0; g < gene_count(); g++)
            reversed[g] = value[gene_count() - 1 - g];
        sqlite3_bind_int(write, 1, sqlite3_column_int(read, 0));
        sqlite3_bind_blob(write, 2, reversed, gene_count() * (int)sizeof *reversed,
                          SQLITE_TRANSIENT);
        assert_int_equal(sqlite3_step(write), SQLITE_DONE);
        sqlite3_reset(write);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(write);
}

static void reverse_genes(const char *dir)
{
    char path[128];
    sqlite3 *handle = open_file(inside(path, dir, "run.db"));

    execute(handle, "PRAGMA ignore_check_constraints = ON; "
                    "UPDATE genes SET place = -1 - place; "
                    "UPDATE genes SET place = place + (SELECT count(*) FROM genes); "
                    "UPDATE genes SET sum = checksum(place, name)");
    reverse_numbers(handle, "genes", false);
    reverse_numbers(handle, "steps", true);
    execute(handle, "UPDATE genomes SET sum = checksum(" GENOME_OLD ", tables)");
    sqlite3_close(handle);
}

static void genes_may_have_any_order(void **state)
{
    struct temp_dir dir = temp_dir_make();
    char to[128];
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    run_make(dir.run, 1);
    reverse_genes(dir.run);
    assert_works(verify_dir(dir.run, STORE_READ, 1, 0, &err), err);
    assert_works(store_fork(dir.run, 1, inside(to, dir.path, "fork"), &err), err);
    for (int i = 0; i < 2; i++) {
        const char *run = i ? to : dir.run;

        assert_works(store_open(&store, run, STORE_WRITE, &err), err);
        j = store_journal(&store);
        assert_works(run_play(&j, 1, &err), err);
        store_close(&store);
        if (i == 0)
            assert_works(verify_dir(run, STORE_WRITE, 2, 0, &err), err);
    }
    assert_works(store_open(&store, to, STORE_READ, &err), err);
    j = store_journal(&store);
    assert_works(verify_population(&j, 1, true, &err), err);
    assert_works(verify_population(&j, 2, true, &err), err);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* A file that was written before some genes existed takes them when it is written again. */
static void genes_are_added_to_older_files(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome child = { .id = 100, .generation = 9, .origin = ORIGIN_FIT }, back;
    char to[128];
    struct store store;
    struct journal j;
    struct err err;

    (void)state;
    make_old_run(dir.run, 1);
    for (int g = 0; g < gene_count(); g++) {
        child.gene[g] = 0.5 + g;
        child.step[g] = 2.0 + g;
    }
    assert_works(store_fork(dir.run, 1, inside(to, dir.path, "fork"), &err), err);
    for (int i = 0; i < 2; i++) {
        assert_works(store_open(&store, i ? to : dir.run, STORE_WRITE, &err), err);
        j = store_journal(&store);
        assert_works(journal_begin(&j, &child, 1, &err), err);
        store_close(&store);
        assert_works(store_open(&store, i ? to : dir.run, STORE_READ, &err), err);
        j = store_journal(&store);
        assert_works(journal_read_genome(&j, 100, &back, &err), err);
        assert_true(same_genome(&child, &back));
        store_close(&store);
    }
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_all_formats_are_read_and_written),
        cmocka_unit_test(the_last_step_leads_to_the_newest_format),
        cmocka_unit_test(columns_can_be_added),
        cmocka_unit_test(damage_stays_visible),
        cmocka_unit_test(genes_may_have_any_order),
        cmocka_unit_test(genes_are_added_to_older_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
