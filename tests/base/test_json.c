/* JSON is UTF-8 and well-formed whatever the texts in it are, and numbers keep their range. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"

static void text_is_escaped(void **state)
{
    static const char *const rows[][2] = {
        { "plain", "\"plain\"" },
        { "a\"b\\c", "\"a\\\"b\\\\c\"" },
        { "tab\tline\n", "\"tab\\u0009line\\u000a\"" },
        { "</script>", "\"\\u003c/script>\"" },
        { "J\xc3\xbcrgen \xe2\x82\xac \xf0\x9f\x98\x80",
          "\"J\xc3\xbcrgen \xe2\x82\xac \xf0\x9f\x98\x80\"" },
        { "latin \xfc", "\"latin \\ufffd\"" },
        { "cut \xe2\x82", "\"cut \\ufffd\\ufffd\"" },
        { "overlong \xc0\xaf", "\"overlong \\ufffd\\ufffd\"" },
        { "surrogate \xed\xa0\x80", "\"surrogate \\ufffd\\ufffd\\ufffd\"" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size;
        struct json j = { .out = open_memstream(&text, &size) };

        assert_non_null(j.out);
        json_string(&j, NULL, rows[i][0]);
        fclose(j.out);
        assert_string_equal(text, rows[i][1]);
        free(text);
    }
}

static void values_have_their_names_and_commas(void **state)
{
    char *text = NULL;
    size_t size;
    struct json j = { .out = open_memstream(&text, &size) };

    (void)state;
    assert_non_null(j.out);
    json_begin(&j, NULL, '{');
    json_unsigned(&j, "u", UINT64_MAX);
    json_integer(&j, "i", INT64_MIN);
    json_number(&j, "n", 0.5);
    json_number(&j, "nan", NAN);
    json_number(&j, "inf", -INFINITY);
    json_bool(&j, "b", true);
    json_begin(&j, "list", '[');
    json_begin(&j, NULL, '[');
    json_end(&j, ']');
    json_string(&j, NULL, "");
    json_end(&j, ']');
    json_end(&j, '}');
    fclose(j.out);
    assert_string_equal(text, "{\"u\":18446744073709551615,\"i\":-9223372036854775808,\"n\":0.5,"
                              "\"nan\":null,\"inf\":null,\"b\":true,\"list\":[[],\"\"]}");
    free(text);
}

static void bytes_are_base64(void **state)
{
    /* The examples of RFC 4648, and bytes that need the last two digits. */
    static const char *const rows[][2] = {
        { "", "" },
        { "f", "Zg==" },
        { "fo", "Zm8=" },
        { "foo", "Zm9v" },
        { "foob", "Zm9vYg==" },
        { "fooba", "Zm9vYmE=" },
        { "foobar", "Zm9vYmFy" },
        { "\xff\xfe\xfb", "//77" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL, wanted[32];
        size_t size;
        struct json j = { .out = open_memstream(&text, &size) };

        json_bytes(&j, NULL, rows[i][0], strlen(rows[i][0]));
        fclose(j.out);
        snprintf(wanted, sizeof wanted, "\"%s\"", rows[i][1]);
        assert_string_equal(text, wanted);
        free(text);
    }
}

static void characters_have_their_lengths(void **state)
{
    static const struct {
        const char *text;
        size_t length;
    } rows[] = {
        { "", 0 },
        { "a", 1 },
        { "\x7f", 1 },
        { "\x80", 0 },
        { "\xc2\x80", 2 },
        { "\xc1\x80", 0 },
        { "\xe0\xa0\x80", 3 },
        { "\xe0\x9f\x80", 0 },
        { "\xed\x9f\xbf", 3 },
        { "\xed\xa0\x80", 0 },
        { "\xef\xbf\xbd", 3 },
        { "\xf0\x90\x80\x80", 4 },
        { "\xf0\x8f\x80\x80", 0 },
        { "\xf4\x8f\xbf\xbf", 4 },
        { "\xf4\x90\x80\x80", 0 },
        { "\xf5\x80\x80\x80", 0 },
        { "\xe2\x82", 0 },
        { "\xf0\x9f\x98", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(utf8_length(rows[i].text), rows[i].length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(values_have_their_names_and_commas),
        cmocka_unit_test(bytes_are_base64),
        cmocka_unit_test(characters_have_their_lengths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
