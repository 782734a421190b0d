/* victor: its alpha-beta finds what a plain recursion with the same rules finds. */
#include "test.h"

#include <stdlib.h>

#include "fixture.h"
#include "rules/proof.h"
#include "sample.h"

/* The definition, without any pruning. */
static int32_t plain(struct fixture *f, bool with_genome, const struct position *pos, int depth,
                     enum side viewer)
{
    int32_t best = -INFINITE;
    struct proof proof;

    if (has_four(pos->own ^ pos->all))
        return -win_value(WIN_DISTANCE, pos->plies);
    if (pos->all == BOARD_CELLS)
        return 0;
    for (uint64_t rest = playable_cells(pos->all); rest; rest &= rest - 1)
        if (has_four(pos->own | (rest & -rest)))
            return win_value(WIN_DISTANCE, pos->plies + 1);
    prover_prove(f->worker.prover, pos, 200, &proof);
    if (proof.claim == PROOF_WON)
        return -BOOK_WIN;
    if (depth == 0 && with_genome) {
        best = evaluate(&f->ev, pos, viewer);
        best = side_to_move(pos) == viewer ? best : -best;
    } else if (depth == 0) {
        best = 0;
    }
    for (uint64_t rest = playable_cells(pos->all); depth > 0 && rest; rest &= rest - 1) {
        struct position next = *pos;
        int32_t value;

        position_play(&next, rest & -rest);
        value = -plain(f, with_genome, &next, depth - 1, viewer);
        best = value > best ? value : best;
    }
    if (proof.claim != PROOF_NOT_LOST)
        return best;
    return best > 0 ? 0 : best < -EVAL_UNITS ? best : -EVAL_UNITS;
}

static void check(struct fixture *f, const struct position *pos, int depth, bool with_genome)
{
    struct search_keys keys = { .depth = depth, .ties = TIES_FIRST, .view = VIEW_ROOT };
    struct search_input in = { .keys = &keys, .ev = with_genome ? &f->ev : NULL, .pos = pos };
    int32_t best = -INFINITE;
    int column = -1;
    struct choice choice;

    for (uint64_t rest = playable_cells(pos->all); rest; rest &= rest - 1) {
        struct position next = *pos;
        int32_t value;

        position_play(&next, rest & -rest);
        value = -plain(f, with_genome, &next, depth - 1, side_to_move(pos));
        if (value > best) {
            best = value;
            column = bit_column(rest);
        }
    }
    choose_victor(&in, &f->worker, NULL, &choice);
    assert_int_equal(choice.value, best);
    assert_int_equal(choice.column, column);
}

static void finds_what_a_plain_search_finds(void **state)
{
    struct fixture *f = *state;

    for (uint64_t i = 0; i < SAMPLES(400); i++) {
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 101, i);
        sample_genome(&f->genome, i % 4 ? SAMPLE_SMALL : SAMPLE_FAMILIES, &rng);
        evaluator_compile(&f->ev, &f->genome);
        sample_position(&pos, 8 + (int)rng_below(&rng, CELLS - 8), &rng);
        check(f, &pos, 1 + (int)rng_below(&rng, 4), i % 2);
    }
}

/* What it takes for won or drawn is. */
static void its_claims_are_exact(void **state)
{
    struct fixture *f = *state;
    int claims = 0;

    for (uint64_t i = 0; i < SAMPLES(600); i++) {
        struct search_keys keys = { .depth = 3, .ties = TIES_CENTER, .view = VIEW_ROOT };
        struct position pos;
        struct search_input in = { .keys = &keys, .pos = &pos };
        struct choice choice;
        struct rng rng;
        int result;

        sample_rng(&rng, 102, i);
        sample_position(&pos, 18 + (int)rng_below(&rng, CELLS - 18), &rng);
        choose_victor(&in, &f->worker, NULL, &choice);
        result = solver_wdl(&f->worker.solver, &pos);
        if (choice.value > EVAL_LIMIT)
            assert_int_equal(result, 1);
        else if (choice.value < -EVAL_LIMIT)
            assert_int_equal(result, -1);
        else if (choice.value > 0)
            assert_true(result >= 0);
        else if (choice.value < 0)
            assert_true(result <= 0);
        claims += choice.value != 0;
    }
    assert_true(claims > SAMPLES(100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_plain_search_finds),
        cmocka_unit_test(its_claims_are_exact),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
