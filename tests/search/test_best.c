/* Alpha-beta and the solver together, against the exact scores of all moves. */
#include "test.h"

#include <stdlib.h>

#include "sample.h"
#include "search/book.h"
#include "search/fixture.h"

#define ROUNDS  SAMPLES(600)
#define NODES   400000 /* enough to solve any position of 24 plies */
#define OVERRUN 2000   /* nodes beyond the limit, at most, to name a move after all */

static struct choice run(struct fixture *f, struct worker *worker, const struct position *pos,
                         const struct search_keys *keys)
{
    struct search_input in = { .keys = keys, .ev = &f->ev, .pos = pos };
    struct choice choice;
    struct rng rng;

    rng_open(&rng, (struct stream){ .seed = 1, .purpose = STREAM_MOVE });
    search_find("best")->choose(&in, worker, &rng, &choice);
    assert_true(playable_cells(pos->all) & column_cells(choice.column));
    return choice;
}

static struct search_keys keys_of(uint64_t combination, uint64_t nodes)
{
    return (struct search_keys){ .depth = DEPTH_LIMIT,
                                 .ties = (enum ties)(combination % 3),
                                 .win = combination / 3 % 2 ? WIN_FLAT : WIN_DISTANCE,
                                 .view = (enum view)(combination / 6 % 2),
                                 .extend = combination / 12 % 2 ? EXTEND_FORCED : EXTEND_NONE,
                                 .nodes = nodes };
}

static void begin_round(struct fixture *f, struct rng *rng, uint64_t seed, uint64_t round)
{
    sample_rng(rng, seed, round);
    sample_genome(&f->genome, (enum sample_genome)(round % SAMPLE_KINDS), rng);
    evaluator_compile(&f->ev, &f->genome);
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

/* What the choice says it knows is so: the result, and the distance if it names one. */
static void check_proof(const struct position *pos, const struct search_keys *keys,
                        const struct choice *choice, const int score[COLUMNS])
{
    int best = SOLVER_NO_MOVE, got = score[choice->column];

    for (int c = 0; c < COLUMNS; c++)
        best = score[c] > best ? score[c] : best;
    assert_int_equal(sign(choice->value), sign(best));
    assert_int_equal(sign(got), sign(best));
    if (best == 0) {
        assert_int_equal(choice->value, 0);
        return;
    }
    assert_true(abs(choice->value) > EVAL_LIMIT);
    if (keys->win == WIN_FLAT) {
        assert_int_equal(abs(choice->value), WIN_VALUE);
    } else if (abs(choice->value) != BOOK_WIN && !keys->extend) {
        assert_int_equal(got, best);
        assert_int_equal(abs(choice->value), WIN_VALUE - score_end_plies(best, pos->plies));
    }
}

static bool is_proved(const struct position *pos, const struct choice *choice)
{
    return choice->depth == CELLS - pos->plies;
}

static void what_is_proved_is_so(void **state)
{
    struct fixture *f = *state;
    int proved = 0, open = 0;
    struct solver s;
    struct err err;

    assert_int_equal(solver_init(&s, 1, &err), 0);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct search_keys keys = keys_of(round, 0);
        struct choice choice;
        struct position pos;
        int score[COLUMNS];
        struct rng rng;

        begin_round(f, &rng, 41, round);
        sample_position(&pos, 16 + (int)rng_below(&rng, CELLS - 16), &rng);
        keys.nodes = 1 + rng_below(&rng, 1ul << (2 + rng_below(&rng, 16)));
        if (round % 5 == 0)
            keys.depth = 1 + (int)rng_below(&rng, 6);
        choice = run(f, &f->worker, &pos, &keys);
        assert_in_range(choice.nodes, 0, keys.nodes + OVERRUN);
        if (is_proved(&pos, &choice)) {
            assert_int_equal(solver_moves(&s, &pos, score), 0);
            check_proof(&pos, &keys, &choice, score);
            proved++;
        } else {
            open++;
        }
    }
    assert_true(proved > ROUNDS / 4 && open > ROUNDS / 10);
    solver_release(&s);
}

