/* The searches against plain minimax, over every combination of a player's keys. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "game/notation.h"
#include "reference.h"
#include "sample.h"
#include "search/fixture.h"

#define TIES           3
#define WINS           3
#define VIEWS          2
#define COMBINATIONS   (TIES * WINS * VIEWS)
#define SHALLOW_ROUNDS SAMPLES(250) /* each of all combinations, depths 1 to 3 */
#define DEEPER_ROUNDS  SAMPLES(8)   /* each of all combinations, depth 4 */
#define PRUNED_ROUNDS  SAMPLES(300) /* each of all combinations, depths 1 to 6, no reference */
#define LIMITED_ROUNDS SAMPLES(50)  /* each of all combinations, with a limit of nodes */
#define DRAWS          20000        /* random choices behind one chi-square */

/* One search: a position, the keys of a player, and what random choices draw from. */
struct task {
    struct position pos;
    struct search_keys keys;
    struct stream stream;
};

static struct search_keys keys_of(int combination, int depth)
{
    return (struct search_keys){ .depth = depth,
                                 .ties = (enum ties)(combination % TIES),
                                 .win = (enum win_rule)(combination / TIES % WINS),
                                 .view = (enum view)(combination / (TIES * WINS)) };
}

/* Half of all positions are late, where games end within the search. */
static int sample_plies(struct rng *rng)
{
    return (int)(rng_below(rng, 2) ? rng_below(rng, CELLS) : 24 + rng_below(rng, CELLS - 24));
}

static struct task make_task(struct rng *rng, int combination, int depth)
{
    struct task t = { .keys = keys_of(combination, depth) };

    sample_position(&t.pos, sample_plies(rng), rng);
    if (t.keys.win != WIN_DECAY && rng_below(rng, 2))
        t.keys.extend = EXTEND_FORCED;
    t.stream = (struct stream){ .seed = gsl_rng_get(&rng->gsl), .purpose = STREAM_MOVE };
    return t;
}

static struct choice run(const char *search, const struct task *t, const struct evaluator *ev,
                         struct worker *worker)
{
    struct search_input in = { .keys = &t->keys, .ev = ev, .pos = &t->pos };
    struct choice choice;
    struct rng rng;

    rng_open(&rng, t->stream);
    search_find(search)->choose(&in, worker, &rng, &choice);
    return choice;
}

static struct choice run_reference(const struct task *t, const struct reference *ref)
{
    struct choice choice = { .depth = t->keys.depth };
    struct rng rng;
    unsigned columns = reference_minimax(ref, &t->keys, &t->pos, &choice.value);

    rng_open(&rng, t->stream);
    choice.column = choose_tied(columns, t->keys.ties, &rng);
    return choice;
}

/* A search may say that it looked no deeper than the board is. */
static bool same_depth(const struct task *t, int a, int b)
{
    int left = CELLS - t->pos.plies;

    return (a < left ? a : left) == (b < left ? b : left);
}

static void assert_same(const struct task *t, const char *search, struct choice got,
                        struct choice wanted)
{
    if (got.column == wanted.column && got.value == wanted.value &&
        same_depth(t, got.depth, wanted.depth))
        return;
    fail_msg("%s: ties %d, win %d, view %d, extend %d, depth %d, own %#llx, all %#llx: column %d, "
             "value %d, "
             "depth %d instead of %d, %d, %d",
             search, (int)t->keys.ties, (int)t->keys.win, (int)t->keys.view, (int)t->keys.extend,
             t->keys.depth, (unsigned long long)t->pos.own, (unsigned long long)t->pos.all,
             got.column, (int)got.value, got.depth, wanted.column, (int)wanted.value, wanted.depth);
}

/* A new genome, compiled, for one round of all combinations. */
static void begin_round(struct fixture *f, struct genome *genome, struct rng *rng, uint64_t seed,
                        uint64_t round)
{
    sample_rng(rng, seed, round);
    sample_genome(genome, (enum sample_genome)(round % SAMPLE_KINDS), rng);
    genome->tables = f->tables[round % 3]; /* borrowed */
    evaluator_compile(&f->ev, genome);
}

