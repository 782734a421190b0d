/* Claims on tables that are made up: each figure counts the games that it should, and a verdict is
 * what an interval that was computed by hand says. */
#include "test.h"

#include <string.h>

#include "study/claim.h"

enum { A, B, C, D, PLAYERS };

static char names[PLAYERS][8] = { "a1", "a2", "b 1", "c" };

/* Games with only what a claim looks at. */
static struct games games_of(struct player player[PLAYERS])
{
    struct games c = { .player = player, .players = PLAYERS };
    struct err err;

    for (int i = 0; i < PLAYERS; i++)
        player[i] = (struct player){ .name = names[i] };
    assert_int_equal(crosstable_init(&c.table, PLAYERS, &err), 0);
    return c;
}

static void add(struct games *c, size_t first, size_t second, enum game_outcome outcome, int n)
{
    while (n-- > 0)
        crosstable_add_pair(&c->table, first, second, outcome, GAME_UNPLAYED);
}

static enum claim_verdict judge(const struct games *c, const char *text,
                                struct claim_finding *finding)
{
    struct ratings ratings;
    struct claim claim;
    enum claim_verdict verdict;
    struct err err;

    if (claim_parse(&claim, text, &err) || claim_check(&claim, c, &err))
        fail_msg("%s: %s", text, err.text);
    assert_int_equal(
        ratings_init(&ratings, &c->table, (struct rating_anchor){ .player = RATING_MEAN }, &err),
        0);
    verdict = claim_judge(&claim, c, &ratings, finding);
    ratings_release(&ratings);
    return verdict;
}

static void assert_figure(const struct games *c, const char *figure, double value, uint64_t games)
{
    struct claim_finding finding[CLAIM_PARTS];
    char text[128];

    snprintf(text, sizeof text, "%s > 0.5", figure);
    judge(c, text, finding);
    assert_close(finding[0].left.value.mean, value, 1e-12);
    assert_int_equal(finding[0].left.games, games);
}

/* a1 - b 1: as first 6 won, 2 drawn, 2 lost; as second 1 won, 1 drawn, 8 lost. a2 - b 1: as first
 * 10 lost. a1 with itself: 3 drawn of 4. c - a1: 5 won by c, who moves first. */
static struct games sample(struct player player[PLAYERS])
{
    struct games c = games_of(player);

    add(&c, A, C, GAME_WON, 6);
    add(&c, A, C, GAME_DRAWN, 2);
    add(&c, A, C, GAME_LOST, 2);
    add(&c, C, A, GAME_LOST, 1);
    add(&c, C, A, GAME_DRAWN, 1);
    add(&c, C, A, GAME_WON, 8);
    add(&c, B, C, GAME_LOST, 10);
    add(&c, A, A, GAME_DRAWN, 3);
    add(&c, A, A, GAME_WON, 1);
    add(&c, D, A, GAME_WON, 5);
    return c;
}

static void figures_count_the_right_games(void **state)
{
    struct player player[PLAYERS];
    struct games c = sample(player);

    (void)state;
    assert_figure(&c, "score(a1, b 1)", 8.5 / 20, 20);
    assert_figure(&c, "score(b 1, a1)", 11.5 / 20, 20);
    assert_figure(&c, "first(a1, b 1)", 7.0 / 10, 10);
    assert_figure(&c, "first(b 1, a1)", 8.5 / 10, 10);
    assert_figure(&c, "second(a1, b 1)", 1.5 / 10, 10);
    assert_figure(&c, "second(b 1, a1)", 3.0 / 10, 10);
    assert_figure(&c, "draws(a1, b 1)", 3.0 / 20, 20);
    assert_figure(&c, "draws(b 1, a1)", 3.0 / 20, 20);
    assert_figure(&c, "mirror-draws(a1)", 3.0 / 4, 4);
    /* Patterns: all a against b 1; a against the rest, without a1 against itself. */
    assert_figure(&c, "score(a*, b 1)", 8.5 / 30, 30);
    assert_figure(&c, "score(a?, *)", 8.5 / 35, 35);
    assert_figure(&c, "score(a[1], c)", 0, 5);
    assert_figure(&c, "first(*, *)", (7 + 8.5 + 0 + 2.5 + 5) / 39, 39);
    assert_figure(&c, "mirror-draws(*)", 3.0 / 4, 4);
    /* Nobody met: nothing is known. */
    assert_figure(&c, "score(a2, c)", 0.5, 0);
    crosstable_release(&c.table);
}

