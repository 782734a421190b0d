/* The tables of a run: against what was written down by hand, and each format against the others. */
#include "test.h"

#include "base/json.h"
#include "report/run_tables.h"
#include "report/small_run.h"

static char *print_table(struct store *store, const char *name, enum table_format format)
{
    const struct run_table *table;
    struct capture c;
    struct err err;

    table = run_tables_find(name, &err);
    assert_non_null(table);
    assert_works(table->print(store, &run_span_all, capture(&c), format, &err), err);
    return captured(&c);
}

static void assert_table(const char *name, enum table_format format, const char *wanted)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    char *text;

    small_run(&store, dir.run);
    text = print_table(&store, name, format);
    assert_string_equal(text, wanted);
    free(text);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void generations(void **state)
{
    (void)state;
    assert_table("generations", TABLE_TEXT,
                 "gen  genomes  games  best  +-  mean  spread  champion  Elo  +-  new  fit loss"
                 "   after\n"
                 "  0        3      6    30  10     0      24         1   30  10  yes\n"
                 "  1        3      2    52  20    22      22         7   52  20  yes    0.5000"
                 "  0.2500\n"
                 "  2        3      4    41  20    27      19         9   40  10\n");
    assert_table("generations", TABLE_CSV,
                 "generation,genomes,games,best_elo,best_error,mean_elo,spread,champion,"
                 "champion_elo,champion_error,new_champion,fit_loss_before,fit_loss_after,"
                 "panel,panel_error,diversity,champion_score,champion_score_error\n"
                 "0,3,6,30,10,0,24.49489742783178,1,30,10,1,,,,,,,\n"
                 "1,3,2,52.5,20,21.583333333333336,22.472514075841378,7,52.5,20,1,0.5,0.25,,,,,\n"
                 "2,3,4,41,20,27,19.096247449870006,9,40,10,0,,,,,,,\n");
}

static void lineage(void **state)
{
    (void)state;
    assert_table(
        "lineage", TABLE_TEXT,
        "id  gen  slot  origin     parent1  parent2  name                 Elo  +-\n"
        " 1    0     0  founder                      fevalb                30  10\n"
        " 2    0     1  founder                      a,\"b\"?</script>\\ \xc3\xa4?    0  20\n"
        " 3    0     2  spread           1                                -30  30\n"
        " 4    0     0  opponent                     lines\n"
        " 5    0     0  yardstick                    rusak\n"
        " 6    1     0  elite            1                                 12  10\n"
        " 7    1     1  crossover        1        2                        52  20\n"
        " 8    1     2  mutation         3                                  0  30\n"
        " 9    2     0  elite            7                                 40  10\n"
        "10    2     1  elite            6                                 41  20\n"
        "11    2     2  fit              7                                  0  30\n"
        "12    3     0  elite            9\n"
        "13    3     1  crossover       11       10\n"
        "14    3     2  immigrant\n");
}

static void winrates(void **state)
{
    (void)state;
    assert_table("winrates", TABLE_TEXT,
                 "gen  slot   a   b  games  first: won  drawn  lost  second: won  drawn  lost  "
                 "score\n"
                 "  0     0   1   2      4           1      1     0            1      0     1  "
                 "0.625\n"
                 "  0     1   3   4      2           0      0     1            0      0     1  "
                 "0.000\n"
                 "  1     0   6   7      2           0      0     1            1      0     0  "
                 "0.500\n"
                 "  2     0   9  10      4           0      2     0            0      2     0  "
                 "0.500\n"
                 "  3     0  12  13      2           1      0     0            0      0     1  "
                 "0.500\n");
    assert_table("winrates", TABLE_CSV,
                 "generation,slot,a,b,games,first_wins,first_draws,first_losses,second_wins,"
                 "second_draws,second_losses,score\n"
                 "0,0,1,2,4,1,1,0,1,0,1,0.625\n"
                 "0,1,3,4,2,0,0,1,0,0,1,0\n"
                 "1,0,6,7,2,0,0,1,1,0,0,0.5\n"
                 "2,0,9,10,4,0,2,0,0,2,0,0.5\n"
                 "3,0,12,13,2,1,0,0,0,0,1,0.5\n");
}

