/* The moves that searches expect, and searches that are watched and stopped. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include "sample.h"
#include "search/pv.h"
#include "search/fixture.h"

#define COMBINATIONS 36 /* of ties, win and view, with leaves extended or not */
#define ROUNDS       SAMPLES(4)
#define STOP_ROUNDS  SAMPLES(30)

/* What a watch was told, step by step. */
struct told {
    struct choice choice[CELLS + 1];
    struct moves pv[CELLS + 1];
    int n;
    int stop_after; /* steps; 0 for never */
    atomic_bool stop;
};

static void take_step(void *context, const struct choice *choice, const struct moves *pv)
{
    struct told *told = context;

    assert_true(told->n <= CELLS);
    told->choice[told->n] = *choice;
    told->pv[told->n++] = *pv;
    if (told->n == told->stop_after)
        atomic_store(&told->stop, true);
}

static struct choice choose(struct fixture *f, const struct position *pos,
                            const struct search_keys *keys, struct told *told)
{
    struct search_watch watch = { .step = take_step, .context = told };
    struct search_input in = {
        .keys = keys, .ev = &f->ev, .pos = pos, .watch = told ? &watch : NULL
    };
    struct choice choice;
    struct rng rng;

    rng_open(&rng, (struct stream){ .seed = 5, .index = (uint64_t)pos->plies });
    worker_set_stop(&f->worker, told ? &told->stop : NULL);
    choose_alphabeta(&in, &f->worker, &rng, &choice);
    worker_set_stop(&f->worker, NULL);
    return choice;
}

static struct search_keys keys_of(int combination, int depth)
{
    struct search_keys keys = { .depth = depth,
                                .ties = (enum ties)(combination % 3),
                                .win = (enum win_rule)(combination / 3 % 3),
                                .view = (enum view)(combination / 9 % 2) };

    if (combination >= COMBINATIONS / 2 && keys.win != WIN_DECAY)
        keys.extend = EXTEND_FORCED;
    return keys;
}

static void begin_round(struct fixture *f, struct rng *rng, uint64_t seed, uint64_t round)
{
    sample_rng(rng, seed, round);
    sample_genome(&f->genome, (enum sample_genome)(round % SAMPLE_KINDS), rng);
    evaluator_compile(&f->ev, &f->genome);
    reference_init(&f->ref, &f->genome);
}

/*
 * Plays a pv and asks the reference, at every position of it and through the
 * same eyes, whether the next move is one of the best that are left.
 */
static void check_pv(struct fixture *f, const struct position *root, struct search_keys keys,
                     int depth, const struct moves *pv)
{
    struct position pos = *root;
    enum side viewer = leaf_viewer(keys.view, root, depth);
    bool moving = keys.view == VIEW_MOVER; /* the same leaves have the same viewer */

    assert_true(pv->n >= 1 && pv->n <= depth);
    for (int i = 0; i < pv->n; i++) {
        int32_t value;
        unsigned best;

        assert_int_equal(position_outcome(&pos), OUTCOME_NONE);
        keys.depth = depth - i;
        if (!moving)
            keys.view = side_to_move(&pos) == viewer ? VIEW_ROOT : VIEW_OTHER;
        best = reference_minimax(&f->ref, &keys, &pos, &value);
        assert_true(best & 1u << pv->column[i]);
        position_play(&pos, playable_cells(pos.all) & column_cells(pv->column[i]));
    }
}

/* The end of the game, or of the depth. */
static void check_complete(const struct position *root, int depth, const struct moves *pv)
{
    struct position pos = *root;

    for (int i = 0; i < pv->n; i++)
        position_play(&pos, playable_cells(pos.all) & column_cells(pv->column[i]));
    assert_true(pv->n == depth || position_outcome(&pos) != OUTCOME_NONE);
}