/* The two games of a pair are one sample: of opposite results the spread is none. */
static void pairs_are_one_sample(void **state)
{
    struct claim_finding pairs[CLAIM_PARTS], games[CLAIM_PARTS];
    struct player player[PLAYERS];
    struct games c = games_of(player);

    (void)state;
    for (int i = 0; i < 50; i++)
        crosstable_add_pair(&c.table, A, B, GAME_WON, GAME_WON); /* whoever begins wins */
    add(&c, A, C, GAME_WON, 50);
    add(&c, C, A, GAME_WON, 50);
    judge(&c, "score(a1, a2) > 0.42 and first(a1, a2) > 0.9", pairs);
    judge(&c, "score(a1, b 1) > 0.42", games);
    assert_int_equal(pairs[0].verdict, VERDICT_HOLDS);
    assert_int_equal(pairs[1].verdict, VERDICT_HOLDS);
    assert_int_equal(pairs[0].left.games, 100);
    assert_int_equal(games[0].left.games, 100);
    assert_int_equal(games[0].verdict, VERDICT_OPEN); /* 0.5 +- 0.098 */
    crosstable_release(&c.table);
}

/* 60 of 100: Wilson's interval is 0.5020 to 0.6906, which is the textbook's. */
static void a_number_is_compared_with_the_interval(void **state)
{
    static const struct {
        const char *claim;
        enum claim_verdict verdict;
    } rows[] = {
        { "score(a1, a2) > 0.5", VERDICT_HOLDS },  { "score(a1, a2) < 0.5", VERDICT_FAILS },
        { "score(a1, a2) > 0.51", VERDICT_OPEN },  { "score(a1, a2) < 0.68", VERDICT_OPEN },
        { "score(a1, a2) > 0.70", VERDICT_FAILS }, { "score(a1, a2) < 0.70", VERDICT_HOLDS },
        { "0.5 < score(a1, a2)", VERDICT_HOLDS },  { "0.7 < score(a1, a2)", VERDICT_FAILS },
    };
    struct claim_finding finding[CLAIM_PARTS];
    struct player player[PLAYERS];
    struct games c = games_of(player);

    (void)state;
    add(&c, A, B, GAME_WON, 60);
    add(&c, A, B, GAME_LOST, 40);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (judge(&c, rows[i].claim, finding) != rows[i].verdict)
            fail_msg("%s is %s", rows[i].claim, claim_verdict_text(finding[0].verdict));
    judge(&c, rows[0].claim, finding);
    assert_close(finding[0].left.value.low, 0.5020, 3e-3);
    assert_close(finding[0].left.value.high, 0.6906, 3e-3);
    crosstable_release(&c.table);
}

/* Newcombe's example: 56 of 70 and 48 of 80 differ by 0.2, 95% interval 0.0524 to 0.3339. */
static void two_figures_are_compared_by_the_interval_of_the_difference(void **state)
{
    struct claim_finding finding[CLAIM_PARTS];
    struct player player[PLAYERS];
    struct games c = games_of(player);

    (void)state;
    add(&c, A, B, GAME_WON, 56);
    add(&c, A, B, GAME_LOST, 14);
    add(&c, A, C, GAME_WON, 48);
    add(&c, A, C, GAME_LOST, 32);
    assert_int_equal(judge(&c, "score(a1, a2) > score(a1, b 1)", finding), VERDICT_HOLDS);
    assert_int_equal(judge(&c, "score(a1, b 1) > score(a1, a2)", finding), VERDICT_FAILS);
    assert_int_equal(judge(&c, "score(a1, b 1) < score(a1, a2)", finding), VERDICT_HOLDS);
    add(&c, A, C, GAME_WON, 20); /* 68 of 100: 0.12 apart, which is not enough */
    assert_int_equal(judge(&c, "score(a1, a2) > score(a1, b 1)", finding), VERDICT_OPEN);
    crosstable_release(&c.table);
}