static void validation(void **state)
{
    (void)state;
    assert_table(
        "validation", TABLE_TEXT,
        "after  champion  opponent             depth  games  won  drawn  lost  score   from"
        "     to\n"
        "    3         9  a,\"b\"?</script>\\ \xc3\xa4?      5     20   15      1     4  "
        "0.775  0.551  0.906\n"
        "    3         9  rusak                    7      0    0      0     0  0.500  "
        "0.000  1.000\n");
}

/* A reference that has the genes of an opponent or founder is marked, whatever its name. */
static void validation_tells_who_was_met_in_training(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct journal_genome first[SMALL_FIRST];
    struct journal_validation list[] = {
        { .generation = 1, .champion = 1, .opponent = "rusak", .depth = 5 },
    };
    struct store store;
    struct journal j;
    struct err err;
    char *text;

    (void)state;
    for (int met = 0; met < 2; met++) {
        assert_works(store_create(&store, dir.run, &run_meta, &err), err);
        j = store_journal(&store);
        for (int i = 0; i < SMALL_FIRST; i++)
            first[i] = small_genome(i);
        if (met)
            first[4].gene[GENE_OWN2] = first[3].gene[GENE_OWN2];
        assert_works(journal_begin(&j, first, SMALL_FIRST, &err), err);
        assert_works(journal_keep_validation(&j, list, 1, &err), err);
        text = print_table(&store, "validation", TABLE_CSV);
        assert_non_null(strstr(text, met ? ",1,1\n" : ",1,0\n"));
        free(text);
        store_close(&store);
        temp_dir_remove(&dir);
        dir = temp_dir_make();
    }
    temp_dir_remove(&dir);
}

