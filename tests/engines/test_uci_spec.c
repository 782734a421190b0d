/* How a command and its keys are told apart, and what the keys may be. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "engines/uci_spec.h"

static void keys_follow_the_last_colon_with_a_key(void **state)
{
    static const struct {
        const char *text, *keys;
    } rows[] = {
        { "fairy-stockfish", NULL },
        { "./player uci", NULL },
        { "fairy-stockfish:depth=6", "depth=6" },
        { "fairy-stockfish:option.Skill Level=3,depth=2", "option.Skill Level=3,depth=2" },
        { "engine --at host:80", NULL },
        { "engine --at=host:80", NULL },
        { "engine --at host:80:depth=2", "depth=2" },
        { "c4evolve uci fevalb:ties=first:depth=6", "depth=6" },
        { "c4evolve uci fevalb:depth=6", "depth=6" },
        { "c4evolve uci 'fevalb:depth=6'", NULL },
        { "c4evolve uci \"fevalb:depth=6\":time=1", "time=1" },
        { "e:option.Path=/a:b.ini", "option.Path=/a:b.ini" },
        { "e:option.Path='/a:b=c.ini'", "option.Path='/a:b=c.ini'" },
        { "e:=3", NULL },
        { "e:3=3", NULL },
        { "e:", NULL },
        { "", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char copy[100];
        const char *keys;

        snprintf(copy, sizeof copy, "%s", rows[i].text);
        keys = uci_keys_begin(copy);
        if (!rows[i].keys)
            assert_null(keys);
        else if (!keys || strcmp(keys, rows[i].keys) != 0)
            fail_msg("'%s' has the keys '%s'", rows[i].text, keys ? keys : "");
    }
}

static void commands_are_words(void **state)
{
    struct uci_spec *spec;
    struct err err;

    (void)state;
    spec = uci_spec_new("  'my engine' --book \"a b.bin\"  uci ", &err);
    assert_non_null(spec);
    assert_string_equal(spec->argv[0], "my engine");
    assert_string_equal(spec->argv[1], "--book");
    assert_string_equal(spec->argv[2], "a b.bin");
    assert_string_equal(spec->argv[3], "uci");
    assert_null(spec->argv[4]);
    assert_int_equal(uci_spec_place(spec, "/some/where", &err), 0);
    assert_int_equal(uci_spec_place(spec, "/else/where", &err), 0);
    assert_string_equal(spec->argv[0], "/else/where");
    assert_string_equal(spec->argv[1], "--book");
    uci_spec_drop(spec);
    uci_spec_drop(NULL);
    for (int i = 0; i < 2; i++) {
        assert_null(uci_spec_new(i ? " \t" : "", &err));
        assert_string_equal(err.text, "the command is missing: uci:COMMAND");
    }
}

static void keys_are_set(void **state)
{
    struct err err;
    struct uci_spec *spec = uci_spec_new("x", &err);

    (void)state;
    assert_non_null(spec);
    assert_true(spec->timeout_s > 0);
    assert_int_equal(uci_spec_set(spec, "timeout", "2.5", &err), 0);
    assert_true(spec->timeout_s == 2.5);
    assert_int_equal(uci_spec_set(spec, "variant", "four", &err), 0);
    assert_string_equal(spec->variant, "four");
    assert_int_equal(uci_spec_set(spec, "option.Hash", "16", &err), 0);
    assert_int_equal(uci_spec_set(spec, "option.Skill Level", "3", &err), 0);
    assert_int_equal(uci_spec_set(spec, "option.Hash", "32", &err), 0);
    assert_int_equal(spec->options, 2);
    assert_string_equal(spec->option[0].name, "Hash");
    assert_string_equal(spec->option[0].value, "32");
    assert_string_equal(spec->option[1].name, "Skill Level");
    for (int i = 2; i < UCI_OPTIONS_MAX; i++) {
        char key[32];

        snprintf(key, sizeof key, "option.O%d", i);
        assert_int_equal(uci_spec_set(spec, key, "", &err), 0);
    }
    assert_int_equal(uci_spec_set(spec, "option.more", "1", &err), -1);
    assert_string_equal(err.text, "option.more: more than 127 options");
    assert_int_equal(uci_spec_set(spec, "option.Hash", "64", &err), 0);
    uci_spec_drop(spec);
}

static void wrong_keys_are_refused(void **state)
{
    static const struct {
        const char *key, *value, *why;
    } bad[] = {
        { "timeout", "0", "timeout: '0' is not a number of seconds above 0" },
        { "timeout", "soon", "timeout: 'soon' is not" },
        { "timeout", "1e9", "timeout: '1e9' is not" },
        { "variant", "", "variant: is empty" },
        { "variant", "x\nquit", "variant: contains a line break" },
        { "option.", "1", "option.: has no name" },
        { "option.A\nB", "1", "contains a line break" },
        { "option.A", "1\r2", "contains a line break" },
        { "ties", "first", "ties: not a key of UCI engines" },
        { "timeouts", "1", "timeouts: not a key of UCI engines" },
    };
    struct err err;
    struct uci_spec *spec = uci_spec_new("x", &err);

    (void)state;
    assert_non_null(spec);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(uci_spec_set(spec, bad[i].key, bad[i].value, &err), -1);
        if (!strstr(err.text, bad[i].why))
            fail_msg("%s=%s: %s", bad[i].key, bad[i].value, err.text);
    }
    uci_spec_drop(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_follow_the_last_colon_with_a_key),
        cmocka_unit_test(commands_are_words),
        cmocka_unit_test(keys_are_set),
        cmocka_unit_test(wrong_keys_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