static void a_claim_is_as_good_as_its_worst_part(void **state)
{
    struct claim_finding finding[CLAIM_PARTS];
    struct player player[PLAYERS];
    struct games c = games_of(player);

    (void)state;
    add(&c, A, B, GAME_WON, 90);
    add(&c, A, B, GAME_LOST, 10);
    add(&c, B, C, GAME_WON, 5);
    add(&c, B, C, GAME_LOST, 5);
    assert_int_equal(judge(&c, "score(a1, a2) > 0.5 and score(a2, a1) < 0.5", finding),
                     VERDICT_HOLDS);
    assert_int_equal(judge(&c, "score(a1, a2) > 0.5 and score(a2, b 1) > 0.5", finding),
                     VERDICT_OPEN);
    assert_int_equal(judge(&c, "score(a2, b 1) > 0.5 and score(a2, a1) > 0.5", finding),
                     VERDICT_FAILS);
    assert_int_equal(finding[0].verdict, VERDICT_OPEN);
    assert_int_equal(finding[1].verdict, VERDICT_FAILS);
    crosstable_release(&c.table);
}

static void a_cycle_is_three_wins(void **state)
{
    struct claim_finding finding[CLAIM_PARTS];
    struct player player[PLAYERS];
    struct games c = games_of(player);

    (void)state;
    add(&c, A, B, GAME_WON, 50);
    add(&c, B, C, GAME_WON, 50);
    add(&c, C, A, GAME_WON, 30);
    add(&c, C, A, GAME_LOST, 20);
    assert_int_equal(judge(&c, "cycle(a1, a2, b 1)", finding), VERDICT_OPEN); /* 30 of 50 */
    add(&c, C, A, GAME_WON, 50);
    assert_int_equal(judge(&c, "cycle(a1, a2, b 1)", finding), VERDICT_HOLDS);
    assert_int_equal(judge(&c, "cycle(a2, b 1, a1)", finding), VERDICT_HOLDS);
    assert_int_equal(judge(&c, "cycle(b 1, a2, a1)", finding), VERDICT_FAILS);
    crosstable_release(&c.table);
}

/* a1 beats all others; a2 and c are equal. */
static void the_strongest_leads_the_best_of_the_others(void **state)
{
    struct claim_finding finding[CLAIM_PARTS];
    struct player player[PLAYERS];
    struct games c = games_of(player);

    (void)state;
    for (size_t other = B; other <= D; other++) {
        add(&c, A, other, GAME_WON, 60);
        add(&c, other, A, GAME_LOST, 60);
        add(&c, other, A, GAME_WON, 20);
    }
    add(&c, B, D, GAME_WON, 50);
    add(&c, B, D, GAME_LOST, 50);
    add(&c, D, B, GAME_WON, 50);
    add(&c, D, B, GAME_LOST, 50);
    add(&c, B, C, GAME_WON, 70);
    add(&c, B, C, GAME_LOST, 30);
    add(&c, D, C, GAME_WON, 70);
    add(&c, D, C, GAME_LOST, 30);
    assert_int_equal(judge(&c, "strongest(a1)", finding), VERDICT_HOLDS);
    assert_true(finding[0].left.value.low > 0);
    assert_true(strcmp(finding[0].rival, "a2") == 0 || strcmp(finding[0].rival, "c") == 0);
    assert_int_equal(judge(&c, "strongest(a2)", finding), VERDICT_FAILS);
    assert_string_equal(finding[0].rival, "a1");
    assert_int_equal(judge(&c, "strongest(a*)", finding), VERDICT_HOLDS); /* one of them is */
    assert_string_equal(finding[0].rival, "c");
    assert_int_equal(judge(&c, "strongest(*)", finding), VERDICT_OPEN); /* over nobody */
    crosstable_release(&c.table);
}