static void compare_with_reference(struct fixture *f, uint64_t seed, uint64_t round, int depth)
{
    struct reference ref;
    struct genome genome;
    struct rng rng;

    begin_round(f, &genome, &rng, seed, round);
    reference_init(&ref, &genome);
    for (int i = 0; i < COMBINATIONS; i++) {
        struct task t = make_task(&rng, i, depth);
        struct choice wanted = run_reference(&t, &ref);

        assert_same(&t, "minimax", run("minimax", &t, &f->ev, &f->worker), wanted);
        assert_same(&t, "alphabeta", run("alphabeta", &t, &f->ev, &f->worker), wanted);
        if (depth == 1)
            assert_same(&t, "greedy", run("greedy", &t, &f->ev, &f->worker), wanted);
    }
}

static void searches_choose_what_the_reference_chooses(void **state)
{
    for (uint64_t round = 0; round < SHALLOW_ROUNDS; round++)
        compare_with_reference(*state, 1, round, 1 + (int)(round % 3));
    for (uint64_t round = 0; round < DEEPER_ROUNDS; round++)
        compare_with_reference(*state, 2, round, 4);
}

static void alphabeta_chooses_what_minimax_chooses(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct rng rng;

    for (uint64_t round = 0; round < PRUNED_ROUNDS; round++) {
        begin_round(f, &genome, &rng, 3, round);
        for (int i = 0; i < COMBINATIONS; i++) {
            struct task t = make_task(&rng, i, 1 + (int)(round % 6));
            struct choice wanted = run("minimax", &t, &f->ev, &f->worker);

            assert_same(&t, "alphabeta", run("alphabeta", &t, &f->ev, &f->worker), wanted);
        }
    }
}

/* Genomes without rules genes, whose last two plies alpha-beta searches at once: with threat,
 * zugzwang and place genes or without, with tables or without. */
static void last_two_plies_agree_with_minimax(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct rng rng;

    for (uint64_t round = 0; round < SAMPLES(210); round++) {
        begin_round(f, &genome, &rng, 13, round);
        for (int g = GENE_CLAIMED1; g <= GENE_PAIRED2; g++)
            genome.gene[g] = 0;
        for (int g = GENE_ODD1; round % 5 < 2 && g <= GENE_ZUG_END; g++)
            genome.gene[g] = 0;
        evaluator_compile(&f->ev, &genome);
        for (int i = 0; i < COMBINATIONS; i++) {
            struct task t = make_task(&rng, i, 2 + (int)(round % 4));
            struct choice wanted = run("minimax", &t, &f->ev, &f->worker);

            assert_same(&t, "alphabeta", run("alphabeta", &t, &f->ev, &f->worker), wanted);
        }
    }
}

/* Where few columns are open, minimax can go as deep as a search in several steps. */
static void deep_searches_of_late_positions_agree(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct rng rng;

    for (uint64_t round = 0; round < SAMPLES(40); round++) {
        begin_round(f, &genome, &rng, 12, round);
        for (int i = 0; i < COMBINATIONS; i++) {
            struct task t = make_task(&rng, i, 7 + (int)rng_below(&rng, 6));

            sample_position(&t.pos, 31 + (int)rng_below(&rng, 7), &rng);
            assert_same(&t, "alphabeta", run("alphabeta", &t, &f->ev, &f->worker),
                        run("minimax", &t, &f->ev, &f->worker));
        }
    }
}

/* The same position again and again, under other keys and genomes: the
 * surest way to meet an entry of the hash table that belongs to another search. */
static void searches_of_one_position_do_not_disturb_each_other(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct position pos;
    struct rng rng;

    for (uint64_t round = 0; round < SAMPLES(60); round++) {
        begin_round(f, &genome, &rng, 4, round);
        if (round % 6 == 0)
            sample_position(&pos, (int)rng_below(&rng, 30), &rng);
        for (int i = 0; i < COMBINATIONS; i++) {
            struct task t = make_task(&rng, i, 1 + (int)rng_below(&rng, 5));

            t.pos = pos;
            assert_same(&t, "alphabeta", run("alphabeta", &t, &f->ev, &f->worker),
                        run("minimax", &t, &f->ev, &f->worker));
        }
    }
}

/* The work done is part of the promise: a limit of nodes must end the search
 * at the same depth whatever the worker did before. */