static void playoff(void **state)
{
    struct temp_dir dir = temp_dir_make();
    const struct journal_playoff list[] = {
        { 3, 0, 11, 40, 0.75, 0.125, 0.5, 0.0625 },
        { 3, 1, 9, 40, 0.5, 0.25, 0.25, 0.03125 },
    };
    struct store store;
    struct journal j;
    struct err err;
    char *text;

    (void)state;
    small_run(&store, dir.run);
    j = store_journal(&store);
    assert_works(journal_keep_playoff(&j, list, 2, &err), err);
    text = print_table(&store, "playoff", TABLE_CSV);
    assert_string_equal(text,
                        "generations,place,id,games,score,score_error,standing,standing_error\n"
                        "3,1,11,40,0.75,0.125,0.5,0.0625\n"
                        "3,2,9,40,0.5,0.25,0.25,0.03125\n");
    free(text);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void genomes_have_all_genes(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    char *text, *line;
    char wanted[64 * GENE_COUNT] = "id,generation,origin,parent1,parent2";

    (void)state;
    for (int g = 0; g < gene_count(); g++)
        strcat(strcat(wanted, ","), gene_table[g].name);
    small_run(&store, dir.run);
    text = print_table(&store, "genomes", TABLE_CSV);
    assert_memory_equal(text, wanted, strlen(wanted));
    assert_memory_equal(text + strlen(wanted), ",tables\n", 8);
    line = strstr(text, "\n7,1,crossover,1,2,3,2.5,0,0,");
    assert_non_null(line);
    *strchr(line + 1, '\n') = '\0';
    for (int g = 0; g < 5 + GENE_TEMPO; g++)
        line = strchr(line, ',') + 1;
    assert_memory_equal(line, "-0.3333333333333333,", strlen("-0.3333333333333333,"));
    free(text);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Takes one field of CSV; returns what follows it. */
static const char *take_field(const char *csv, char *field)
{
    if (*csv != '"') {
        size_t length = strcspn(csv, ",\n");

        memcpy(field, csv, length);
        field[length] = '\0';
        return csv + length;
    }
    for (csv++; *csv != '"' || *++csv == '"'; csv++)
        *field++ = *csv;
    *field = '\0';
    return csv;
}

static void put_value(struct json *j, const char *name, const char *field)
{
    static const char *const texts[] = { "origin", "name", "opponent" };
    static const char *const flags[] = { "new_champion", "in_training" };
    bool text = false, flag = false;

    for (int i = 0; i < 3; i++)
        text |= strcmp(name, texts[i]) == 0;
    for (int i = 0; i < 2; i++)
        flag |= strcmp(name, flags[i]) == 0;
    if (text) /* without the mark of what is not a formula */
        json_string(j, name,
                    field + (field[0] == '\'' && field[1] && strchr("=+-@\t\r", field[1])));
    else if (flag)
        json_bool(j, name, *field == '1');
    else if (*field == '\0')
        json_number(j, name, NAN);
    else /* what a number looks like is not this test's business, as long as it is the same */
        fprintf(j->out, "%s\"%s\":%s", j->comma ? "," : "", name, field), j->comma = true;
}

/* Writes a CSV table as JSON. */
static char *json_of_csv(const char *csv)
{
    static char name[GENE_COUNT + 16][64];
    char field[256];
    struct capture c;
    struct json j = { .out = capture(&c) };
    int columns = 0;
    bool rows;

    for (;; csv++) {
        csv = take_field(csv, name[columns++]);
        if (*csv == '\n')
            break;
    }
    csv++;
    json_begin(&j, NULL, '[');
    rows = *csv != '\0';
    while (*csv) {
        fputc('\n', j.out);
        json_begin(&j, NULL, '{');
        for (int i = 0; i < columns; i++, csv++) {
            csv = take_field(csv, field);
            assert_int_equal(*csv, i == columns - 1 ? '\n' : ',');
            put_value(&j, name[i], field);
        }
        json_end(&j, '}');
    }
    fputs(rows ? "\n" : "", j.out);
    json_end(&j, ']');
    fputc('\n', j.out);
    return captured(&c);
}

static void assert_formats_agree(struct store *store)
{
    /* The last table, importance, needs the config of a real run: tests/cmd/test_log.sh has one. */
    for (const struct run_table *t = run_tables; strcmp(t->name, "importance") != 0; t++) {
        char *csv = print_table(store, t->name, TABLE_CSV);
        char *json = print_table(store, t->name, TABLE_JSON);
        char *text = print_table(store, t->name, TABLE_TEXT);
        char *wanted = json_of_csv(csv);
        size_t rows = 0, lines = 0;

        assert_string_equal(json, wanted);
        for (const char *c = json; *c; c++)
            rows += *c == '\n';
        for (const char *c = text; *c; c++) {
            lines += *c == '\n';
            assert_false(*c == ' ' && c[1] == '\n');
        }
        /* "[\n" and "]\n" against a heading; an empty table is "[]\n"; blocks have many lines */
        if (strcmp(t->name, "genomes") != 0)
            assert_int_equal(lines, rows > 1 ? rows - 1 : 1);
        free(csv);
        free(json);
        free(text);
        free(wanted);
    }
}

static void formats_agree(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;

    (void)state;
    small_run(&store, dir.run);
    assert_formats_agree(&store);
    store_close(&store);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    assert_formats_agree(&store);
    store_close(&store);
    temp_dir_remove(&dir);
}

/* Names of any bytes, and any doubles. */
static void formats_agree_on_anything(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;

    (void)state;
    run_make(dir.run, 8);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    assert_formats_agree(&store);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void a_run_that_has_not_begun_has_empty_tables(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store store;
    struct err err;

    (void)state;
    assert_works(store_create(&store, dir.run, &run_meta, &err), err);
    assert_formats_agree(&store);
    store_close(&store);
    temp_dir_remove(&dir);
}

static void an_unknown_table_is_refused_with_those_there_are(void **state)
{
    struct err err;

    (void)state;
    assert_null(run_tables_find("generation", &err));
    assert_string_equal(err.text,
                        "unknown table 'generation'; the tables are generations, lineage, "
                        "winrates, genomes, validation, playoff, importance");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generations),
        cmocka_unit_test(lineage),
        cmocka_unit_test(winrates),
        cmocka_unit_test(validation),
        cmocka_unit_test(validation_tells_who_was_met_in_training),
        cmocka_unit_test(playoff),
        cmocka_unit_test(genomes_have_all_genes),
        cmocka_unit_test(formats_agree),
        cmocka_unit_test(formats_agree_on_anything),
        cmocka_unit_test(a_run_that_has_not_begun_has_empty_tables),
        cmocka_unit_test(an_unknown_table_is_refused_with_those_there_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