static void what_is_no_claim_is_refused(void **state)
{
    static const char *const rows[][2] = {
        { "", "a part is empty" },
        { "score(a1, a2) > 0.5 and ", "a part is empty" },
        { "score(a1, a2)", "neither a comparison nor" },
        { "strongest(a1, a2)", "neither a comparison nor" },
        { "cycle(a1, a2)", "neither a comparison nor" },
        { "best(a1)", "neither a comparison nor" },
        { "score(a1) > 0.5", "'score(a1)' is neither a number nor a figure" },
        { "score(a1, a2, c) > 0.5", "is neither a number nor a figure" },
        { "score(a1, ) > 0.5", "is neither a number nor a figure" },
        { "score(a1, a2 > 0.5", "is neither a number nor a figure" },
        { "score(a1, a2) x > 0.5", "is neither a number nor a figure" },
        { "mirror-draws(a1, a2) > 0", "is neither a number nor a figure" },
        { "score(a1, a2) > 0.5x", "'0.5x' is neither" },
        { "score(a1, a2) >", "lacks one of its two sides" },
        { "> 0.5", "lacks one of its two sides" },
        { "0.4 < 0.5", "compares two numbers" },
        { "score(a1, 0123456789012345678901234567890123456789012345678) > 0", "is neither" },
    };
    struct claim claim;
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (claim_parse(&claim, rows[i][0], &err) == 0)
            fail_msg("'%s' was taken", rows[i][0]);
        if (!strstr(err.text, rows[i][1]))
            fail_msg("'%s': %s", rows[i][0], err.text);
    }
}

static void too_many_parts_are_refused(void **state)
{
    char text[1024] = "score(a, b) > 0";
    struct claim claim;
    struct err err;

    (void)state;
    for (int i = 1; i < CLAIM_PARTS; i++)
        strcat(text, " and score(a, b) > 0");
    assert_int_equal(claim_parse(&claim, text, &err), 0);
    assert_int_equal(claim.n, CLAIM_PARTS);
    strcat(text, " and strongest(a)");
    assert_int_equal(claim_parse(&claim, text, &err), -1);
    assert_non_null(strstr(err.text, "more than 16 parts"));
}

static void players_must_be_there(void **state)
{
    static const char *const bad[] = { "score(a1, nobody) > 0.5", "strongest(A1)",
                                       "score(a1, c) > score(b*x, c)", "cycle(a1, a2, d)" };
    struct player player[PLAYERS];
    struct games c = games_of(player);
    struct claim claim;
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(claim_parse(&claim, bad[i], &err), 0);
        assert_int_equal(claim_check(&claim, &c, &err), -1);
        assert_non_null(strstr(err.text, "no player '"));
    }
    crosstable_release(&c.table);
}

static void terms_are_written_as_they_were_read(void **state)
{
    struct claim claim;
    struct err err;
    char text[128];

    (void)state;
    assert_int_equal(claim_parse(&claim, " mirror-draws( a* )<score(b 1,c)", &err), 0);
    claim_term_text(&claim.part[0].left, text, sizeof text);
    assert_string_equal(text, "mirror-draws(a*)");
    claim_term_text(&claim.part[0].right, text, sizeof text);
    assert_string_equal(text, "score(b 1, c)");
    assert_false(claim.part[0].greater);
    assert_int_equal(claim_parse(&claim, "score(a, b) > 0.25", &err), 0);
    claim_term_text(&claim.part[0].right, text, sizeof text);
    assert_string_equal(text, "0.25");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_count_the_right_games),
        cmocka_unit_test(pairs_are_one_sample),
        cmocka_unit_test(a_number_is_compared_with_the_interval),
        cmocka_unit_test(two_figures_are_compared_by_the_interval_of_the_difference),
        cmocka_unit_test(a_claim_is_as_good_as_its_worst_part),
        cmocka_unit_test(a_cycle_is_three_wins),
        cmocka_unit_test(the_strongest_leads_the_best_of_the_others),
        cmocka_unit_test(what_is_no_claim_is_refused),
        cmocka_unit_test(too_many_parts_are_refused),
        cmocka_unit_test(players_must_be_there),
        cmocka_unit_test(terms_are_written_as_they_were_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
