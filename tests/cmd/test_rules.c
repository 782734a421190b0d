/* Runs that were begun by other rules are not continued. */
#include "test.h"

#include <stdlib.h>

#include "cmd/evolution.h"
#include "evolve/run.h"
#include "evolve/tiny_config.h"
#include "temp_dir.h"

static void check_run(const char *rules, int status)
{
    struct text_list set = { .n = 0 };
    struct evolution_source source = { .path = "configs/tiny.ini", .text = tiny_text, .set = &set };
    struct temp_dir folder = temp_dir_make();
    struct run_config config;
    struct store store;
    struct err err;

    assert_int_equal(evolution_read(&config, &source, &err), 0);
    assert_int_equal(evolution_create(&store, folder.run, &source, &config, &err), 0);
    assert_int_equal(store_set(&store, RUN_RULES, rules, &err), 0);
    assert_int_equal(evolution_check_rules(&store, &config, &err), status);
    if (status)
        assert_non_null(strstr(err.text, "by other rules"));
    store_close(&store);
    assert_int_equal(evolution_check_fork(folder.run, &err), status);
    config_release(&config);
    temp_dir_remove(&folder);
}

static void only_runs_by_these_rules_are_continued(void **state)
{
    (void)state;
    check_run(RUN_RULES_NOW, 0);
    check_run("founders keep all genes", -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_runs_by_these_rules_are_continued),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
