/* How positions are shared out among numbers of plies. */
#include "test.h"

#include "truth/position_plan.h"

static struct position_plan plan_of(size_t count, int low, int high, size_t block)
{
    struct position_plan plan = { .low = low, .high = high, .count = count, .block = block };

    for (int p = 0; p < CELLS; p++)
        plan.exist[p] = PLAN_UNKNOWN;
    return plan;
}

static size_t sum(const size_t by_plies[CELLS])
{
    size_t all = 0;

    for (int p = 0; p < CELLS; p++)
        all += by_plies[p];
    return all;
}

/* Follows the plan where `exist` positions can be found, and that many percent of draws are new.
 * Checks what must hold in every block. */
static void follow(struct position_plan *plan, const size_t exist[CELLS], size_t percent)
{
    size_t before[CELLS] = { 0 };
    int blocks = 0;

    while (position_plan_next(plan)) {
        size_t got[CELLS] = { 0 };

        assert_true(sum(plan->target) <= plan->count);
        assert_true(++blocks < 10000);
        for (int p = plan->low; p <= plan->high; p++) {
            size_t left = plan->target[p] - plan->have[p];

            assert_true(plan->target[p] >= plan->have[p]);
            assert_true(plan->exist[p] != PLAN_UNKNOWN || plan->target[p] >= before[p]);
            assert_int_equal(plan->ask[p] > 0, left > 0);
            before[p] = plan->target[p];
            got[p] = plan->listed[p] ? plan->ask[p] : plan->ask[p] * percent / 100;
            got[p] = got[p] < left ? got[p] : left;
            if (plan->have[p] + got[p] > exist[p])
                got[p] = exist[p] - plan->have[p];
        }
        position_plan_tell(plan, got);
    }
    assert_int_equal(sum(plan->ask), 0);
}

static void everybody_gets_the_same(void **state)
{
    struct position_plan plan = plan_of(1003, 10, 19, 128);

    (void)state;
    follow(&plan, plan.exist, 90);
    assert_int_equal(sum(plan.have), 1003);
    for (int p = 10; p < 20; p++)
        assert_int_equal(plan.have[p], p < 13 ? 101 : 100);
}

static void few_are_taken_whole_and_the_rest_goes_to_others(void **state)
{
    struct position_plan plan = plan_of(1000, 0, 4, 64);

    (void)state;
    plan.exist[0] = 1;
    plan.exist[1] = 4;
    plan.exist[2] = 250;
    plan.listed[0] = plan.listed[1] = plan.listed[2] = true;
    follow(&plan, plan.exist, 50);
    assert_int_equal(plan.have[0], 1);
    assert_int_equal(plan.have[1], 4);
    assert_int_equal(plan.have[2], 250);
    assert_int_equal(plan.have[3], 373);
    assert_int_equal(plan.have[4], 372);
}

/* Of 5 plies there are only 60, which nobody knows beforehand. */
static void what_cannot_be_found_goes_to_others(void **state)
{
    struct position_plan plan = plan_of(1000, 5, 8, 100);
    size_t exist[CELLS];

    (void)state;
    for (int p = 0; p < CELLS; p++)
        exist[p] = p == 5 ? 60 : 100000;
    follow(&plan, exist, 80);
    assert_int_equal(plan.have[5], 60);
    assert_int_equal(plan.have[6], 314);
    assert_int_equal(plan.have[7], 313);
    assert_int_equal(plan.have[8], 313);
}

static void it_ends_when_nothing_is_left(void **state)
{
    struct position_plan plan = plan_of(1000000, 0, CELLS - 1, 4096);
    size_t exist[CELLS];

    (void)state;
    for (int p = 0; p < CELLS; p++)
        exist[p] = (size_t)p * 100;
    plan.exist[0] = 0;
    plan.listed[0] = true;
    follow(&plan, exist, 100);
    assert_int_equal(sum(plan.have), sum(exist));
}

static void blocks_are_of_the_size_asked_for(void **state)
{
    struct position_plan plan = plan_of(100000, 0, CELLS - 1, 1000);

    (void)state;
    for (int p = 0; p < CELLS; p++)
        plan.listed[p] = true;
    assert_true(position_plan_next(&plan));
    assert_true(sum(plan.ask) >= 1000 && sum(plan.ask) <= 1000 + CELLS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_gets_the_same),
        cmocka_unit_test(few_are_taken_whole_and_the_rest_goes_to_others),
        cmocka_unit_test(what_cannot_be_found_goes_to_others),
        cmocka_unit_test(it_ends_when_nothing_is_left),
        cmocka_unit_test(blocks_are_of_the_size_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
