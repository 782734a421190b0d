/* Tables: the same cells as text, CSV and JSON. */
#include "test.h"

#include <float.h>

#include "report/small_run.h"
#include "report/table.h"

static const struct column columns[] = {
    { "id", "id", COLUMN_INTEGER, 0 },      { "name", "name", COLUMN_TEXT, 0 },
    { "elo", "Elo", COLUMN_NUMBER, 0 },     { "nothing", "nothing at all", COLUMN_NUMBER, 2 },
    { "score", "score", COLUMN_NUMBER, 3 }, { "new", "new", COLUMN_FLAG, 0 },
};

enum { COLUMNS_HERE = sizeof columns / sizeof *columns };

static void put_row(struct table *t, uint64_t id, const char *name, double elo, double score,
                    bool new)
{
    table_integer(t, id);
    table_text(t, name);
    table_number(t, elo);
    table_empty(t);
    table_number(t, score);
    table_flag(t, new);
}

static void put_rows(FILE *out, enum table_format format)
{
    struct table t;
    struct err err;

    table_begin(&t, out, format, columns, COLUMNS_HERE);
    put_row(&t, 7, "plain", -0.4, 0.5, false);
    put_row(&t, UINT64_MAX, HOSTILE_NAME, 1.0 / 3, NAN, true);
    put_row(&t, 0, "", -1234.5678, 1, false);
    assert_works(table_end(&t, &err), err);
}

static void text_is_aligned_and_leaves_out_what_is_empty(void **state)
{
    struct capture c;

    (void)state;
    put_rows(capture(&c), TABLE_TEXT);
    assert_captured(&c, "                  id  name                   Elo  score  new\n"
                        "                   7  plain                    0  0.500\n"
                        "18446744073709551615  a,\"b\"?</script>\\ \xc3\xa4?      0         yes\n"
                        "                   0                       -1235  1.000\n");
}

static void csv_has_every_digit_and_quotes_where_needed(void **state)
{
    struct capture c;

    (void)state;
    put_rows(capture(&c), TABLE_CSV);
    assert_captured(&c, "id,name,elo,nothing,score,new\n"
                        "7,plain,-0.4,,0.5,0\n"
                        "18446744073709551615,\"a,\"\"b\"\"\n</script>\\ \xc3\xa4\xff\","
                        "0.3333333333333333,,,1\n"
                        "0,,-1234.5678,,1,0\n");
}

static void json_is_an_array_of_objects(void **state)
{
    struct capture c;

    (void)state;
    put_rows(capture(&c), TABLE_JSON);
    assert_captured(
        &c, "[\n"
            "{\"id\":7,\"name\":\"plain\",\"elo\":-0.4,\"nothing\":null,\"score\":0.5,"
            "\"new\":false}"
            "\n,{\"id\":18446744073709551615,\"name\":\"a,\\\"b\\\"\\u000a\\u003c/script>\\\\ "
            "\xc3\xa4\\ufffd\",\"elo\":0.3333333333333333,\"nothing\":null,\"score\":null,"
            "\"new\":true}"
            "\n,{\"id\":0,\"name\":\"\",\"elo\":-1234.5678,\"nothing\":null,\"score\":1,"
            "\"new\":false}\n"
            "]\n");
}

static void a_table_without_rows_has_its_columns(void **state)
{
    static const char *const wanted[] = {
        [TABLE_TEXT] = "id  name  Elo  nothing at all  score  new\n",
        [TABLE_CSV] = "id,name,elo,nothing,score,new\n",
        [TABLE_JSON] = "[]\n",
        [TABLE_MARKDOWN] = ("| id | name | Elo | nothing at all | score | new |\n"
                            "|---:|------|----:|---------------:|------:|-----|\n"),
    };

    (void)state;
    for (int format = TABLE_TEXT; format <= TABLE_MARKDOWN; format++) {
        struct capture c;
        struct table t;
        struct err err;

        table_begin(&t, capture(&c), (enum table_format)format, columns, COLUMNS_HERE);
        assert_works(table_end(&t, &err), err);
        assert_captured(&c, wanted[format]);
    }
}

/* In columns, not in bytes. */
static void long_texts_are_cut_in_text_only(void **state)
{
    static const struct column pair[] = { { "name", "name", COLUMN_TEXT, 0 },
                                          { "n", "n", COLUMN_INTEGER, 0 } };
    char name[2 * 41 + 1] = "", row[2 * 41 + 8];

    (void)state;
    for (int i = 0; i < 41; i++)
        strcat(name, "\xc3\xa4");
    for (int format = TABLE_TEXT; format <= TABLE_CSV; format++) {
        struct capture c;
        struct table t;
        struct err err;
        char *text;

        table_begin(&t, capture(&c), (enum table_format)format, pair, 2);
        table_text(&t, name);
        table_integer(&t, 1);
        assert_works(table_end(&t, &err), err);
        text = captured(&c);
        if (format == TABLE_TEXT)
            snprintf(row, sizeof row, "\n%.38s~%.40s  1\n", name, name);
        else
            snprintf(row, sizeof row, "\n%s,1\n", name);
        assert_non_null(strstr(text, row));
        free(text);
    }
}

