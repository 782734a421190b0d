/* Characters that trick terminals. */
#include "test.h"

#include <string.h>

#include "base/utf8.h"

static void tricks_are_tamed(void **state)
{
    static const struct {
        const char *text, *tamed;
    } rows[] = {
        { "plain", "plain" },
        { "J\xc3\xbcrgen \xe6\x97\xa5\xf0\x9f\x98\x80",
          "J\xc3\xbcrgen \xe6\x97\xa5\xf0\x9f\x98\x80" },
        { "a\033[31mb\x7f\n", "a?[31mb??" },
        { "\xc2\x9b"
          "31m\xc2\xa0",
          "?31m\xc2\xa0" },
        { "\xe2\x80\xaegnp.exe\xe2\x80\xac", "?gnp.exe?" },
        { "\xe2\x81\xa6\xe2\x81\xa9\xd8\x9c\xe2\x80\x8f\xe2\x80\xa8", "?????" },
        { "\xff\xc3x", "??x" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];

        strcpy(text, rows[i].text);
        utf8_tame(text);
        assert_string_equal(text, rows[i].tamed);
    }
}

static void characters_have_numbers(void **state)
{
    (void)state;
    assert_int_equal(utf8_code("A"), 'A');
    assert_int_equal(utf8_code("\xc3\xbc"), 0xFC);
    assert_int_equal(utf8_code("\xe2\x80\xae"), 0x202E);
    assert_int_equal(utf8_code("\xf0\x9f\x98\x80"), 0x1F600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tricks_are_tamed),
        cmocka_unit_test(characters_have_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