/* With distances, unless extended leaves find another way to win. */
static void enough_nodes_solve_late_positions(void **state)
{
    struct fixture *f = *state;
    struct solver s;
    struct err err;

    assert_int_equal(solver_init(&s, 1, &err), 0);
    for (uint64_t round = 0; round < SAMPLES(100); round++) {
        struct search_keys keys = keys_of(round, NODES);
        struct choice choice;
        struct position pos;
        int score[COLUMNS];
        struct rng rng;

        begin_round(f, &rng, 42, round);
        sample_position(&pos, 24 + (int)rng_below(&rng, CELLS - 24), &rng);
        choice = run(f, &f->worker, &pos, &keys);
        assert_true(is_proved(&pos, &choice) || bit_count(playable_cells(pos.all)) == 1);
        assert_int_equal(solver_moves(&s, &pos, score), 0);
        if (is_proved(&pos, &choice))
            check_proof(&pos, &keys, &choice, score);
    }
    solver_release(&s);
}

/* Of the public test sets, with their scores. */
static void public_positions_are_solved(void **state)
{
    static const struct {
        const char *moves;
        int score;
    } cases[] = {
        { "2252576253462244111563365343671351441", -1 },
        { "7422341735647741166133573473242566", 1 },
        { "23163416124767223154467471272416755633", 0 },
        { "65214673556155731566316327373221417", -1 },
        { "52753311433677442422121", 8 },
        { "1233722555341451114725221333", -1 },
        { "271713432331713132", -11 },
        { "763452543756455357732314", -8 },
    };
    struct fixture *f = *state;
    struct rng rng;

    begin_round(f, &rng, 43, SAMPLE_LINES);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct search_keys keys = { .depth = DEPTH_LIMIT, .nodes = NODES };
        struct choice choice;
        struct position pos;
        int32_t wanted = 0;
        struct err err;

        assert_int_equal(notation_parse(&pos, cases[i].moves, &err), 0);
        choice = run(f, &f->worker, &pos, &keys);
        if (cases[i].score)
            wanted =
                sign(cases[i].score) * (WIN_VALUE - score_end_plies(cases[i].score, pos.plies));
        if (abs(choice.value) != BOOK_WIN)
            assert_int_equal(choice.value, wanted);
        assert_int_equal(sign(choice.value), sign(cases[i].score));
    }
}

/* A limit of nodes gives the same whatever the worker remembers. */
static void a_fresh_worker_does_the_same_work(void **state)
{
    struct fixture *f = *state;

    for (uint64_t round = 0; round < SAMPLES(60); round++) {
        struct search_keys keys = keys_of(round, 0);
        struct choice wanted, got;
        struct worker fresh;
        struct position pos;
        struct err err;
        struct rng rng;

        begin_round(f, &rng, 44, round);
        sample_position(&pos, (int)rng_below(&rng, 36), &rng);
        keys.nodes = 1 + rng_below(&rng, 60000);
        if (round % 6 == 5) { /* a depth alone is a limit, too */
            keys.nodes = 0;
            keys.depth = 1 + (int)rng_below(&rng, 6);
        }
        assert_int_equal(worker_init(&fresh, &err), 0);
        wanted = run(f, &fresh, &pos, &keys);
        run(f, &f->worker, &pos, &keys);
        got = run(f, &f->worker, &pos, &keys);
        assert_int_equal(got.column, wanted.column);
        assert_int_equal(got.value, wanted.value);
        assert_int_equal(got.depth, wanted.depth);
        assert_int_equal(got.nodes, wanted.nodes);
        worker_release(&fresh);
    }
}

/* Before any proof it is alpha-beta. */
static void a_few_nodes_are_alphabeta(void **state)
{
    struct fixture *f = *state;

    for (uint64_t round = 0; round < SAMPLES(100); round++) {
        struct search_keys keys = keys_of(3 * round, 1 + round % 100);
        struct search_input in = { .keys = &keys, .ev = &f->ev };
        struct choice wanted, got;
        struct position pos;
        struct rng rng;

        begin_round(f, &rng, 45, round);
        sample_position(&pos, (int)rng_below(&rng, 12), &rng);
        got = run(f, &f->worker, &pos, &keys);
        if (abs(got.value) > EVAL_LIMIT)
            continue;
        in.pos = &pos;
        keys.nodes = 0;
        keys.depth = got.depth;
        choose_alphabeta(&in, &f->worker, &rng, &wanted);
        assert_int_equal(got.column, wanted.column);
        assert_int_equal(got.value, wanted.value);
    }
}