static void test_pvs_keep_the_value(void **state)
{
    struct fixture *f = *state;
    const struct search *searches[] = { search_find("alphabeta"), search_find("minimax") };
    struct rng rng;

    for (uint64_t round = 0; round < ROUNDS; round++) {
        begin_round(f, &rng, 61, round);
        for (int i = 0; i < COMBINATIONS; i++) {
            struct search_keys keys = keys_of(i, 1 + (int)rng_below(&rng, 4));
            struct search_input in = { .keys = &keys, .ev = &f->ev };
            struct position pos;
            struct choice choice;
            struct moves pv;

            sample_position(&pos, (int)rng_below(&rng, CELLS - 4), &rng);
            in.pos = &pos;
            choice = choose(f, &pos, &keys, NULL);
            pv_find(searches[round % 2], &in, &choice, &f->worker, &pv);
            check_pv(f, &pos, keys, choice.depth, &pv);
            check_complete(&pos, choice.depth, &pv);
            assert_int_equal(pv.column[0], choice.column);
        }
    }
}

static void test_every_step_is_told(void **state)
{
    struct fixture *f = *state;
    struct rng rng;
    int full = 0, all = 0;

    for (uint64_t round = 0; round < ROUNDS; round++) {
        begin_round(f, &rng, 62, round);
        for (int i = 0; i < COMBINATIONS; i++) {
            int depth = 1 + (int)rng_below(&rng, 4);
            struct search_keys keys = keys_of(i, depth);
            struct told told = { 0 };
            struct choice watched, plain;
            struct position pos;

            sample_position(&pos, (int)rng_below(&rng, CELLS - 4), &rng);
            plain = choose(f, &pos, &keys, NULL);
            watched = choose(f, &pos, &keys, &told);
            assert_int_equal(watched.column, plain.column);
            assert_int_equal(watched.value, plain.value);
            assert_int_equal(watched.depth, depth);
            assert_int_equal(told.n, depth);
            for (int d = 1; d <= depth; d++) {
                assert_int_equal(told.choice[d - 1].depth, d);
                assert_int_equal(told.choice[d - 1].column, told.pv[d - 1].column[0]);
                check_pv(f, &pos, keys, d, &told.pv[d - 1]);
                full += told.pv[d - 1].n == d;
                all++;
            }
        }
    }
    assert_true(full > all / 2); /* those that end early are the exception */
}

/* Who looks on sees the same nodes, so that a limit of nodes ends at the same place. */
static void test_a_limit_of_nodes_is_that_of_the_unwatched(void **state)
{
    struct fixture *f = *state;
    struct rng rng;

    for (uint64_t round = 0; round < STOP_ROUNDS; round++) {
        struct search_keys keys = keys_of((int)(round % COMBINATIONS), DEPTH_LIMIT);
        struct told told = { 0 };
        struct choice watched, plain;
        struct position pos;

        begin_round(f, &rng, 63, round);
        sample_position(&pos, (int)rng_below(&rng, 20), &rng);
        keys.nodes = 1 + rng_below(&rng, 30000);
        plain = choose(f, &pos, &keys, NULL);
        watched = choose(f, &pos, &keys, &told);
        assert_int_equal(watched.column, plain.column);
        assert_int_equal(watched.depth, plain.depth);
        assert_int_equal(watched.nodes, plain.nodes);
        assert_int_equal(told.n, plain.depth);
    }
}

static void test_stopping_keeps_the_last_step(void **state)
{
    struct fixture *f = *state;
    struct rng rng;

    for (uint64_t round = 0; round < STOP_ROUNDS; round++) {
        struct search_keys keys = keys_of((int)(round % COMBINATIONS), DEPTH_LIMIT);
        struct search_keys fixed = keys;
        struct told told = { .stop_after = 1 + (int)(round % 6) };
        struct choice stopped, plain;
        struct position pos;

        begin_round(f, &rng, 64, round);
        sample_position(&pos, (int)rng_below(&rng, 12), &rng);
        stopped = choose(f, &pos, &keys, &told);
        assert_in_range(stopped.depth, told.stop_after, CELLS);
        assert_int_equal(stopped.depth, told.n);
        fixed.depth = stopped.depth;
        plain = choose(f, &pos, &fixed, NULL);
        assert_int_equal(stopped.column, plain.column);
        assert_int_equal(stopped.value, plain.value);
    }
}

