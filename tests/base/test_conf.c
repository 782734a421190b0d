/* INI files: entries with their lines, and errors with their places. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/conf.h"
#include "files.h"

static const char sample[] = "; a comment\n"
                             "[run]\n"
                             "seed = 7\n"
                             "name=  two words  \n"
                             "\n"
                             "[empty]\n"
                             "[play]\n"
                             "openings = 4 ; for all\n"
                             "players = a\n"
                             "   b\n"
                             "\t c\n";

static void read_text(struct conf *conf, const char *text)
{
    struct temp_file file = temp_file_make(text);
    struct err err;
    int status = conf_read(conf, file.path, &err);

    temp_file_remove(&file);
    if (status != 0)
        fail_msg("%s", err.text);
    assert_string_equal(conf->path, file.path);
}

static void assert_entry(struct conf *conf, const char *section, const char *key, const char *value,
                         int line)
{
    struct conf_entry *e = conf_find(conf, section, key);

    assert_non_null(e);
    assert_string_equal(e->value, value);
    assert_int_equal(e->line, line);
}

static void entries_keep_value_and_line(void **state)
{
    struct conf conf;

    (void)state;
    read_text(&conf, sample);
    assert_entry(&conf, "run", "seed", "7", 3);
    assert_entry(&conf, "run", "name", "two words", 4);
    assert_entry(&conf, "play", "openings", "4", 8);
    assert_entry(&conf, "play", "players", "a b c", 9);
    assert_null(conf_find(&conf, "play", "seed"));
    assert_null(conf_find(&conf, "nowhere", "seed"));
    conf_release(&conf);
    conf_release(&conf);
}

static void headings_are_entries_without_a_key(void **state)
{
    static const char *const names[] = { "run", "empty", "play" };
    static const int lines[] = { 2, 6, 7 };
    struct conf conf;
    int n = 0;

    (void)state;
    read_text(&conf, sample);
    for (size_t i = 0; i < conf.n; i++) {
        if (conf.entry[i].key)
            continue;
        assert_true(n < 3);
        assert_null(conf.entry[i].value);
        assert_string_equal(conf.entry[i].section, names[n]);
        assert_int_equal(conf.entry[i].line, lines[n]);
        n++;
    }
    assert_int_equal(n, 3);
    conf_release(&conf);
}

static void only_what_was_asked_for_is_used(void **state)
{
    struct conf conf;

    (void)state;
    read_text(&conf, sample);
    for (size_t i = 0; i < conf.n; i++)
        assert_false(conf.entry[i].used);
    conf_find(&conf, "run", "seed");
    for (size_t i = 0; i < conf.n; i++)
        assert_int_equal(conf.entry[i].used,
                         conf.entry[i].key && strcmp(conf.entry[i].key, "seed") == 0);
    conf_release(&conf);
}

static void overrides_change_and_add_values(void **state)
{
    struct conf conf;
    struct err err;

    (void)state;
    read_text(&conf, sample);
    assert_int_equal(conf_override(&conf, "run.seed=8", &err), 0);
    assert_int_equal(conf_override(&conf, "run.threads=2", &err), 0);
    assert_int_equal(conf_override(&conf, "a.b=c=d", &err), 0);
    assert_int_equal(conf_override(&conf, "play.players=", &err), 0);
    assert_entry(&conf, "run", "seed", "8", 0);
    assert_entry(&conf, "run", "threads", "2", 0);
    assert_entry(&conf, "a", "b", "c=d", 0);
    assert_entry(&conf, "play", "players", "", 0);
    conf_release(&conf);
}

static void bad_overrides_are_shown(void **state)
{
    static const char *const bad[] = { "", "seed", "seed=8", "run.seed", ".seed=8", "run.=8", "=" };
    struct conf conf;
    struct err err;

    (void)state;
    read_text(&conf, sample);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(conf_override(&conf, bad[i], &err), -1);
        assert_non_null(strstr(err.text, bad[i]));
    }
    assert_entry(&conf, "run", "seed", "7", 3);
    conf_release(&conf);
}

static void assert_refused(const char *text, const char *place, const char *why)
{
    struct temp_file file = temp_file_make(text);
    struct conf conf;
    struct err err = { .text = "something old" };
    char start[128];

    assert_int_equal(conf_read(&conf, file.path, &err), -1);
    temp_file_remove(&file);
    snprintf(start, sizeof start, "%s%s", file.path, place);
    assert_null(strstr(err.text, "something old"));
    if (!strstr(err.text, start) || !strstr(err.text, why))
        fail_msg("'%s' does not say '%s' and '%s'", err.text, start, why);
    assert_null(conf.entry);
}

static void bad_lines_are_named(void **state)
{
    (void)state;
    assert_refused("[a]\nb = 1\nc\n", ":3: ", "");
    assert_refused("[a\nb = 1\n", ":1: ", "");
    assert_refused("[a]\nb = 1\nc = 2\nb = 3\n", ":4: a.b: ", "line 2");
    assert_refused("[a]\n[b]\n[a]\n", ":3: ", "twice");
    assert_refused("[a]\nb = 1\nb = 2\nc = 1\nc = 2\n", ":5: a.c: ", "a.b");
}

/* "[a]\nb = xxx...", with that many characters in its second line. */
static void make_long_line(char *text, int length, const char *end)
{
    strcpy(text, "[a]\nb = ");
    memset(text + 8, 'x', (size_t)length - 4);
    strcpy(text + 4 + length, end);
}