static void a_wide_table_is_printed_in_blocks(void **state)
{
    struct column wide[TABLE_MAX_COLUMNS + 2];
    struct capture c;
    struct table t;
    struct err err;

    (void)state;
    for (int i = 0; i < TABLE_MAX_COLUMNS + 2; i++)
        wide[i] = (struct column){ "x", i % 2 ? "odd" : "even", COLUMN_NUMBER, SIGNIFICANT_DIGITS };
    wide[0].kind = COLUMN_TEXT;
    table_begin(&t, capture(&c), TABLE_TEXT, wide, TABLE_MAX_COLUMNS + 2);
    for (int row = 0; row < 2; row++) {
        table_text(&t, row ? "" : "one");
        for (int i = 1; i < TABLE_MAX_COLUMNS + 2; i++)
            table_number(&t, i == 2 ? NAN : -1234.567 * i);
    }
    assert_works(table_end(&t, &err), err);
#define LINES_2_TO_5                                                                               \
    "odd          -6173  even         -7407  odd          -8642  even         -9877  "             \
    "odd     -1.111e+04\n"                                                                         \
    "even    -1.235e+04  odd     -1.358e+04  even    -1.481e+04  odd     -1.605e+04  "             \
    "even    -1.728e+04\n"                                                                         \
    "odd     -1.852e+04  even    -1.975e+04  odd     -2.099e+04  even    -2.222e+04  "             \
    "odd     -2.346e+04\n"                                                                         \
    "even    -2.469e+04  odd     -2.593e+04\n"
    assert_captured(&c, "even           one  odd          -1235  even             -  "
                        "odd          -3704  even         -4938\n" LINES_2_TO_5 "\n"
                        "even             -  odd          -1235  even             -  "
                        "odd          -3704  even         -4938\n" LINES_2_TO_5);
}

static void any_double_can_be_printed(void **state)
{
    static const struct column one[] = { { "x", "x", COLUMN_NUMBER, 3 } };
    static const double value[] = {
        DBL_MAX, -DBL_MAX, DBL_MIN, 0x1p-1074, INFINITY, -INFINITY, NAN
    };

    (void)state;
    for (int format = TABLE_TEXT; format <= TABLE_MARKDOWN; format++) {
        struct capture c;
        struct table t;
        struct err err;
        char *text;

        table_begin(&t, capture(&c), (enum table_format)format, one, 1);
        for (size_t i = 0; i < sizeof value / sizeof *value; i++)
            table_number(&t, value[i]);
        assert_works(table_end(&t, &err), err);
        text = captured(&c);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        free(text);
    }
}

static void a_table_can_be_given_up(void **state)
{
    (void)state;
    for (int format = TABLE_TEXT; format <= TABLE_MARKDOWN; format++) {
        struct capture c;
        struct table t;

        table_begin(&t, capture(&c), (enum table_format)format, columns, COLUMNS_HERE);
        put_row(&t, 1, "x", 1, 1, true);
        table_integer(&t, 2);
        table_release(&t);
        table_release(&t);
        free(captured(&c));
    }
}

static void markdown_has_bars_and_says_what_is_flush_right(void **state)
{
    struct capture c;

    (void)state;
    put_rows(capture(&c), TABLE_MARKDOWN);
    assert_captured(
        &c, "|                   id | name                |   Elo | score | new |\n"
            "|---------------------:|---------------------|------:|------:|-----|\n"
            "|                    7 | plain               |     0 | 0.500 |     |\n"
            "| 18446744073709551615 | a,\"b\"?</script>\\ \xc3\xa4? |     0 |       | yes |\n"
            "|                    0 |                     | -1235 | 1.000 |     |\n");
}

/* What would end a cell is replaced, and nothing is cut. */
static void markdown_keeps_long_texts_in_their_cells(void **state)
{
    static const struct column one[] = { { "text", "text", COLUMN_TEXT, 0 } };
    struct capture c;
    struct table t;
    struct err err;

    (void)state;
    table_begin(&t, capture(&c), TABLE_MARKDOWN, one, 1);
    table_text(&t, "a|b 0123456789012345678901234567890123456789");
    assert_works(table_end(&t, &err), err);
    assert_captured(&c, "| text                                         |\n"
                        "|----------------------------------------------|\n"
                        "| a/b 0123456789012345678901234567890123456789 |\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_aligned_and_leaves_out_what_is_empty),
        cmocka_unit_test(csv_has_every_digit_and_quotes_where_needed),
        cmocka_unit_test(json_is_an_array_of_objects),
        cmocka_unit_test(a_table_without_rows_has_its_columns),
        cmocka_unit_test(long_texts_are_cut_in_text_only),
        cmocka_unit_test(a_wide_table_is_printed_in_blocks),
        cmocka_unit_test(any_double_can_be_printed),
        cmocka_unit_test(markdown_has_bars_and_says_what_is_flush_right),
        cmocka_unit_test(markdown_keeps_long_texts_in_their_cells),
        cmocka_unit_test(a_table_can_be_given_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
