/* Names in a template are replaced, and text stays text. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/template.h"

static int print_name(FILE *out, const char *name, const void *context, struct err *err)
{
    if (strcmp(name, "bad") == 0)
        return err_set(err, "a bad name");
    fprintf(out, "<%s%s>", (const char *)context, name);
    return 0;
}

static void names_are_replaced(void **state)
{
    static const char *const rows[][2] = {
        { "", "" },
        { "plain", "plain" },
        { "{{a}}", "<-a>" },
        { "x {{a}}{{b c}} y {{a}}", "x <-a><-b c> y <-a>" },
        { "{ {{a}} } {{open", "{ <-a> } {{open" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        struct err err;

        assert_int_equal(template_print(out, rows[i][0], print_name, "-", &err), 0);
        fclose(out);
        assert_string_equal(text, rows[i][1]);
        free(text);
    }
}

static void errors_stop(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct err err;

    (void)state;
    assert_int_equal(template_print(out, "a {{bad}} b", print_name, "", &err), -1);
    fclose(out);
    assert_string_equal(err.text, "a bad name");
    assert_string_equal(text, "a ");
    free(text);
}

static void text_is_escaped(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    template_print_text(out, "</title><script>&amp; \"x\"");
    fclose(out);
    assert_string_equal(text, "&lt;/title>&lt;script>&amp;amp; \"x\"");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_replaced),
        cmocka_unit_test(errors_stop),
        cmocka_unit_test(text_is_escaped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