static void lines_are_never_cut(void **state)
{
    struct conf conf;
    char text[1200];

    (void)state;
    for (int length = 100; length < 1000; length++) {
        struct temp_file file;
        struct err err;

        make_long_line(text, length, "\nc = 1\n");
        file = temp_file_make(text);
        if (conf_read(&conf, file.path, &err) == 0) {
            assert_int_equal(strlen(conf_find(&conf, "a", "b")->value), length - 4);
            assert_entry(&conf, "a", "c", "1", 3);
            conf_release(&conf);
        } else {
            assert_true(length > 198);
            assert_non_null(strstr(err.text, ":2: line is longer"));
        }
        temp_file_remove(&file);
    }
}

static void long_section_names_are_refused(void **state)
{
    (void)state;
    assert_refused("[a12345678901234567890123456789012345678901234567890]\nb = 1\n",
                   ":1: ", "section name");
}

static void files_that_cannot_be_read_are_named(void **state)
{
    struct conf conf;
    struct err err;

    (void)state;
    assert_int_equal(conf_read(&conf, "no/such/file", &err), -1);
    assert_non_null(strstr(err.text, "no/such/file: No such file"));
    assert_int_equal(conf_read(&conf, "/tmp", &err), -1);
    assert_non_null(strstr(err.text, "/tmp: "));
}

/* Such as the database of a run; the first line of it says enough. */
static void a_file_that_is_no_text_is_refused_once(void **state)
{
    static const char bytes[] = "[a]\nb = 1\nc\0d = 2\nb = 3\0\nb = 4\n";
    struct temp_file temp = temp_file_make("");
    FILE *file = fopen(temp.path, "w");
    struct conf conf;
    struct err err;
    char wanted[5000];

    (void)state;
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes - 1, file), sizeof bytes - 1);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(conf_read(&conf, temp.path, &err), -1);
    snprintf(wanted, sizeof wanted, "%s:3: zero byte: not a text file", temp.path);
    assert_string_equal(err.text, wanted);
    temp_file_remove(&temp);
}

static void errors_name_file_line_and_key(void **state)
{
    struct conf conf;
    struct err err = { 0 };
    char wanted[128];

    (void)state;
    read_text(&conf, sample);
    assert_int_equal(conf_error(&conf, conf_find(&conf, "run", "seed"), &err, "%d is odd", 7), -1);
    snprintf(wanted, sizeof wanted, "%s:3: run.seed: 7 is odd", conf.path);
    assert_string_equal(err.text, wanted);
    conf_release(&conf);
}

static void assert_resolves(const char *file, const char *path, const char *wanted)
{
    char own[64];
    struct conf conf = { .path = own };
    char *resolved;

    snprintf(own, sizeof own, "%s", file);
    resolved = conf_resolve(&conf, path);
    assert_string_equal(resolved, wanted);
    free(resolved);
}

static void paths_are_relative_to_the_file(void **state)
{
    (void)state;
    assert_resolves("configs/gen.ini", "../genomes/a.ini", "configs/../genomes/a.ini");
    assert_resolves("/etc/gen.ini", "a.ini", "/etc/a.ini");
    assert_resolves("gen.ini", "a.ini", "a.ini");
    assert_resolves("configs/gen.ini", "/a.ini", "/a.ini");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_keep_value_and_line),
        cmocka_unit_test(headings_are_entries_without_a_key),
        cmocka_unit_test(only_what_was_asked_for_is_used),
        cmocka_unit_test(overrides_change_and_add_values),
        cmocka_unit_test(bad_overrides_are_shown),
        cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(lines_are_never_cut),
        cmocka_unit_test(long_section_names_are_refused),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(a_file_that_is_no_text_is_refused_once),
        cmocka_unit_test(errors_name_file_line_and_key),
        cmocka_unit_test(paths_are_relative_to_the_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
