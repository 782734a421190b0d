/* Positions that are drawn, read and solved. */
#include "files.h"
#include "solving.h"

static const char sets[] = "24:30,30:20";

static void positions_are_drawn_as_asked(void **state)
{
    struct solved_set set = drawn_set(sets);

    (void)state;
    assert_int_equal(set.n, 50);
    for (size_t i = 0; i < set.n; i++) {
        const struct solved_position *p = &set.list[i];

        assert_int_equal(p->pos.plies, i < 30 ? 24 : 30);
        assert_int_equal(position_outcome(&p->pos), OUTCOME_NONE);
        assert_int_equal(opening_set_of(&p->pos, SOLVED_SEED), OPENING_TEST);
        for (size_t k = 0; k < i; k++)
            assert_true(set.list[k].key != p->key);
    }
    solved_release(&set);
}

static void sets_are_told_from_files(void **state)
{
    static const char *const wrong[] = { "0:5",     "41:5", "8:0",   "8:", "8:5,",
                                         "8:5,8:6", "8",    "8:5:6", ":5", "8:99999999" };
    struct err err;

    (void)state;
    assert_true(solved_is_sets("8:200"));
    assert_true(solved_is_sets("8:200,16:500"));
    assert_false(solved_is_sets("positions.txt"));
    assert_false(solved_is_sets("8"));
    assert_false(solved_is_sets("8:200.txt"));
    assert_int_equal(solved_check_sets("8:200,16:500", &err), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(solved_check_sets(wrong[i], &err), -1);
}

static void files_may_say_more_than_positions(void **state)
{
    struct temp_file file =
        temp_file_make("# a comment\n\n112233 18\n44\t0 and more\n44\n-\n1,2,3\n");
    struct solved_set set;
    struct err err;

    (void)state;
    assert_int_equal(solved_read(&set, file.path, &err), 0);
    assert_int_equal(set.n, 5);
    assert_int_equal(set.list[0].pos.plies, 6);
    assert_int_equal(set.list[2].pos.plies, 2);
    assert_int_equal(set.list[3].pos.plies, 0);
    assert_int_equal(set.list[4].pos.plies, 1);
    solved_release(&set);
    temp_file_remove(&file);
}

static void expect_refusal(const char *content, const char *message)
{
    struct temp_file file = temp_file_make(content);
    struct solved_set set;
    struct err err;

    assert_int_equal(solved_read(&set, file.path, &err), -1);
    if (!strstr(err.text, message))
        fail_msg("'%s' does not say '%s'", err.text, message);
    assert_null(set.list);
    temp_file_remove(&file);
}

static void files_that_are_wrong_are_refused(void **state)
{
    struct solved_set set;
    struct err err;

    (void)state;
    expect_refusal("44\n1121314\n", ":2: ");
    expect_refusal("44\n1121314\n", "the game is over");
    expect_refusal("44\n11213141\n", "already been won");
    expect_refusal("48\n", ":1: ");
    expect_refusal("# nothing\n", "no position");
    assert_int_equal(solved_read(&set, "/no/such/file", &err), -1);
}

static void scores_are_the_solvers_for_any_number_of_threads(void **state)
{
    struct solved_set one = drawn_set(sets), two = drawn_set(sets);
    struct solver solver;
    struct err err, note;
    int score[COLUMNS];

    (void)state;
    solve_with(&one, NULL, 1, &note);
    solve_with(&two, NULL, 2, &note);
    assert_same_scores(&one, &two);
    assert_int_equal(solver_init(&solver, 0, &err), 0);
    for (size_t i = 0; i < one.n; i++) {
        assert_int_equal(solver_moves(&solver, &one.list[i].pos, score), 0);
        for (int c = 0; c < COLUMNS; c++)
            assert_int_equal(one.list[i].score[c], score[c]);
        assert_int_equal(one.list[i].best, solver_score(&solver, &one.list[i].pos));
    }
    solver_release(&solver);
    solved_release(&one);
    solved_release(&two);
}

static void results_are_seen_from_the_first_player(void **state)
{
    struct solved_set set = drawn_and_solved("23:20,24:20");
    struct position pos[40];
    signed char result[40];
    struct pool pool;
    bool finished;
    struct err err;

    (void)state;
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    for (size_t i = 0; i < 40; i++)
        pos[i] = set.list[i].pos;
    assert_int_equal(
        solved_find_results(pos, 40, &pool, &(struct watch){ 0 }, result, &finished, &err), 0);
    assert_true(finished);
    pool_release(&pool);
    for (size_t i = 0; i < 40; i++) {
        int wdl = result_of_score(set.list[i].best);

        assert_int_equal(result[i], set.list[i].pos.plies % 2 == 0 ? wdl : -wdl);
    }
    solved_release(&set);
}

static void a_stop_is_obeyed(void **state)
{
    atomic_bool stop = 1;
    struct watch watch = { .stop = &stop };
    struct solved_set set = drawn_set("24:5");
    signed char result;
    struct pool pool;
    bool finished = true;
    struct err note, err;

    (void)state;
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(solved_find_scores(&set, NULL, &pool, &watch, &finished, &note, &err), 0);
    assert_false(finished);
    assert_int_equal(
        solved_find_results(&set.list[0].pos, 1, &pool, &watch, &result, &finished, &err), 0);
    assert_false(finished);
    pool_release(&pool);
    solved_release(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_drawn_as_asked),
        cmocka_unit_test(sets_are_told_from_files),
        cmocka_unit_test(files_may_say_more_than_positions),
        cmocka_unit_test(files_that_are_wrong_are_refused),
        cmocka_unit_test(scores_are_the_solvers_for_any_number_of_threads),
        cmocka_unit_test(results_are_seen_from_the_first_player),
        cmocka_unit_test(a_stop_is_obeyed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
