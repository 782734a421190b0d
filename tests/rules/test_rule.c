/* Rules: what each needs, what it solves, and which go together. */
#include "test.h"

#include "game/notation.h"
#include "rules/proof.h"
#include "rules/threats.h"
#include "sample.h"

struct listed {
    struct rule_geometry geometry;
    struct rule_board board;
    struct rule rule[RULES_MAX];
    int n;
};

static struct position position_of(const char *moves)
{
    struct position pos;
    struct err err;

    if (notation_parse(&pos, moves, &err))
        fail_msg("%s", err.text);
    return pos;
}

static uint64_t cell(const char *name)
{
    return cell_bit(name[0] - 'a', name[1] - '1');
}

static void list_rules(struct listed *l, const char *moves)
{
    struct position pos = position_of(moves);

    rule_geometry_init(&l->geometry);
    rule_board_init(&l->board, &l->geometry, &pos);
    l->n = rule_list(&l->geometry, &l->board, l->rule);
}

static int count_kind(const struct listed *l, enum rule_kind kind)
{
    int n = 0;

    for (int i = 0; i < l->n; i++)
        n += l->rule[i].kind == kind;
    return n;
}

static const struct rule *find(const struct listed *l, enum rule_kind kind, uint64_t cells)
{
    for (int i = 0; i < l->n; i++)
        if (l->rule[i].kind == kind && l->rule[i].cells == cells)
            return &l->rule[i];
    return NULL;
}

/* On the empty board: 3 claimevens and 2 verticals per column, of which each solves something. */
static void counts_on_the_empty_board(void **state)
{
    static struct listed l;

    (void)state;
    list_rules(&l, "-");
    assert_int_equal(line_set_count(l.board.problems), LINES);
    assert_int_equal(count_kind(&l, RULE_CLAIMEVEN), 3 * 7);
    assert_int_equal(count_kind(&l, RULE_VERTICAL), 2 * 7);
    /* pairs of columns at most three apart lie on a line of the bottom row */
    assert_int_equal(count_kind(&l, RULE_BASEINVERSE), 6 + 5 + 4);
    assert_true(l.n > 500 && l.n < RULES_MAX);
}

static void claimeven_solves_lines_through_its_upper_cell(void **state)
{
    static struct listed l;
    const struct rule *rule;

    (void)state;
    list_rules(&l, "-");
    rule = find(&l, RULE_CLAIMEVEN, cell("d1") | cell("d2"));
    assert_non_null(rule);
    for (int i = 0; i < LINES; i++)
        assert_int_equal(line_set_has(&rule->solves, i), (l.geometry.line[i] & cell("d2")) != 0);
}

/* Every rule uses empty cells only, and solves only lines without a disc of the defender. */
static void rules_keep_to_the_board(void **state)
{
    static struct listed l;
    struct rng rng;

    (void)state;
    rule_geometry_init(&l.geometry);
    for (uint64_t i = 0; i < SAMPLES(300); i++) {
        struct position pos;

        sample_rng(&rng, 81, i);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        rule_board_init(&l.board, &l.geometry, &pos);
        l.n = rule_list(&l.geometry, &l.board, l.rule);
        assert_true(l.n < RULES_MAX);
        for (int k = 0; k < l.n; k++) {
            const struct rule *rule = &l.rule[k];
            unsigned columns = 0;

            assert_int_equal(rule->cells & pos.all, 0);
            assert_int_equal((rule->claims | rule->single) & ~rule->cells, 0);
            assert_int_equal(rule->line & l.board.attacker, 0);
            for (uint64_t rest = rule->cells; rest; rest &= rest - 1)
                columns |= 1u << bit_column(rest);
            assert_int_equal(columns, rule->columns);
            for (int line = 0; line < LINES; line++)
                if (line_set_has(&rule->solves, line))
                    assert_int_equal(l.geometry.line[line] & l.board.defender, 0);
        }
    }
}

