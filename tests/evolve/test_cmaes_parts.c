/* A plateau is where a series has stopped rising, whatever its noise. */
#include "test.h"

#include <gsl/gsl_randist.h>

#include "check.h"
#include "evolve/cmaes_parts.h"

/* After how many values of slope * i + noise a plateau is seen; 0 if never. */
static size_t noticed(size_t window, double slope, double noise, size_t values)
{
    struct cmaes_plateau p;
    struct err err;
    struct rng rng;
    size_t when = 0;

    check_open(&rng, 9);
    assert_int_equal(cmaes_plateau_init(&p, window, &err), 0);
    for (size_t i = 1; i <= values && when == 0; i++) {
        cmaes_plateau_add(&p, slope * (double)i + gsl_ran_gaussian(&rng.gsl, noise));
        if (cmaes_plateau_reached(&p))
            when = i;
    }
    cmaes_plateau_release(&p);
    return when;
}

static void rising_series_have_none(void **state)
{
    (void)state;
    assert_int_equal(noticed(30, 1e-6, 0, 1000), 0);
    assert_int_equal(noticed(60, 0.05, 0.5, 2000), 0);
    assert_int_equal(noticed(1, 1, 0, 100), 0);
}

static void level_and_falling_series_are_noticed(void **state)
{
    (void)state;
    assert_int_equal(noticed(30, 0, 0, 1000), 30);
    assert_int_equal(noticed(30, -1, 0, 1000), 30);
    assert_int_equal(noticed(1, 0, 0, 1000), CMAES_PLATEAU_SHORTEST);
    assert_int_equal(noticed(0, -1, 0, 1000), 0); /* never looks */
    assert_in_range(noticed(30, 0, 1, 1000), 30, 90);
}

static void reset_forgets(void **state)
{
    struct cmaes_plateau p;
    struct err err;

    (void)state;
    assert_int_equal(cmaes_plateau_init(&p, 9, &err), 0);
    for (int i = 0; i < 9; i++)
        cmaes_plateau_add(&p, 5);
    assert_true(cmaes_plateau_reached(&p));
    cmaes_plateau_reset(&p);
    for (int i = 0; i < 8; i++)
        cmaes_plateau_add(&p, 5);
    assert_false(cmaes_plateau_reached(&p));
    cmaes_plateau_add(&p, 5);
    assert_true(cmaes_plateau_reached(&p));
    cmaes_plateau_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rising_series_have_none),
        cmocka_unit_test(level_and_falling_series_are_noticed),
        cmocka_unit_test(reset_forgets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
