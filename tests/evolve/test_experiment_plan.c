/* The plan of an experiment: values, seeds, names, and what is refused. */
#include "test.h"

#include <string.h>

#include "evolve/experiment_plan.h"

static void read_plan(struct experiment_plan *plan, const char *const *vary, size_t n,
                      const char *seeds)
{
    struct err err;

    if (experiment_plan_init(plan, vary, n, seeds, &err))
        fail_msg("%s", err.text);
}

static void all_values_meet_all_seeds(void **state)
{
    static const char *const vary[] = { "play.openings=2,4,8", "run.patience=0,5" };
    struct experiment_plan plan;
    char text[EXPERIMENT_LABEL];
    bool met[6] = { 0 };

    (void)state;
    read_plan(&plan, vary, 2, "7,1..3");
    assert_int_equal(plan.combinations, 6);
    assert_int_equal(plan.seeds, 4);
    assert_int_equal(experiment_runs(&plan), 24);
    for (size_t run = 0; run < 24; run++) {
        assert_int_equal(experiment_seed(&plan, run), ((int[]){ 7, 1, 2, 3 })[run / 6]);
        met[experiment_combination(&plan, run)] = true;
    }
    for (int c = 0; c < 6; c++)
        assert_true(met[c]);
    assert_string_equal(experiment_value(&plan, 3, 0), "4");
    assert_string_equal(experiment_value(&plan, 3, 1), "5");
    assert_string_equal(experiment_label(&plan, 3, text), "openings=4, patience=5");
    assert_string_equal(experiment_folder(&plan, 9, text), "04-openings=4__patience=5/seed-1");
    assert_true(experiment_varies(&plan, "run.patience"));
    assert_false(experiment_varies(&plan, "patience"));
    experiment_plan_release(&plan);
}

static void values_may_be_quoted(void **state)
{
    static const char *const vary[] = {
        "genes.evolve=\"line shape\",'line, threat',\"\"",
        "population.founders=../a/*.ini",
    };
    struct experiment_plan plan;
    char text[EXPERIMENT_LABEL];

    (void)state;
    read_plan(&plan, vary, 2, "3");
    assert_int_equal(plan.combinations, 3);
    assert_string_equal(experiment_value(&plan, 0, 0), "line shape");
    assert_string_equal(experiment_value(&plan, 1, 0), "line, threat");
    assert_string_equal(experiment_value(&plan, 2, 0), "");
    assert_string_equal(experiment_folder(&plan, 0, text),
                        "01-evolve=line_shape__founders=.._a__.ini/seed-3");
    experiment_plan_release(&plan);
}

static void names_are_clear(void **state)
{
    static const char *const vary[] = { "play.openings=2", "validate.openings=3", "run.games=9" };
    struct experiment_plan plan;
    char text[EXPERIMENT_LABEL];

    (void)state;
    read_plan(&plan, vary, 3, "18446744073709551615");
    assert_string_equal(experiment_label(&plan, 0, text),
                        "play.openings=2, validate.openings=3, games=9");
    assert_int_equal(experiment_seed(&plan, 0), UINT64_MAX);
    experiment_plan_release(&plan);
    read_plan(&plan, NULL, 0, "18446744073709551614..18446744073709551615");
    assert_int_equal(experiment_runs(&plan), 2);
    assert_string_equal(experiment_label(&plan, 0, text), "the config");
    experiment_plan_release(&plan);
}

static void nonsense_is_refused(void **state)
{
    static const struct {
        const char *vary[2], *seeds, *why;
    } bad[] = {
        { { "openings=2" }, "1", "'openings=2' is not of the form" },
        { { "play.openings" }, "1", "is not of the form" },
        { { ".openings=2" }, "1", "is not of the form" },
        { { "play.=2" }, "1", "is not of the form" },
        { { "x=play.openings=2" }, "1", "is not of the form" },
        { { "play.openings=" }, "1", "no value is given" },
        { { "play.openings=,," }, "1", "no value is given" },
        { { "play.openings=2,4,2" }, "1", "'2' is given twice" },
        { { "play.openings=\"a\nb\"" }, "1", "takes one line" },
        { { "play.openings=2", "play.openings=4" }, "1", "play.openings: is given twice" },
        { { "run.seed=2,3" }, "1", "use --seeds" },
        { { "a.a=1,2,3,4,5,6,7,8,9", "a.b=1,2,3,4,5,6,7,8" }, "1", "more than 64 combinations" },
        { { NULL }, "", "no seed is given" },
        { { NULL }, "1..x", "'1..x' is neither" },
        { { NULL }, "..", "'..' is neither" },
        { { NULL }, "-1", "'-1' is neither" },
        { { NULL }, "5..1", "5..1 is empty" },
        { { NULL }, "1..4,2", "2 is given twice" },
        { { NULL }, "1..1001", "more than 1000" },
        { { NULL }, "0..18446744073709551615", "more than 1000" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t n = bad[i].vary[1] ? 2 : bad[i].vary[0] ? 1 : 0;
        struct experiment_plan plan;
        struct err err;

        assert_int_equal(experiment_plan_init(&plan, bad[i].vary, n, bad[i].seeds, &err), -1);
        if (!strstr(err.text, bad[i].why))
            fail_msg("'%s' does not say '%s'", err.text, bad[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_values_meet_all_seeds),
        cmocka_unit_test(values_may_be_quoted),
        cmocka_unit_test(names_are_clear),
        cmocka_unit_test(nonsense_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
