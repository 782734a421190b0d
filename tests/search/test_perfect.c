/* Perfect play against the exact scores of all moves. */
#include "test.h"

#include <stdlib.h>

#include "sample.h"
#include "search/search.h"
#include "search/worker.h"

#define POSITIONS SAMPLES(2000)
#define GAMES     SAMPLES(200)

static int make_worker(void **state)
{
    struct worker *worker = malloc(sizeof *worker);
    struct err err;

    if (!worker || worker_init(worker, &err) != 0)
        return -1;
    *state = worker;
    return 0;
}

static int free_worker(void **state)
{
    worker_release(*state);
    free(*state);
    return 0;
}

static struct choice play(struct worker *worker, const struct position *pos, enum ties ties,
                          uint64_t seed)
{
    struct search_keys keys = { .depth = 1, .ties = ties };
    struct search_input in = { .keys = &keys, .pos = pos };
    struct choice choice;
    struct rng rng;

    rng_open(&rng, (struct stream){ .seed = seed, .purpose = STREAM_MOVE });
    search_find("perfect")->choose(&in, worker, &rng, &choice);
    return choice;
}

/* All columns with the best score, by a solver of its own. */
static unsigned best_of(struct solver *s, const struct position *pos, int *best)
{
    int score[COLUMNS];
    unsigned columns = 0;

    assert_int_equal(solver_moves(s, pos, score), 0);
    *best = -CELLS;
    for (int c = 0; c < COLUMNS; c++) {
        if (score[c] > *best) {
            *best = score[c];
            columns = 0;
        }
        if (score[c] == *best && score[c] != SOLVER_NO_MOVE)
            columns |= 1u << c;
    }
    return columns;
}

static void the_move_keeps_the_exact_score(void **state)
{
    unsigned seen = 0; /* random choices reach more than one column */
    struct solver s;
    struct err err;
    struct rng rng;

    sample_rng(&rng, 1, 0);
    assert_int_equal(solver_init(&s, 4, &err), 0);
    for (int i = 0; i < POSITIONS; i++) {
        struct position pos;
        unsigned columns;
        int best;

        sample_position(&pos, 20 + (int)rng_below(&rng, CELLS - 20), &rng);
        columns = best_of(&s, &pos, &best);
        assert_int_equal(play(*state, &pos, TIES_FIRST, 1).column,
                         choose_tied(columns, TIES_FIRST, NULL));
        assert_int_equal(play(*state, &pos, TIES_CENTER, 1).column,
                         choose_tied(columns, TIES_CENTER, NULL));
        for (uint64_t seed = 1; seed <= 4; seed++) {
            int column = play(*state, &pos, TIES_RANDOM, seed).column;

            assert_true(columns >> column & 1);
            seen |= column != choose_tied(columns, TIES_FIRST, NULL);
        }
    }
    assert_true(seen);
    solver_release(&s);
}

/* Where both sides play perfectly, the game ends when the score and the value say. */
static void games_end_when_the_score_says(void **state)
{
    struct solver s;
    struct err err;
    struct rng rng;

    sample_rng(&rng, 2, 0);
    assert_int_equal(solver_init(&s, 4, &err), 0);
    for (int i = 0; i < GAMES; i++) {
        struct position pos;
        int32_t value;
        int score, end;

        sample_position(&pos, 22 + (int)rng_below(&rng, 16), &rng);
        score = solver_score(&s, &pos);
        end = score ? score_end_plies(score, pos.plies) : CELLS;
        value = play(*state, &pos, TIES_CENTER, 1).value;
        assert_int_equal((value > 0) - (value < 0), (score > 0) - (score < 0));
        assert_int_equal(abs(value), score ? WIN_VALUE - end : 0);
        while (position_outcome(&pos) == OUTCOME_NONE) {
            int column = play(*state, &pos, TIES_RANDOM, (uint64_t)i).column;

            position_play(&pos, playable_cells(pos.all) & column_cells(column));
        }
        assert_int_equal(pos.plies, end);
        assert_int_equal(has_four(pos.own ^ pos.all), score != 0);
    }
    solver_release(&s);
}

static void the_end_follows_from_the_score(void **state)
{
    (void)state;
    assert_int_equal(score_end_plies(1, 0), 41); /* the 21st disc of the first player */
    assert_int_equal(score_end_plies(1, 1), 42); /* and of the second */
    assert_int_equal(score_end_plies(-1, 0), 42);
    assert_int_equal(score_end_plies(-1, 1), 41);
    assert_int_equal(score_end_plies(18, 6), 7);
    assert_int_equal(score_end_plies(-18, 6), 8);
    assert_int_equal(score_end_plies(18, 7), 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_move_keeps_the_exact_score),
        cmocka_unit_test(games_end_when_the_score_says),
        cmocka_unit_test(the_end_follows_from_the_score),
    };

    return cmocka_run_group_tests(tests, make_worker, free_worker);
}
