/* Questions to a person: answers without blanks, columns, the end of the input. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "game/notation.h"
#include "game/prompt.h"

/* Asks `n` times about `typed`; returns what was printed, for the caller to free. */
static char *converse(const char *typed, bool echo, int n, char answers[][32])
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct prompt prompt = { .in = tmpfile(), .out = out, .echo = echo };

    assert_non_null(prompt.in);
    fputs(typed, prompt.in);
    rewind(prompt.in);
    for (int i = 0; i < n; i++) {
        assert_true(prompt_ask(&prompt, "? "));
        snprintf(answers[i], 32, "%s", prompt.line);
    }
    assert_false(prompt_ask(&prompt, "? "));
    assert_int_equal(prompt.error, 0);
    prompt_release(&prompt);
    fclose(prompt.in);
    fclose(out);
    return text;
}

static void answers_have_no_blanks_around_them(void **state)
{
    char answers[5][32], *text = converse("4\n  u \t\n\na b\nlast", false, 5, answers);

    (void)state;
    assert_string_equal(answers[0], "4");
    assert_string_equal(answers[1], "u");
    assert_string_equal(answers[2], "");
    assert_string_equal(answers[3], "a b");
    assert_string_equal(answers[4], "last");
    assert_string_equal(text, "? ? ? ? ? ? \n");
    free(text);
}

static void answers_are_echoed(void **state)
{
    char answers[2][32], *text = converse(" 4\nq\n", true, 2, answers);

    (void)state;
    assert_string_equal(text, "?  4\n? q\n? \n");
    free(text);
}

static void columns(void **state)
{
    static const struct {
        const char *line;
        int column;
    } rows[] = {
        { "1", 0 },
        { "7", 6 },
        { "4", PROMPT_FULL_COLUMN },
        { "0", PROMPT_NO_COLUMN },
        { "8", PROMPT_NO_COLUMN },
        { "", PROMPT_NO_COLUMN },
        { "11", PROMPT_NO_COLUMN },
        { "q", PROMPT_NO_COLUMN },
        { "\xff", PROMPT_NO_COLUMN },
    };
    struct position pos;
    struct err err;

    (void)state;
    assert_int_equal(notation_parse(&pos, "444444", &err), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[8];
        struct prompt prompt = { .line = line };

        strcpy(line, rows[i].line);
        assert_int_equal(prompt_column(&prompt, &pos), rows[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_have_no_blanks_around_them),
        cmocka_unit_test(answers_are_echoed),
        cmocka_unit_test(columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
