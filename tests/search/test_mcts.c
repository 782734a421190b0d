/* Monte Carlo tree search: its tree adds up, its limits hold, and it finds what there is to find. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "game/notation.h"
#include "sample.h"
#include "search/worker.h"
#include "search/search.h"
#include "search/fixture.h"

#define SMALL_TREE 500 /* nodes: soon full */
#define ENDGAMES   60

static struct choice run(struct worker *worker, const struct position *pos,
                         const struct search_keys *keys, uint64_t seed)
{
    struct search_input in = { .keys = keys, .pos = pos };
    struct choice choice;
    struct rng rng;

    sample_rng(&rng, 4, seed);
    search_find("mcts")->choose(&in, worker, &rng, &choice);
    return choice;
}

/* Checks the node and all below; returns how many there are. `full`: the tree may have had no
 * room for children, so that games were played out from the node more than once. */
static uint32_t check_node(const struct mcts *m, const struct mcts_node *node,
                           const struct position *pos, bool full)
{
    bool root = node == m->node;
    uint32_t visits = 0, score = 0, tried = 0, count = 1, i = 0;
    bool over = position_outcome(pos) != OUTCOME_NONE;

    assert_true(node->score <= 2 * node->visits);
    if (node->visits > 0) {
        assert_int_equal(node->end != MCTS_OPEN, over);
        if (over)
            assert_int_equal(node->score, node->end == MCTS_WON ? 2 * node->visits : node->visits);
    }
    if (!node->first)
        return count;
    assert_false(over);
    assert_int_equal(node->children, bit_count(playable_cells(pos->all)));
    for (uint64_t moves = playable_cells(pos->all); moves; moves &= moves - 1, i++) {
        const struct mcts_node *child = &m->node[node->first + i];
        struct position next = *pos;

        assert_true(node->first + i < m->used);
        position_play(&next, moves & -moves);
        count += check_node(m, child, &next, full);
        visits += child->visits;
        score += 2 * child->visits - child->score;
        tried += child->visits > 0;
    }
    assert_int_equal(node->tried, tried);
    /* All visits but the first, which was a roll-out from here, went on to a child. */
    if (root || !full)
        assert_int_equal(node->visits, visits + !root);
    assert_true(node->visits >= visits + !root);
    assert_true(node->score >= score);
    assert_true(node->score - score <= 2 * (node->visits - visits));
    return count;
}

static void counts_add_up_at_every_node(void **state)
{
    struct fixture *f = *state;
    struct mcts *m = &f->worker.mcts;

    for (uint64_t i = 0; i < SAMPLES(60); i++) {
        struct position pos;
        struct rng rng;
        uint32_t n = 1 + (uint32_t)(i * i * i % 7919);

        sample_rng(&rng, 1, i);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        assert_int_equal(mcts_grow(m, &pos, n, 0, i), n);
        assert_int_equal(m->node->visits, n);
        assert_int_equal(check_node(m, m->node, &pos, false), m->used);
    }
}

/* When there is no room left the search goes on, and all that must still add up does. */
static void a_full_tree_still_counts(void **state)
{
    struct mcts m;
    struct err err;

    (void)state;
    assert_int_equal(mcts_init(&m, SMALL_TREE, &err), 0);
    for (uint64_t i = 0; i < 20; i++) {
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 2, i);
        sample_position(&pos, (int)rng_below(&rng, 12), &rng);
        assert_int_equal(mcts_grow(&m, &pos, 5000, 0, i), 5000);
        assert_true(m.used > SMALL_TREE - COLUMNS && m.used <= SMALL_TREE);
        assert_int_equal(m.node->visits, 5000);
        assert_int_equal(check_node(&m, m.node, &pos, true), m.used);
    }
    mcts_release(&m);
    assert_null(m.node);
}