static struct rule rule_of(enum rule_kind kind, uint64_t cells, uint64_t claims, uint64_t single)
{
    struct rule rule = { .kind = kind, .cells = cells, .claims = claims, .single = single };

    for (uint64_t rest = cells; rest; rest &= rest - 1)
        rule.columns |= 1u << bit_column(rest);
    return rule;
}

static uint64_t pair(const char *lower)
{
    return cell(lower) | cell(lower) << 1;
}

static void rules_that_share_cells_may_clash(void **state)
{
    struct rule claim1 = rule_of(RULE_CLAIMEVEN, pair("a1"), pair("a1"), 0);
    struct rule claim3 = rule_of(RULE_CLAIMEVEN, pair("a3"), pair("a3"), 0);
    struct rule claim5 = rule_of(RULE_CLAIMEVEN, pair("a5"), pair("a5"), 0);
    struct rule vertical = rule_of(RULE_VERTICAL, pair("a2"), 0, 0);
    struct rule low = rule_of(RULE_LOWINVERSE, pair("a2") | pair("b2"), 0, 0);
    struct rule low_other = rule_of(RULE_LOWINVERSE, pair("a4") | pair("c4"), 0, 0);
    struct rule low_same = rule_of(RULE_LOWINVERSE, pair("a4") | pair("b4"), 0, 0);
    struct rule before = rule_of(RULE_BEFORE, pair("a1") | pair("b2"), pair("a1"), 0);
    struct rule before_same = rule_of(RULE_BEFORE, pair("a1") | pair("c3"), pair("a1"), 0);
    struct rule before_other = rule_of(RULE_BEFORE, pair("a2") | pair("c3"), 0, 0);
    struct rule special = rule_of(RULE_SPECIALBEFORE, cell("a1") | cell("d1") | pair("b2"), 0,
                                  cell("a1") | cell("d1"));

    (void)state;
    assert_true(rules_go_together(&claim1, &claim3));
    assert_false(rules_go_together(&claim1, &vertical));
    assert_false(rules_go_together(&claim1, &low)); /* below it */
    assert_false(rules_go_together(&claim3, &low)); /* across it */
    assert_true(rules_go_together(&claim5, &low));  /* above it */
    assert_true(rules_go_together(&low, &claim5));
    assert_false(rules_go_together(&low, &low_other)); /* columns overlap */
    assert_true(rules_go_together(&low, &low_same));
    assert_true(rules_go_together(&before, &before_same)); /* the same cells in column a */
    assert_false(rules_go_together(&before, &before_other));
    assert_false(rules_go_together(&before, &special)); /* a1 is a single cell */
    assert_false(rules_go_together(&before, &claim1));
}

static void going_together_is_mutual(void **state)
{
    static struct listed l;

    (void)state;
    list_rules(&l, "443");
    for (int i = 0; i < l.n; i += 3)
        for (int k = 0; k < l.n; k += 7)
            assert_int_equal(rules_go_together(&l.rule[i], &l.rule[k]),
                             rules_go_together(&l.rule[k], &l.rule[i]));
}

/* The rules of a proof go together, and solve all problems but those of a threat. */
static void proofs_are_complete(void **state)
{
    struct rule_geometry geometry;
    struct prover *prover;
    struct err err;
    int found = 0;

    (void)state;
    rule_geometry_init(&geometry);
    prover = prover_create(&err);
    assert_non_null(prover);
    for (uint64_t i = 0; i < SAMPLES(2000); i++) {
        struct line_set left;
        struct rule_board board;
        struct position pos;
        struct proof proof, again;
        struct rng rng;

        sample_rng(&rng, 82, i);
        sample_position(&pos, 6 + (int)rng_below(&rng, CELLS - 6), &rng);
        if (!prover_prove(prover, &pos, PROOF_STEPS, &proof))
            continue;
        found++;
        prover_prove(prover, &pos, PROOF_STEPS, &again);
        assert_memory_equal(&proof, &again, sizeof proof);
        rule_board_init(&board, &geometry, &pos);
        left = board.problems;
        for (int a = 0; a < proof.n; a++) {
            left = line_set_without(left, proof.rule[a].solves);
            for (int b = 0; b < a; b++)
                assert_true(rules_go_together(&proof.rule[a], &proof.rule[b]));
        }
        if (!proof.threat)
            assert_true(line_set_is_empty(left));
        for (int line = 0; line < LINES; line++)
            if (line_set_has(&left, line))
                assert_true(geometry.line[line] & column_cells(bit_column(proof.threat)));
    }
    assert_true(found > SAMPLES(50) - 1);
    prover_destroy(prover);
}