static void a_fresh_worker_does_the_same_work(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct rng rng;

    for (uint64_t round = 0; round < SAMPLES(100); round++) {
        struct worker fresh;
        struct task t;
        struct choice wanted, got;
        struct err err;

        begin_round(f, &genome, &rng, 5, round);
        t = make_task(&rng, (int)(round % COMBINATIONS), 2 + (int)(round % 6));
        t.keys.nodes = round % 2 ? 1 + rng_below(&rng, 20000) : 0;
        run("alphabeta", &t, &f->ev, &f->worker);
        assert_int_equal(worker_init(&fresh, &err), 0);
        wanted = run("alphabeta", &t, &f->ev, &fresh);
        got = run("alphabeta", &t, &f->ev, &f->worker);
        assert_same(&t, "alphabeta", got, wanted);
        assert_int_equal(got.nodes, wanted.nodes);
        worker_release(&fresh);
    }
}

/* What minimax finds at the depth that a limited search says it reached. */
static struct choice at_depth(struct task t, int depth, struct fixture *f)
{
    t.keys.depth = depth;
    t.keys.nodes = 0;
    t.keys.seconds = 0;
    return run("minimax", &t, &f->ev, &f->worker);
}

static void a_limited_search_is_minimax_at_the_depth_it_reached(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct rng rng;
    int reached[7] = { 0 };

    for (uint64_t round = 0; round < LIMITED_ROUNDS; round++) {
        begin_round(f, &genome, &rng, 6, round);
        for (int i = 0; i < COMBINATIONS; i++) {
            struct task t = make_task(&rng, i, 6);
            struct choice got;

            t.keys.nodes = 1ul << rng_below(&rng, 14);
            got = run("alphabeta", &t, &f->ev, &f->worker);
            assert_in_range(got.depth, 1, 6);
            assert_same(&t, "nodes", got, at_depth(t, got.depth, f));
            reached[got.depth]++;
        }
    }
    for (int depth = 1; depth <= 6; depth++)
        assert_true(reached[depth] > 0);
}

/* The clock decides only how deep it goes. */
static void a_time_limit_ends_the_search(void **state)
{
    struct fixture *f = *state;
    struct task t = { .keys = { .depth = 5, .seconds = 1e-9 } };
    struct genome genome;
    struct rng rng;
    struct choice got;

    begin_round(f, &genome, &rng, 7, SAMPLE_SMALL);
    got = run("alphabeta", &t, &f->ev, &f->worker);
    assert_same(&t, "time", got, at_depth(t, got.depth, f));
    t.keys.seconds = 1000;
    got = run("alphabeta", &t, &f->ev, &f->worker);
    assert_int_equal(got.depth, 5);
    assert_same(&t, "time", got, at_depth(t, 5, f));
    t.keys.depth = DEPTH_LIMIT;
    t.keys.seconds = 0.05;
    got = run("alphabeta", &t, &f->ev, &f->worker);
    assert_in_range(got.depth, 1, DEPTH_LIMIT - 1);
}

/* Deeper than the cells that are left: the whole rest of the game is seen. */
static void depth_may_exceed_the_rest_of_the_game(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct reference ref;
    struct rng rng;

    for (uint64_t round = 0; round < SAMPLES(30); round++) {
        begin_round(f, &genome, &rng, 8, round);
        reference_init(&ref, &genome);
        for (int i = 0; i < COMBINATIONS; i++) {
            struct task t = make_task(&rng, i, 4 + (int)rng_below(&rng, DEPTH_LIMIT - 3));
            struct choice wanted;

            sample_position(&t.pos, 38 + (int)rng_below(&rng, 4), &rng);
            wanted = run_reference(&t, &ref);
            assert_same(&t, "minimax", run("minimax", &t, &f->ev, &f->worker), wanted);
            assert_same(&t, "alphabeta", run("alphabeta", &t, &f->ev, &f->worker), wanted);
        }
    }
}

static unsigned columns_of(uint64_t cells)
{
    unsigned columns = 0;

    for (int c = 0; c < COLUMNS; c++)
        if (cells & column_cells(c))
            columns |= 1u << c;
    return columns;
}

/* Draws many choices, asks that they fall on these columns alone, and evenly.
 * With up to six degrees of freedom chi-square exceeds 27.9 once in 10,000;
 * the streams are fixed, so what passes once passes always. */