/* The clock decides only when it ends. */
static void a_time_limit_ends_the_search(void **state)
{
    struct fixture *f = *state;
    struct search_keys keys = { .depth = DEPTH_LIMIT, .seconds = 1e-9 };
    struct position pos = { 0 };
    struct rng rng;

    begin_round(f, &rng, 46, SAMPLE_LINES);
    assert_int_equal(run(f, &f->worker, &pos, &keys).depth, 1);
    keys.seconds = 0.03;
    assert_in_range(run(f, &f->worker, &pos, &keys).depth, 2, CELLS - 1);
    assert_int_equal(f->worker.solver.node_limit, 0);
    assert_true(f->worker.solver.deadline_s == 0);
    assert_null(f->worker.solver.book);
}

/* Up to the plies of the book the result takes no searching. */
static void the_book_tells_the_result(void **state)
{
    struct fixture *f = *state;
    struct search_keys keys = { .depth = DEPTH_LIMIT, .nodes = 60000 };
    struct solver_book solver_book;
    struct book book;
    struct solver s;
    struct err err;

    assert_int_equal(book_read_shipped(&book, &err), 0);
    assert_true(book.n > 0);
    solver_book = book_for_solver(&book);
    assert_int_equal(solver_init(&s, 1, &err), 0);
    s.book = &solver_book;
    keys.book = &book;
    for (uint64_t round = 0; round < SAMPLES(60); round++) {
        struct position pos, next;
        struct choice choice;
        struct rng rng;
        int result;

        begin_round(f, &rng, 47, round);
        sample_position(&pos, 3 + (int)rng_below(&rng, 5), &rng);
        choice = run(f, &f->worker, &pos, &keys);
        assert_true(is_proved(&pos, &choice));
        result = solver_wdl(&s, &pos);
        next = pos;
        position_play(&next, playable_cells(pos.all) & column_cells(choice.column));
        assert_int_equal(sign(choice.value), result);
        assert_int_equal(solver_wdl(&s, &next), -result);
    }
    solver_release(&s);
    book_release(&book);
}

static void remember_step(void *context, const struct choice *choice, const struct moves *pv)
{
    struct choice *told = context;

    assert_int_equal(pv->column[0], choice->column);
    assert_true(choice->nodes >= told->nodes);
    *told = *choice;
}

/* The last step that is told is the choice; watching changes nothing. */
static void steps_are_told(void **state)
{
    struct fixture *f = *state;

    for (uint64_t round = 0; round < SAMPLES(60); round++) {
        struct search_keys keys = keys_of(3 * round, 1 + 500 * round);
        struct choice told = { 0 }, plain, watched;
        struct search_watch watch = { .step = remember_step, .context = &told };
        struct position pos;
        struct search_input in = { .keys = &keys, .ev = &f->ev, .pos = &pos, .watch = &watch };
        struct rng rng;

        begin_round(f, &rng, 48, round);
        sample_position(&pos, (int)rng_below(&rng, 36), &rng);
        plain = run(f, &f->worker, &pos, &keys);
        choose_best(&in, &f->worker, &rng, &watched);
        assert_int_equal(watched.column, plain.column);
        assert_int_equal(watched.nodes, plain.nodes);
        assert_int_equal(told.column, plain.column);
        assert_int_equal(told.value, plain.value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proved_is_so),
        cmocka_unit_test(enough_nodes_solve_late_positions),
        cmocka_unit_test(public_positions_are_solved),
        cmocka_unit_test(a_fresh_worker_does_the_same_work),
        cmocka_unit_test(a_few_nodes_are_alphabeta),
        cmocka_unit_test(a_time_limit_ends_the_search),
        cmocka_unit_test(the_book_tells_the_result),
        cmocka_unit_test(steps_are_told),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
