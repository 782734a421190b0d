/* What an experiment says about scores that are made up, against figures found in another way. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/experiment_result.h"
#include "report/experiment_report.h"

#define PAIRS 1000 /* game pairs of a run */

/* A result of three combinations with these scores, in thousandths, seed by seed. */
static void make_result(struct experiment_result *r, struct experiment_plan *plan,
                        struct measure *measure, const char *vary, const char *seeds,
                        const int *score)
{
    struct err err;

    *measure = (struct measure){ .opponents = 1, .each = PAIRS };
    assert_int_equal(experiment_plan_init(plan, &vary, 1, seeds, &err), 0);
    assert_int_equal(experiment_result_init(r, plan, measure, &err), 0);
    r->points = 1;
    for (size_t i = 0; i < experiment_runs(plan); i++) {
        struct experiment_figures *f = &r->run[i];

        tally_add(&f->total, (struct wdl){ .wins = 2 }, (uint32_t)score[i]);
        tally_add(&f->total, (struct wdl){ .losses = 2 }, (uint32_t)(PAIRS - score[i]));
        f->mistakes = (struct measured_mistakes){ 100, 50, (uint32_t)i };
        f->games = 1000 + i;
        f->point[0] = (struct experiment_point){ 1, 1, f->games, score[i] / 1000.0 };
    }
    assert_int_equal(experiment_result_sum(r, &err), 0);
}

static void expect_findings(const struct experiment_result *r, const char *wanted)
{
    struct err err;
    char *text = experiment_report_findings(r, &err);

    assert_string_equal(text, wanted);
    free(text);
}

static void release(struct experiment_result *r, struct experiment_plan *plan)
{
    experiment_result_release(r);
    experiment_plan_release(plan);
}

/* The lists of tests/stats/test_student.c, and one more. */
static void differences_are_found_and_corrected(void **state)
{
    static const int score[] = { 610, 590, 900, 580, 580, 900, 640, 600,
                                 901, 600, 570, 900, 570, 560, 899 };
    struct experiment_result r;
    struct experiment_plan plan;
    struct measure measure;

    (void)state;
    make_result(&r, &plan, &measure, "play.openings=2,4,8", "1..5", score);
    assert_close(r.combination[0].score.mean, 0.6, 1e-12);
    assert_close(r.combination[0].score.low, 0.565995630967, 1e-9);
    assert_int_equal(r.combination[0].best, 6);
    assert_int_equal(r.combination[0].worst, 12);
    assert_close(r.combination[0].games, 1006, 1e-9);
    assert_close(r.combination[0].mistakes.mean, 0.06, 1e-12);
    assert_int_equal(r.pairs, 3);
    assert_int_equal(r.pair[2].better, 0);
    assert_int_equal(r.pair[2].other, 1);
    assert_close(r.pair[2].p, 0.047420655584, 1e-9); /* the last one is not multiplied */
    assert_close(r.pair[0].p, 3 * r.pair[0].test.p, 1e-12);
    assert_close(r.pair[1].p, 2 * r.pair[1].test.p, 1e-12);
    assert_true(experiment_pair_is_clear(&r.pair[2]));
    release(&r, &plan);
}

static void two_are_told_apart_or_not(void **state)
{
    static const int clear[] = { 610, 590, 580, 580, 640, 600, 600, 570, 570, 560 };
    static const int open[] = { 610, 550, 580, 610, 640, 600, 600, 520, 570, 580 };
    struct experiment_result r;
    struct experiment_plan plan;
    struct measure measure;

    (void)state;
    make_result(&r, &plan, &measure, "play.openings=2,4", "1..5", clear);
    expect_findings(&r,
                    "openings=2 scores 0.020 more than openings=4 (95% interval 0.000 to 0.040, "
                    "p = 0.047).\n");
    release(&r, &plan);
    make_result(&r, &plan, &measure, "play.openings=2,4", "1..5", open);
    expect_findings(&r, "5 seeds do not show a difference between openings=2 and openings=4 "
                        "(openings=2 scores 0.028 more than openings=4, 95% interval -0.030 to "
                        "0.086, p = 0.25).\n");
    release(&r, &plan);
}

static void one_seed_or_one_combination_is_no_test(void **state)
{
    static const int score[] = { 610, 580 };
    struct experiment_result r;
    struct experiment_plan plan;
    struct measure measure;

    (void)state;
    make_result(&r, &plan, &measure, "play.openings=2,4", "7", score);
    expect_findings(&r,
                    "With one seed there are no intervals: how much results differ from seed to "
                    "seed is not known.\nThe largest difference with seed 7: openings=2 scores "
                    "0.030 more than openings=4.\n");
    assert_true(isnan(r.pair[0].p) && !experiment_pair_is_clear(&r.pair[0]));
    release(&r, &plan);
    make_result(&r, &plan, &measure, "play.openings=2", "7,8", score);
    expect_findings(&r, "The champions of 2 seeds score 0.595 on average (95% interval 0.404 to "
                        "0.786).\n");
    release(&r, &plan);
}

/* Shares of all games, not of generations. */
static void points_lie_at_shares_of_the_games(void **state)
{
    static const uint64_t games[] = { 100, 100, 100, 300 };

    (void)state;
    assert_int_equal(experiment_point_at(games, 4, 0, 3), 2);
    assert_int_equal(experiment_point_at(games, 4, 1, 3), 4);
    assert_int_equal(experiment_point_at(games, 4, 2, 3), 4);
    assert_int_equal(experiment_point_at(games, 3, 0, 3), 1);
    assert_int_equal(experiment_point_at(games, 1, 0, 1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_are_found_and_corrected),
        cmocka_unit_test(two_are_told_apart_or_not),
        cmocka_unit_test(one_seed_or_one_combination_is_no_test),
        cmocka_unit_test(points_lie_at_shares_of_the_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