/* The tests on random positions live in soundness.c; here are positions whose proof is known. */
static void known_proofs(void **state)
{
    static const struct {
        const char *moves;
        enum proof_claim claim;
        bool threat;
    } cases[] = {
        { "257213617677676372", PROOF_WON, false },
        { "314115453174531445", PROOF_NOT_LOST, false },
        { "-", PROOF_NONE, false },
        { "4", PROOF_NONE, false },
    };
    struct err err;
    struct prover *prover = prover_create(&err);

    (void)state;
    assert_non_null(prover);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = position_of(cases[i].moves);
        struct proof proof;

        prover_prove(prover, &pos, 2000, &proof);
        assert_int_equal(proof.claim, cases[i].claim);
        assert_int_equal(proof.threat != 0, cases[i].threat);
    }
    prover_destroy(prover);
}

static void threats_are_told_apart(void **state)
{
    struct position pos = position_of("173672232525365235");
    struct threat list[THREATS_MAX];
    int n = threats_list(&pos, list);

    (void)state;
    assert_int_equal(n, 5);
    assert_true(list[0].cell == cell("d1") && list[0].side == 1 && list[0].odd && list[0].playable);
    assert_true(list[1].cell == cell("d2") && list[1].side == 1 && !list[1].odd);
    assert_int_equal(list[1].behind, 0); /* directly on top of one of the same side */
    assert_true(list[2].cell == cell("d3") && list[2].side == 0 && list[2].behind == cell("d1"));
    assert_true(list[3].cell == cell("d3") && list[3].side == 1 && list[3].behind == 0);
    assert_true(list[4].cell == cell("d4") && list[4].side == 0);
    assert_int_equal(poisoned_cells(&pos, 0), cell("d1"));
    assert_int_equal(poisoned_cells(&pos, 1), 0);
}

/* Threats and poisoned cells, by trying every disc. */
static void threats_agree_with_trying(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(500); i++) {
        struct threat list[THREATS_MAX];
        struct position pos;
        struct rng rng;
        uint64_t found[2] = { 0 };
        int n;

        sample_rng(&rng, 83, i);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        n = threats_list(&pos, list);
        for (int k = 0; k < n; k++)
            found[list[k].side] |= list[k].cell;
        for (int side = 0; side < 2; side++) {
            uint64_t discs = side_discs(&pos, side), other = side_discs(&pos, !side);
            uint64_t poison = 0;

            for (uint64_t rest = BOARD_CELLS & ~pos.all; rest; rest &= rest - 1)
                assert_int_equal(has_four(discs | (rest & -rest)),
                                 (found[side] & rest & -rest) != 0);
            for (uint64_t rest = playable_cells(pos.all); rest; rest &= rest - 1) {
                uint64_t here = rest & -rest, above = here << 1 & BOARD_CELLS;

                if (above && has_four(other | above) && !has_four(discs | here))
                    poison |= here;
            }
            assert_int_equal(poisoned_cells(&pos, side), poison);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_on_the_empty_board),
        cmocka_unit_test(claimeven_solves_lines_through_its_upper_cell),
        cmocka_unit_test(rules_keep_to_the_board),
        cmocka_unit_test(rules_that_share_cells_may_clash),
        cmocka_unit_test(going_together_is_mutual),
        cmocka_unit_test(proofs_are_complete),
        cmocka_unit_test(known_proofs),
        cmocka_unit_test(threats_are_told_apart),
        cmocka_unit_test(threats_agree_with_trying),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