static void test_stopped_before_it_begins_it_still_moves(void **state)
{
    struct fixture *f = *state;
    struct search_keys keys = { .depth = DEPTH_LIMIT };
    struct position pos = { 0 };
    struct told told = { 0 };
    struct choice choice;
    struct rng rng;

    begin_round(f, &rng, 65, 0);
    atomic_store(&told.stop, true);
    choice = choose(f, &pos, &keys, &told);
    assert_in_range(choice.column, 0, COLUMNS - 1);
    assert_in_range(choice.nodes, 1, 10000);
}

/* Without a watch there may be no finished step, but always a move that can be played. */
static void test_every_search_that_is_stopped_can_still_move(void **state)
{
    struct fixture *f = *state;
    const atomic_bool stop = true;
    struct search_keys keys = { .depth = 14 };
    const struct search *s;
    struct rng rng;

    begin_round(f, &rng, 67, 0);
    worker_set_stop(&f->worker, &stop);
    for (int i = 0; (s = search_at(i)); i++) {
        struct position pos = { 0 };
        struct search_input in = { .keys = &keys, .ev = &f->ev, .pos = &pos };
        struct choice choice;

        if (!s->can_stop && strcmp(s->name, "perfect") != 0)
            continue;
        s->choose(&in, &f->worker, &rng, &choice);
        assert_in_range(choice.column, 0, COLUMNS - 1);
        assert_true(choice.nodes < 100000);
    }
    worker_set_stop(&f->worker, NULL);
}

/* Three in the bottom row, open at both ends: the pv shows how it ends, however deep the look. */
static void test_a_pv_ends_with_the_win(void **state)
{
    struct fixture *f = *state;
    struct search_keys keys = { .depth = 9, .ties = TIES_CENTER };
    struct told told = { 0 };
    struct position pos;
    struct err err;
    struct rng rng;

    begin_round(f, &rng, 66, 0);
    assert_int_equal(notation_parse(&pos, "44335", &err), 0);
    choose(f, &pos, &keys, &told);
    for (int i = 1; i < told.n; i++)
        assert_int_equal(told.pv[i].n, 2);
    assert_int_equal(notation_parse(&pos, "414141", &err), 0);
    told = (struct told){ 0 };
    choose(f, &pos, &keys, &told);
    for (int i = 0; i < told.n; i++) {
        assert_int_equal(told.pv[i].n, 1);
        assert_int_equal(told.pv[i].column[0], 3);
    }
}

static void test_perfect_play_expects_the_end_of_the_game(void **state)
{
    struct fixture *f = *state;
    const struct search *perfect = search_find("perfect");
    struct search_keys keys = { .depth = 5, .ties = TIES_CENTER };
    struct position pos;
    struct search_input in = { .keys = &keys, .pos = &pos };
    struct choice choice;
    struct moves pv;
    struct err err;

    assert_int_equal(notation_parse(&pos, "2252576253462244111563365343671351441", &err), 0);
    perfect->choose(&in, &f->worker, NULL, &choice);
    pv_find(perfect, &in, &choice, &f->worker, &pv);
    for (int i = 0; i < pv.n; i++) {
        assert_int_equal(position_outcome(&pos), OUTCOME_NONE);
        position_play(&pos, playable_cells(pos.all) & column_cells(pv.column[i]));
    }
    assert_int_not_equal(position_outcome(&pos), OUTCOME_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pvs_keep_the_value),
        cmocka_unit_test(test_every_step_is_told),
        cmocka_unit_test(test_a_limit_of_nodes_is_that_of_the_unwatched),
        cmocka_unit_test(test_stopping_keeps_the_last_step),
        cmocka_unit_test(test_stopped_before_it_begins_it_still_moves),
        cmocka_unit_test(test_every_search_that_is_stopped_can_still_move),
        cmocka_unit_test(test_a_pv_ends_with_the_win),
        cmocka_unit_test(test_perfect_play_expects_the_end_of_the_game),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