static void assert_uniform(const char *search, struct task t, struct fixture *f, unsigned columns)
{
    unsigned long count[COLUMNS] = { 0 }, open[COLUMNS];
    int n = 0;

    for (uint64_t i = 0; i < DRAWS; i++) {
        t.stream.index = i;
        count[run(search, &t, &f->ev, &f->worker).column]++;
    }
    for (int c = 0; c < COLUMNS; c++) {
        if (columns & 1u << c)
            open[n++] = count[c];
        else
            assert_int_equal(count[c], 0);
    }
    assert_true(chi_square_uniform(open, n) < 27.9);
}

static struct task task_at(const char *text)
{
    struct task t = { .keys = { .depth = 1, .ties = TIES_RANDOM },
                      .stream = { .seed = 9, .purpose = STREAM_MOVE } };
    struct err err;

    assert_int_equal(notation_parse(&t.pos, text, &err), 0);
    return t;
}

static void random_plays_every_open_column_alike(void **state)
{
    assert_uniform("random", task_at("-"), *state, 0x7f);
    assert_uniform("random", task_at("444444"), *state, 0x77);
    assert_uniform("random", task_at("444444333333111111"), *state, 0x72);
}

/* In 112233 both sides could go on: the first player wins on d1. In 11223 it
 * is the second player's turn, who has to block there. */
static void forward_wins_else_blocks_else_plays_at_random(void **state)
{
    assert_uniform("forward", task_at("-"), *state, 0x7f);
    assert_uniform("forward", task_at("112233"), *state, 0x08);
    assert_uniform("forward", task_at("11223"), *state, 0x08);
    assert_uniform("forward", task_at("3344"), *state, 0x7f);
    assert_uniform("forward", task_at("33445"), *state, 0x22);
    assert_uniform("forward", task_at("334455"), *state, 0x22);
}

static void forward_keeps_its_order_in_random_positions(void **state)
{
    struct fixture *f = *state;

    for (uint64_t i = 0; i < SAMPLES(20000); i++) {
        struct rng rng;
        struct task t;
        uint64_t wins, blocks, playable;
        unsigned allowed;

        sample_rng(&rng, 10, i);
        t = make_task(&rng, 0, 1);
        playable = playable_cells(t.pos.all);
        wins = immediate_wins(&t.pos);
        blocks = winning_cells(t.pos.own ^ t.pos.all, t.pos.all) & playable;
        allowed = columns_of(wins ? wins : blocks ? blocks : playable);
        assert_true(allowed & 1u << run("forward", &t, &f->ev, &f->worker).column);
    }
}

/* Only wins count: on the empty board all moves tie. */
static void random_ties_are_broken_evenly(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct task t = task_at("-");

    genome_init(&genome);
    evaluator_compile(&f->ev, &genome);
    assert_uniform("greedy", t, f, 0x7f);
    t.keys.depth = 2;
    assert_uniform("minimax", t, f, 0x7f);
    assert_uniform("alphabeta", t, f, 0x7f);
    t = task_at("334455");
    t.keys.depth = 2;
    assert_uniform("alphabeta", t, f, 0x22);
}

static void ties_prefer_the_left_or_the_centre(void **state)
{
    struct rng rng;

    (void)state;
    sample_rng(&rng, 11, 0);
    for (unsigned columns = 1; columns < 1u << COLUMNS; columns++) {
        int first = choose_tied(columns, TIES_FIRST, &rng);
        int center = choose_tied(columns, TIES_CENTER, &rng);
        int random = choose_tied(columns, TIES_RANDOM, &rng);

        assert_true(columns & 1u << first);
        assert_true(columns & 1u << center);
        assert_true(columns & 1u << random);
        for (int c = 0; c < COLUMNS; c++) {
            if (!(columns & 1u << c))
                continue;
            assert_true(c >= first);
            assert_true(abs(c - 3) > abs(center - 3) ||
                        (abs(c - 3) == abs(center - 3) && c >= center));
        }
    }
}

/* With distance the nearer win is worth more, with flat both are worth the
 * same, and with decay a win is 10000 weights, less 5 percent a level. */
