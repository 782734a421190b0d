/* Columns of names and wrapped sentences, counted in characters and not in bytes. */
#include "test.h"

#include <stdlib.h>

#include "report/text.h"
#include "report/text.h"

static void columns_have_their_width(void **state)
{
    static const struct {
        const char *text;
        int width;
        const char *column;
    } rows[] = {
        { "abc", 5, "abc  " },
        { "abc", 3, "abc" },
        { "", 2, "  " },
        { "abcdef", 5, "ab~ef" },
        { "abcdef", 4, "a~ef" },
        { "abcdef", 2, "~f" },
        { "abcdef", 1, "~" },
        { "M\xc3\xbcller", 7, "M\xc3\xbcller " },
        { "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f\xe2\x82\xac", 4, "\xc3\xa4~\xc3\x9f\xe2\x82\xac" },
        { "a\tb\x1b[2J", 8, "a?b?[2J " },
        { "bad \xff\xfe", 7, "bad ?? " },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        assert_non_null(out);
        text_column(out, rows[i].text, rows[i].width);
        fclose(out);
        assert_string_equal(text, rows[i].column);
        assert_int_equal(text_width(text), rows[i].width);
        free(text);
    }
}

static void sentences_are_wrapped_at_words(void **state)
{
    static const struct {
        const char *text;
        int width, indent;
        const char *lines;
    } rows[] = {
        { "one two three", 20, 0, "one two three\n" },
        { "one two three", 13, 0, "one two three\n" },
        { "one two three", 12, 0, "one two\nthree\n" },
        { "  one two three", 9, 4, "  one two\n    three\n" },
        { "incomprehensible word", 5, 0, "incomprehensible\nword\n" },
        { "", 5, 0, "\n" },
        { "\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f", 5, 0, "\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f\n" },
        { "a\nb", 5, 0, "a?b\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        assert_non_null(out);
        text_wrap(out, rows[i].width, rows[i].indent, "%s", rows[i].text);
        fclose(out);
        assert_string_equal(text, rows[i].lines);
        free(text);
    }
}

static void csv_is_quoted_where_it_must(void **state)
{
    static const char *const rows[][2] = {
        { "plain", "plain" },
        { "a,b", "\"a,b\"" },
        { "say \"x\"", "\"say \"\"x\"\"\"" },
        { "two\nlines", "\"two\nlines\"" },
        { "", "" },
        { "J\xc3\xbcrgen", "J\xc3\xbcrgen" },
        { "a;b", "\"a;b\"" },
        { "=1+1", "'=1+1" },
        { "=cmd|'/C calc',x", "\"'=cmd|'/C calc',x\"" },
        { "@SUM(A1)", "'@SUM(A1)" },
        { "+1-2", "'+1-2" },
        { "-a", "'-a" },
        { "\t=1", "\"'\t=1\"" },
        { "-", "-" },
        { "-1.5", "-1.5" },
        { "+3e2", "+3e2" },
        { "a=1", "a=1" },
        { "\xef\xbc\x9d"
          "1+1",
          "'\xef\xbc\x9d"
          "1+1" },
        { "\xef\xbc\x8b"
          "1",
          "'\xef\xbc\x8b"
          "1" },
        { "\xef\xbc\x8d"
          "a",
          "'\xef\xbc\x8d"
          "a" },
        { "\xef\xbc\xa0"
          "a",
          "'\xef\xbc\xa0"
          "a" },
        { "\xef\xbc\x9e"
          "a",
          "\xef\xbc\x9e"
          "a" },
        { "a\xff\033", "a\xff\033" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        assert_non_null(out);
        text_csv(out, rows[i][0]);
        fclose(out);
        assert_string_equal(text, rows[i][1]);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_their_width),
        cmocka_unit_test(sentences_are_wrapped_at_words),
        cmocka_unit_test(csv_is_quoted_where_it_must),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