static void limits_of_iterations_are_exact(void **state)
{
    static const uint32_t limits[] = { 1, 2, 6, 7, 8, 127, 128, 129, 5000 };
    struct fixture *f = *state;
    struct position pos = { 0 };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct search_keys keys = { .iterations = limits[i] };
        struct choice choice = run(&f->worker, &pos, &keys, i);

        assert_int_equal(choice.nodes, limits[i]);
        assert_in_range(choice.column, 0, COLUMNS - 1);
        keys.seconds = 3600; /* the other limit comes first */
        assert_int_equal(run(&f->worker, &pos, &keys, i).nodes, limits[i]);
    }
}

static void a_limit_of_time_ends_the_search(void **state)
{
    struct fixture *f = *state;
    struct position pos = { 0 };
    struct search_keys keys = { .seconds = 1e-6 };

    assert_in_range(run(&f->worker, &pos, &keys, 1).nodes, 1, 128);
    keys.iterations = MCTS_MAX_ITERATIONS;
    assert_in_range(run(&f->worker, &pos, &keys, 1).nodes, 1, 128);
}

/* The same seed gives the same choice, on a worker that has just searched something else too. */
static void a_choice_depends_on_the_seed_alone(void **state)
{
    struct fixture *f = *state;
    int differ = 0;

    for (uint64_t i = 0; i < 40; i++) {
        struct search_keys keys = { .iterations = 50 + (uint32_t)i * 20 };
        struct choice one, same, other;
        struct position pos;
        struct worker fresh;
        struct rng rng;
        struct err err;

        sample_rng(&rng, 3, i);
        sample_position(&pos, (int)rng_below(&rng, 20), &rng);
        one = run(&f->worker, &pos, &keys, i);
        other = run(&f->worker, &pos, &keys, i + 1000);
        assert_int_equal(worker_init(&fresh, &err), 0);
        same = run(&fresh, &pos, &keys, i);
        worker_release(&fresh);
        assert_int_equal(one.column, same.column);
        assert_int_equal(one.value, same.value);
        assert_int_equal(one.depth, same.depth);
        differ += one.value != other.value;
    }
    assert_true(differ > 20);
}

/* Wins that are there at once, and blocks that do not lose at once themselves. */
static void it_finds_every_win_and_block(void **state)
{
    struct fixture *f = *state;
    int wins = 0, blocks = 0;

    for (uint64_t i = 0; i < SAMPLES(800); i++) {
        struct search_keys keys = { .iterations = 5000,
                                    .final = i % 2 ? FINAL_RATIO : FINAL_VISITS };
        uint64_t playable, winning, forced;
        struct position pos;
        struct choice choice;
        struct rng rng;

        sample_rng(&rng, 5, i);
        sample_position(&pos, 6 + (int)rng_below(&rng, CELLS - 6), &rng);
        playable = playable_cells(pos.all);
        winning = immediate_wins(&pos);
        forced = winning_cells(pos.own ^ pos.all, pos.all) & playable;
        if (!winning && (!forced || forced & (forced - 1) || playable == forced ||
                         winning_cells(pos.own ^ pos.all, pos.all) & forced << 1))
            continue;
        choice = run(&f->worker, &pos, &keys, i);
        if (winning && !(winning & column_cells(choice.column)))
            fail_msg("case %d: column %d does not win", (int)i, choice.column);
        if (!winning && !(forced & column_cells(choice.column)))
            fail_msg("case %d: column %d does not block", (int)i, choice.column);
        if (winning)
            assert_true(choice.value > 900 || keys.final == FINAL_VISITS);
        wins += winning != 0;
        blocks += winning == 0;
    }
    assert_true(wins > SAMPLES(100) && blocks > SAMPLES(100));
}

/* Endgames that the solver knows: mistakes vanish with iterations, and the share of points goes
 * to that of the exact result. */