static void wins_are_worth_what_the_key_says(void **state)
{
    struct fixture *f = *state;
    struct genome genome;
    struct task now = task_at("334455"), later = task_at("3344");

    genome_init(&genome);
    evaluator_compile(&f->ev, &genome);
    now.keys.depth = later.keys.depth = 3;
    assert_int_equal(run("alphabeta", &now, &f->ev, &f->worker).value, WIN_VALUE - 7);
    assert_int_equal(run("alphabeta", &later, &f->ev, &f->worker).value, WIN_VALUE - 7);
    now.keys.win = later.keys.win = WIN_FLAT;
    assert_int_equal(run("alphabeta", &now, &f->ev, &f->worker).value, WIN_VALUE);
    assert_int_equal(run("alphabeta", &later, &f->ev, &f->worker).value, WIN_VALUE);
    now.keys.win = later.keys.win = WIN_DECAY;
    assert_int_equal(run("alphabeta", &now, &f->ev, &f->worker).value, 10000);
    assert_int_equal(run("alphabeta", &later, &f->ev, &f->worker).value, 9025);
}

/* At depth 1. In 3344 the first player gets two threats, in 33445 the second player cannot stop
 * both. In 4141 the fourth disc in column 4 forces a reply, after which the first player is to
 * move, while after all other moves the second player is. */
static void extended_leaves_see_what_is_forced(void **state)
{
    static const struct {
        const char *moves;
        int32_t value, extended;
    } cases[] = {
        { "3344", -EVAL_UNITS, WIN_VALUE - 7 },
        { "33445", -EVAL_UNITS, 7 - WIN_VALUE },
        { "4141", -EVAL_UNITS, EVAL_UNITS },
        { "-", -EVAL_UNITS, -EVAL_UNITS },
    };
    struct fixture *f = *state;
    struct genome genome;

    genome_init(&genome);
    genome.gene[GENE_TEMPO] = 1;
    evaluator_compile(&f->ev, &genome);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct task t = task_at(cases[i].moves);

        assert_int_equal(run("alphabeta", &t, &f->ev, &f->worker).value, cases[i].value);
        t.keys.extend = EXTEND_FORCED;
        assert_int_equal(run("alphabeta", &t, &f->ev, &f->worker).value, cases[i].extended);
        assert_int_equal(run("greedy", &t, &f->ev, &f->worker).value, cases[i].extended);
    }
}

/* What is added is found by name and number, and is listed with the others. */
static void test_searches_can_be_added(void **state)
{
    static const struct search sleepy = { .name = "sleepy",
                                          .help = "plays anything",
                                          .choose = choose_random,
                                          .takes = TAKES_ITERATIONS };
    char names[SEARCH_NAMES_SIZE];
    int n = 0;

    (void)state;
    for (; search_at(n); n++)
        assert_int_equal(search_index(search_at(n)), n);
    assert_null(search_find("sleepy"));
    assert_int_equal(search_index(&sleepy), -1);
    search_add(&sleepy);
    assert_ptr_equal(search_find("sleepy"), &sleepy);
    assert_int_equal(search_index(&sleepy), n);
    assert_ptr_equal(search_at(n), &sleepy);
    assert_null(search_at(n + 1));
    assert_null(search_at(-1));
    assert_string_equal(search_names(TAKES_ITERATIONS, names, sizeof names), "mcts and sleepy");
    assert_string_equal(search_names(TAKES_NODES, names, sizeof names), "alphabeta and best");
    assert_string_equal(search_names(0, names, sizeof names),
                        "random, forward, greedy, minimax, alphabeta, best, expectimax, mcts, "
                        "perfect, victor, sleepy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_choose_what_the_reference_chooses),
        cmocka_unit_test(alphabeta_chooses_what_minimax_chooses),
        cmocka_unit_test(last_two_plies_agree_with_minimax),
        cmocka_unit_test(deep_searches_of_late_positions_agree),
        cmocka_unit_test(searches_of_one_position_do_not_disturb_each_other),
        cmocka_unit_test(a_fresh_worker_does_the_same_work),
        cmocka_unit_test(a_limited_search_is_minimax_at_the_depth_it_reached),
        cmocka_unit_test(a_time_limit_ends_the_search),
        cmocka_unit_test(depth_may_exceed_the_rest_of_the_game),
        cmocka_unit_test(random_plays_every_open_column_alike),
        cmocka_unit_test(forward_wins_else_blocks_else_plays_at_random),
        cmocka_unit_test(forward_keeps_its_order_in_random_positions),
        cmocka_unit_test(random_ties_are_broken_evenly),
        cmocka_unit_test(ties_prefer_the_left_or_the_centre),
        cmocka_unit_test(wins_are_worth_what_the_key_says),
        cmocka_unit_test(extended_leaves_see_what_is_forced),
        cmocka_unit_test(test_searches_can_be_added),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
