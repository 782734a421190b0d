/* The verdict as text, for results that are set here. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "report/verdict_report.h"

/* A champion against a reference: game pairs won twice, split and lost twice. */
static struct journal_validation validation(const char *opponent, int depth, uint32_t won,
                                            uint32_t even, uint32_t lost)
{
    struct journal_validation v = { .generation = 3, .champion = 1, .depth = depth };

    snprintf(v.opponent, sizeof v.opponent, "%s", opponent);
    v.pair[2][2] = won;
    v.pair[2][0] = even;
    v.pair[0][0] = lost;
    return v;
}

static struct journal_mistakes mistakes(const char *name, uint32_t n, uint32_t champion_only,
                                        uint32_t other_only, double p)
{
    struct journal_mistakes m = { .depth = 5,
                                  .positions = 200,
                                  .at_stake = 150,
                                  .mistakes = n,
                                  .champion_only = champion_only,
                                  .other_only = other_only,
                                  .p = p };

    snprintf(m.name, sizeof m.name, "%s", name);
    return m;
}

/* Line breaks count as spaces. */
static void assert_says(const struct verdict *verdict, const char *wanted)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct err err;

    assert_non_null(out);
    assert_int_equal(verdict_report(out, verdict, &err), 0);
    fclose(out);
    for (char *c = text; *c; c++)
        *c = (char)(*c == '\n' ? ' ' : *c);
    if (!strstr(text, wanted))
        fail_msg("'%s' does not say '%s'", text, wanted);
    free(text);
}

static void games_are_summed_up_by_their_intervals(void **state)
{
    struct journal_validation list[] = {
        validation("weak", 5, 80, 20, 0),
        validation("equal", 5, 30, 40, 30),
        validation("strong", 5, 0, 20, 80),
        validation("weak", 7, 50, 50, 0),
    };
    struct verdict v = { .generation = 3, .depth = 5, .validation = list, .validations = 4 };

    (void)state;
    assert_says(&v, "champion against        depth 5              depth 7");
    assert_says(&v, "At depth 5 the champion scores 0.500 (95% interval ");
    assert_says(&v,
                "It beats 1 of the 3 and loses to strong; there is no clear difference from 1.");
    v.validations = 2;
    assert_says(&v, "It beats 1 of the 2; there is no clear difference from 1.");
    list[1] = validation("bad", 5, 90, 10, 0);
    assert_says(&v, "It beats every one of the 2.");
    list[0] = list[1] = validation("equal", 5, 30, 40, 30);
    assert_says(&v, "There is no clear difference from any of the 2.");
    list[0] = validation("strong", 5, 0, 20, 80);
    assert_says(&v,
                "It beats none of the 2 and loses to strong; there is no clear difference from 1.");
    list[0] = validation("weak", 5, 80, 20, 0);
    v.validations = 1;
    assert_says(&v, "It beats the only one.");
}

static void references_met_in_training_have_results_of_their_own(void **state)
{
    struct journal_validation list[] = { validation("a", 5, 80, 20, 0),
                                         validation("b", 5, 0, 20, 80),
                                         validation("c", 5, 0, 40, 60) };
    struct verdict_reference reference[] = { { "a", "a" }, { "b", "" }, { "c", "" } };
    struct verdict v = { .generation = 3,
                         .depth = 5,
                         .validation = list,
                         .validations = 3,
                         .reference = reference,
                         .references = 3 };

    (void)state;
    assert_says(&v, "a                    *  0.900 (");
    assert_says(&v, "b                       0.100 (");
    assert_says(&v, "opponents in training   0.900 (");
    assert_says(&v, "references only         0.150 (");
    assert_says(&v, "all together            0.400 (");
    assert_says(&v,
                "against its opponents in training, on openings never used in training. It beats "
                "the only one.");
    assert_says(&v, "It beats none of the 2 and loses to b and c.");
    snprintf(reference[0].met, sizeof reference[0].met, "other");
    assert_says(&v, "a is other in training: they have the same weights");
}

/* Opponents of different strength: how far apart their scores are is not an error. */
static void together_only_the_spread_within_references_counts(void **state)
{
    struct journal_validation list[] = { validation("a", 5, 95, 5, 0),
                                         validation("b", 5, 0, 5, 95) };
    struct verdict_filter filter = { .generation = 3, .depth = 5, .group = VERDICT_ALL };
    struct verdict_total total = verdict_total(list, 2, &filter);
    struct interval all = tally_group_interval(&total.games),
                    pooled = tally_interval(&total.games.all);

    (void)state;
    assert_int_equal(total.opponents, 2);
    assert_true(all.mean == 0.5 && pooled.mean == 0.5);
    assert_true(all.high - all.low < 0.05);
    assert_true(pooled.high - pooled.low > 0.1);
    total = verdict_total(list, 1, &filter);
    assert_true(tally_group_interval(&total.games).low == tally_interval(&total.games.all).low);
}

static void mistakes_are_compared_with_the_best_reference(void **state)
{
    struct journal_mistakes list[] = {
        mistakes("champion", 6, 0, 0, 1),
        mistakes("worst", 30, 1, 25, 1e-6),
        mistakes("best", 12, 2, 8, 0.04),
    };
    struct verdict v = { .generation = 3, .depth = 5, .mistakes = list, .players = 3 };

    (void)state;
    assert_says(&v, "mistakes in 200 solved positions at depth 5 champion ");
    assert_says(&v,
                "The champion errs in 3.0% of positions (95% interval 1.4% to 6.4%); the best ");
    assert_says(&v, "the champion is better (p = 0.04, corrected for 2 comparisons).");
    list[2].p = 0.2;
    assert_says(&v, "no clear difference (p = 0.2, corrected for 2 comparisons).");
    list[2] = mistakes("best", 2, 6, 2, 0.01);
    assert_says(&v, "the champion is worse (p = 0.01, corrected for 2 comparisons).");
    list[1] = mistakes("worst", 30, 1, 3, 0.6);
    list[2].p = 0.03;
    assert_says(&v, "no clear difference (p = 0.06, corrected for 2 comparisons).");
    list[1] = list[2];
    v.players = 2;
    assert_says(&v, "the champion is worse (p = 0.03).");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_summed_up_by_their_intervals),
        cmocka_unit_test(references_met_in_training_have_results_of_their_own),
        cmocka_unit_test(together_only_the_spread_within_references_counts),
        cmocka_unit_test(mistakes_are_compared_with_the_best_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
