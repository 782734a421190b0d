/* explain: the parts add up to the player's own value, for every kind of player. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include "sample.h"
#include "truth/explain.h"
#include "truth/solved.h"

static int make_worker(void **state)
{
    static struct worker worker;
    struct err err;

    *state = &worker;
    return worker_init(&worker, &err);
}

static int free_worker(void **state)
{
    worker_release(*state);
    return 0;
}

static struct explanation *explained(const char *text, const struct position *pos, uint64_t seed,
                                     struct worker *worker, struct player *player)
{
    struct explanation *e = malloc(sizeof *e);
    struct explain_input in = { .player = player, .pos = *pos, .seed = seed };
    struct err err;

    assert_non_null(e);
    if (player_parse(player, text, &err) || explain_position(e, &in, worker, &err))
        fail_msg("%s: %s", text, err.text);
    return e;
}

static void check_sums(const struct explanation *e)
{
    assert_int_equal(split_sum(&e->parts), e->value);
    for (int i = 0; i < COLUMNS; i++)
        if (e->column[i].has_value)
            assert_int_equal(split_sum(&e->column[i].parts), e->column[i].value);
}

static const char *const players[] = {
    "champion:depth=1",
    "champion:depth=4",
    "champion:depth=5,view=mover",
    "truthful:depth=4",
    "truthful:depth=3,view=mover,search=minimax",
    "fevalb:depth=6,ties=random,win=flat",
    "fevala:search=minimax,depth=3,win=decay,view=mover",
    "champion:depth=4,win=decay",
    "cs7is2:search=greedy",
    "cs7is2:search=expectimax,depth=3",
    "sethi-sum:sample=10,depth=4",
    "truthful:sample=20,depth=2",
    "champion:nodes=3000",
    "wineval:depth=4",
    "champion:depth=4,extend=forced",
    "truthful:depth=3,extend=forced,view=mover",
    "champion:depth=1,extend=forced",
    "champion:search=victor,depth=3",
    "victor",
    "random",
    "forward",
    "mcts:iterations=300",
    "perfect:book=none",
};

static void parts_add_up_for_all_players(void **state)
{
    for (size_t p = 0; p < sizeof players / sizeof *players; p++)
        for (uint64_t i = 0; i < SAMPLES(25); i++) {
            struct explanation *e;
            struct player player;
            struct position pos;
            struct rng rng;

            sample_rng(&rng, 95, i);
            sample_position(&pos, 18 + (int)rng_below(&rng, CELLS - 18), &rng);
            e = explained(players[p], &pos, i, *state, &player);
            check_sums(e);
            free(e);
            player_release(&player);
        }
}

/* The value of each column is that of plain minimax, and the best of them is the choice. */
static void values_are_those_of_minimax(void **state)
{
    static const char *const texts[] = { "champion:depth=4",
                                         "truthful:depth=3,view=mover",
                                         "fevala:depth=3,win=decay,view=mover",
                                         "fevalb:depth=2,win=flat",
                                         "champion:depth=3,extend=forced",
                                         "truthful:depth=2,extend=forced,view=mover" };

    for (uint64_t i = 0; i < SAMPLES(60); i++) {
        struct explanation *e;
        struct reference ref;
        struct player player;
        struct position pos;
        struct rng rng;
        unsigned best;
        int32_t value;

        sample_rng(&rng, 96, i);
        sample_position(&pos, 18 + (int)rng_below(&rng, CELLS - 18), &rng);
        e = explained(texts[i % 6], &pos, i, *state, &player);
        reference_init(&ref, &player.genome);
        best = reference_minimax(&ref, &player.keys, &pos, &value);
        assert_int_equal(e->choice.value, value);
        if (player.keys.win == WIN_DECAY)
            value *= EVAL_UNITS;
        assert_int_equal(e->value, value);
        assert_int_equal(e->column[e->choice.column].value, value);
        for (int c = 0; c < COLUMNS; c++)
            if (e->column[c].open)
                assert_int_equal(e->column[c].value == value, best >> c & 1);
        free(e);
        player_release(&player);
    }
}

static void columns_have_exact_results(void **state)
{
    struct worker *worker = *state;

    for (uint64_t i = 0; i < SAMPLES(100); i++) {
        struct explanation *e;
        struct player player;
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 97, i);
        sample_position(&pos, 20 + (int)rng_below(&rng, CELLS - 20), &rng);
        e = explained("fevalb:depth=2", &pos, 1, worker, &player);
        for (int c = 0; c < COLUMNS; c++) {
            struct position next = pos;
            int score;

            if (!e->column[c].open)
                continue;
            position_play(&next, playable_cells(pos.all) & column_cells(c));
            score = -solver_score(&worker->solver, &next);
            assert_int_equal(e->column[c].score, score);
            assert_int_equal(e->column[c].mistake,
                             result_of_score(score) < result_of_score(e->best));
            /* What rules prove after a move is true. */
            if (e->column[c].claim == PROOF_WON)
                assert_true(score > 0);
            if (e->column[c].claim == PROOF_NOT_LOST)
                assert_true(score >= 0);
        }
        free(e);
        player_release(&player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up_for_all_players),
        cmocka_unit_test(values_are_those_of_minimax),
        cmocka_unit_test(columns_have_exact_results),
    };

    return cmocka_run_group_tests(tests, make_worker, free_worker);
}
