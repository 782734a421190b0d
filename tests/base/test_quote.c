/* Lists cut into items, with and without quotation marks. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "base/quote.h"

static void items_are_cut(void **state)
{
    static const struct {
        const char *text, *separators, *items; /* joined by | */
    } rows[] = {
        { "", " ", "" },
        { "   ", " ", "" },
        { "one", " ", "one|" },
        { "  one  two ", " ", "one|two|" },
        { "a=1,,b=2,", ",", "a=1|b=2|" },
        { "'one two' three", " ", "one two|three|" },
        { "a=\"x,y\",b='1,2',c", ",", "a=x,y|b=1,2|c|" },
        { "say \"a \\\"b\\\" \\\\ \\c\" x", " ", "say|a \"b\" \\ \\c|x|" },
        { "'a\\' b", " ", "a\\|b|" },
        { "it's", " ", "it's|" },
        { "it's one", " ", "it's|one|" },
        { "\"open one", " ", "\"open|one|" },
        { "'' x", " ", "|x|" },
        { "a'b c'd\"e f\"g", " ", "ab cde fg|" },
        { "\"it's\" fine", " ", "it's|fine|" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char copy[100], joined[100] = "", *rest = copy, *item;

        snprintf(copy, sizeof copy, "%s", rows[i].text);
        while ((item = quote_next(&rest, rows[i].separators))) {
            strcat(joined, item);
            strcat(joined, "|");
        }
        assert_string_equal(joined, rows[i].items);
    }
}

static void spans(void **state)
{
    (void)state;
    assert_int_equal(quote_span("'a' b"), 3);
    assert_int_equal(quote_span("a 'b'"), 0);
    assert_int_equal(quote_span("''"), 2);
    assert_int_equal(quote_span("'"), 0);
    assert_int_equal(quote_span("\"\\\"\"x"), 4);
    assert_int_equal(quote_span("\"\\"), 0);
    assert_int_equal(quote_span(""), 0);
}

/* What a shell makes of the printed word is the text itself. */
static void words_for_a_shell(void **state)
{
    static const struct {
        const char *text, *word;
    } rows[] = {
        { "reports/gen3", "reports/gen3" },
        { "rusak:depth=4,ties=first", "rusak:depth=4,ties=first" },
        { "", "''" },
        { "two words", "'two words'" },
        { "it's", "'it'\\''s'" },
        { "a;b", "'a;b'" },
        { "~/x", "'~/x'" },
        { "$HOME", "'$HOME'" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char word[64] = "";
        FILE *out = fmemopen(word, sizeof word, "w");

        assert_non_null(out);
        quote_shell(out, rows[i].text);
        fclose(out);
        assert_string_equal(word, rows[i].word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(items_are_cut), cmocka_unit_test(spans),
                                        cmocka_unit_test(words_for_a_shell) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