static void it_converges_to_the_exact_result(void **state)
{
    static const uint32_t iterations[] = { 30, 1000, 30000 };
    struct fixture *f = *state;
    int mistakes[3] = { 0 };
    double off[3] = { 0 };

    for (uint64_t i = 0; i < ENDGAMES; i++) {
        int score[COLUMNS], best = SOLVER_NO_MOVE;
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 6, i);
        sample_position(&pos, 26 + (int)rng_below(&rng, 12), &rng);
        assert_int_equal(solver_moves(&f->worker.solver, &pos, score), 0);
        for (int c = 0; c < COLUMNS; c++)
            best = score[c] > best ? score[c] : best;
        for (int k = 0; k < 3; k++) {
            struct search_keys keys = { .iterations = iterations[k] };
            struct choice choice = run(&f->worker, &pos, &keys, i);
            int got = score[choice.column];
            double exact = best > 0 ? 1 : best < 0 ? 0 : 0.5;

            mistakes[k] += (got > 0) - (got < 0) < (best > 0) - (best < 0);
            off[k] += fabs((double)choice.value / EVAL_UNITS - exact) / ENDGAMES;
        }
    }
    assert_true(mistakes[0] > 0);
    assert_int_equal(mistakes[2], 0);
    assert_true(off[0] > off[1] && off[1] > off[2] && off[2] < 0.02);
}

/* The two rules for the final move, on the children that the search leaves behind. */
static void the_final_move_is_the_best_by_its_rule(void **state)
{
    struct fixture *f = *state;
    int differ = 0;

    for (uint64_t i = 0; i < SAMPLES(300); i++) {
        int chosen[2];
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 7, i);
        sample_position(&pos, (int)rng_below(&rng, 30), &rng);
        for (int ratio = 0; ratio < 2; ratio++) {
            struct search_keys keys = { .iterations = 60,
                                        .ties = (enum ties)(i % 3),
                                        .final = ratio ? FINAL_RATIO : FINAL_VISITS };
            struct choice choice = run(&f->worker, &pos, &keys, i);
            const struct mcts_node *child = &f->worker.mcts.node[f->worker.mcts.node->first];
            double best = -1, mine = -2;

            chosen[ratio] = choice.column;
            for (uint64_t moves = playable_cells(pos.all); moves; moves &= moves - 1, child++) {
                double merit = child->visits;

                if (ratio && child->visits)
                    merit = child->score / merit;
                else if (ratio)
                    continue;
                best = merit > best ? merit : best;
                if (bit_column(moves) == choice.column)
                    mine = merit;
            }
            assert_true(mine == best);
        }
        differ += chosen[0] != chosen[1];
    }
    assert_true(differ > 0);
}

/* Random roll-outs: from the empty board the first player scores what random play does, and
 * every column is opened alike. */
static void rollouts_are_random_play(void **state)
{
    struct fixture *f = *state;
    struct mcts *m = &f->worker.mcts;
    unsigned long opened[COLUMNS] = { 0 };
    struct position pos = { 0 };
    double points = 0;

    for (uint64_t i = 0; i < 21000; i++) {
        mcts_grow(m, &pos, 1, 0, i * UINT64_C(0x2545f4914f6cdd1d));
        for (int c = 0; c < COLUMNS; c++)
            opened[c] += m->node[m->node->first + (uint32_t)c].visits;
        points += 1 - m->node->score / 2.0;
    }
    assert_true(chi_square_uniform(opened, COLUMNS) < 22.5); /* 6 degrees: one in a thousand */
    points /= 21000;
    /* In a million games between two players `random` the first one scored 0.5565. */
    assert_true(fabs(points - 0.5565) < 0.014);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_add_up_at_every_node),
        cmocka_unit_test(a_full_tree_still_counts),
        cmocka_unit_test(limits_of_iterations_are_exact),
        cmocka_unit_test(a_limit_of_time_ends_the_search),
        cmocka_unit_test(a_choice_depends_on_the_seed_alone),
        cmocka_unit_test(it_finds_every_win_and_block),
        cmocka_unit_test(it_converges_to_the_exact_result),
        cmocka_unit_test(the_final_move_is_the_best_by_its_rule),
        cmocka_unit_test(rollouts_are_random_play),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
