/* The verdict and the text of a comparison, for results that are set here. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "report/compare_report.h"

static struct comparison made(int depths, bool nodes)
{
    struct comparison_options o = { .depths = depths, .pairs = 100, .plies = 7 };
    struct comparison c;
    struct err err;

    for (int i = 0; i < depths; i++)
        o.depth[i] = 4 + i;
    o.equal_nodes = nodes;
    o.nodes = nodes ? 300 : 0;
    assert_int_equal(comparison_init(&c, &o, 2, &err), 0);
    assert_int_equal(player_parse(&c.games.player[0], "fevalb", &err), 0);
    assert_int_equal(player_parse(&c.games.player[1], "rusak", &err), 0);
    assert_int_equal(comparison_plan(&c, &err), 0);
    c.unseen = true;
    return c;
}

/* Sets the numbers of won, even and lost pairs. */
static void set_result(struct comparison *c, size_t match, uint32_t won, uint32_t even,
                       uint32_t lost)
{
    struct comparison_match *m = &c->match[match];

    m->begun = m->result.finished = true;
    m->result.pairing.pair[2][2] = won;
    m->result.pairing.pair[2][0] = even;
    m->result.pairing.pair[0][0] = lost;
}

static void assert_verdict_with(const struct comparison *c, const struct mistake_table *mistakes,
                                const char *wanted)
{
    struct compare_result result = { c, mistakes };
    char text[COMPARE_VERDICT_SIZE];

    assert_string_equal(compare_report_verdict(&result, 1, text), wanted);
}

static void assert_verdict(const struct comparison *c, const char *wanted)
{
    assert_verdict_with(c, NULL, wanted);
    assert_verdict_with(c, &(struct mistake_table){ 0 }, wanted);
}

/* The same with mistakes of the two in these shares of positions. */
static void assert_verdict_on(const struct comparison *c, double first, double second, double p,
                              const char *wanted)
{
    struct mistake_entry entry[2] = { 0 };

    entry[0].summary.rate.mean = first;
    entry[1].summary.rate.mean = second;
    entry[1].contrast =
        (struct mistake_contrast){ first < second ? 1 : 9, first < second ? 9 : 1, p };
    assert_verdict_with(c, &(struct mistake_table){ entry, 2 }, wanted);
}

static void verdicts_are_honest(void **state)
{
    struct comparison c = made(3, true);

    (void)state;
    assert_verdict(&c, "No games between fevalb and rusak.");
    set_result(&c, 0, 60, 20, 20);
    assert_verdict(
        &c, "fevalb is better than rusak at 1 of 3 depths (Elo +146), not played at depth 5, 6.");
    set_result(&c, 1, 30, 40, 30);
    set_result(&c, 2, 60, 20, 20);
    assert_verdict(&c, "fevalb is better than rusak at 2 of 3 depths (Elo +0 to +146), no clear "
                       "difference at depth 5.");
    set_result(&c, 1, 20, 20, 60);
    set_result(&c, 3, 30, 40, 30);
    assert_verdict(&c,
                   "fevalb is better than rusak at 2 of 3 depths and worse at depth 5 (Elo -146 "
                   "to +146); no clear difference at 300 nodes per move (Elo +0).");
    set_result(&c, 0, 20, 20, 60);
    set_result(&c, 2, 20, 20, 60);
    set_result(&c, 3, 20, 20, 60);
    assert_verdict_on(
        &c, 0.25, 0.125, 0.03,
        "fevalb is worse than rusak at all 3 depths (Elo -146); worse at 300 nodes "
        "per move (Elo -146); more mistakes (in 25.0% against 12.5% of positions, p = 0.03).");
    for (size_t i = 0; i < 3; i++)
        set_result(&c, i, 100, 0, 0);
    set_result(&c, 3, 60, 20, 20);
    assert_verdict_on(
        &c, 0.1, 0.2, 0.001,
        "fevalb is better than rusak at all 3 depths (Elo +921); better at 300 nodes "
        "per move (Elo +146); fewer mistakes (in 10.0% against 20.0% of positions, p = 0.001).");
    for (size_t i = 0; i < 3; i++)
        set_result(&c, i, 0, 100, 0);
    assert_verdict_on(
        &c, 0.1, 0.2, 0.5,
        "No clear difference between fevalb and rusak at depth 4, 5, 6 (Elo +0); better at "
        "300 nodes per move (Elo +146); no clear difference in mistakes (in 10.0% "
        "against 20.0% of positions, p = 0.5).");
    comparison_release(&c);
}

static void one_depth_is_named(void **state)
{
    struct comparison c = made(1, false);

    (void)state;
    set_result(&c, 0, 60, 20, 20);
    assert_verdict(&c, "fevalb is better than rusak at depth 4 (Elo +146).");
    comparison_release(&c);
}

static void a_test_is_quoted(void **state)
{
    struct comparison c = made(3, false);
    struct err err;

    (void)state;
    assert_int_equal(sprt_init(&c.o.sprt, -2.5, 5, 0.05, 0.05, &err), 0);
    c.o.sequential = true;
    for (size_t i = 0; i < 3; i++) {
        c.match[i].result.sequential = true;
        if (i < 2)
            set_result(&c, i, 50, 0, 50); /* the interval has no say */
    }
    c.match[0].result.sprt.answer = SPRT_UPPER;
    c.match[1].result.sprt.answer = SPRT_LOWER;
    assert_verdict(&c,
                   "fevalb against rusak, testing -2.5 against 5 Elo: more than -2.5 Elo at depth "
                   "4; less than 5 Elo at depth 5; not played at depth 6.");
    comparison_release(&c);
}

static void genes_come_by_effect(void **state)
{
    struct comparison c = made(1, false);
    struct gene_row row[GENE_COUNT];
    size_t n = compare_report_rank_genes(&c, row);

    (void)state;
    assert_int_equal(n, 6); /* the line weights of the two, which are all that they have */
    for (size_t i = 0; i + 1 < n; i++)
        assert_true(row[i].effect >= row[i + 1].effect);
    for (size_t i = 0; i < n; i++)
        assert_true(row[i].gene <= GENE_OPP3 && row[i].effect > 0);
    comparison_release(&c);
}

/* Everything that is printed, also of a comparison that was hardly begun. */
static char *printed(const struct comparison *c, bool json)
{
    struct compare_result result = { .c = c };
    struct compare_print how = { .width = 80 };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct err err;

    assert_non_null(out);
    if (json)
        compare_report_json(&result, true, out);
    else
        assert_int_equal(compare_report_text(&result, &how, out, &err), 0);
    fclose(out);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    return text;
}

static void nothing_played_can_be_printed(void **state)
{
    struct comparison c = made(2, true);
    char *text;

    (void)state;
    c.cut_short = true;
    text = printed(&c, false);
    assert_non_null(strstr(text, "A against B: no games were played."));
    free(text);
    text = printed(&c, true);
    assert_non_null(strstr(text, "\"interrupted\":true"));
    assert_non_null(strstr(text, "\"matches\":[]"));
    free(text);
    set_result(&c, 0, 100, 0, 0);
    text = printed(&c, false);
    assert_non_null(strstr(text, "depth 4    200  200      0     0  1.000  0.963  1.000  921"));
    assert_null(strstr(text, "depth 5 "));
    free(text);
    free(printed(&c, true));
    comparison_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_honest),
        cmocka_unit_test(one_depth_is_named),
        cmocka_unit_test(a_test_is_quoted),
        cmocka_unit_test(genes_come_by_effect),
        cmocka_unit_test(nothing_played_can_be_printed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
