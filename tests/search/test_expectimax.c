/* Expectimax against an average that is taken as a person would: on an array of cells, by plain
 * recursion, in exact fractions. */
#include "test.h"

#include <stdlib.h>

#include "game/notation.h"
#include "reference.h"
#include "sample.h"
#include "search/fixture.h"

#define ROUNDS SAMPLES(40) /* each of all combinations, depths 1 to 4 */
#define COMBOS 18          /* ties, win rules and views */
#define WHOLE  176400      /* 420 x 420: divisible by all products of two numbers of columns */

struct average {
    const struct reference *ref;
    const struct search_keys *keys;
    enum side chooser;
    enum side viewer;
};

static enum side to_move(const struct ref_board *b)
{
    return b->plies % 2 ? SIDE_SECOND : SIDE_FIRST;
}

/* Do the discs of the side that moved last hold four in a line? */
static bool is_won(const struct ref_board *b)
{
    static const int way[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };
    int who = to_move(b) == SIDE_FIRST ? REF_SECOND : REF_FIRST;

    for (int start = 0; start < CELLS; start++) {
        for (int w = 0; w < 4; w++) {
            int n = 0, c = start / ROWS, r = start % ROWS;

            for (; c < COLUMNS && r >= 0 && r < ROWS && b->cell[c][r] == who; n++) {
                c += way[w][0];
                r += way[w][1];
            }
            if (n >= 4)
                return true;
        }
    }
    return false;
}

/* Values are for the chooser, times WHOLE; under decay in whole weights. */
static int64_t value_of(const struct average *a, const struct ref_board *b, int depth);

static int64_t end_value(const struct average *a, const struct ref_board *b)
{
    int64_t value = a->keys->win == WIN_DECAY  ? 10000
                    : a->keys->win == WIN_FLAT ? (int64_t)WIN_VALUE * WHOLE
                                               : (int64_t)(WIN_VALUE - b->plies) * WHOLE;

    return to_move(b) == a->chooser ? -value : value;
}

static int64_t leaf_of(const struct average *a, const struct ref_board *b)
{
    int64_t value = reference_value(a->ref, b, a->viewer);

    if (a->viewer != a->chooser)
        value = -value;
    return a->keys->win == WIN_DECAY ? value / EVAL_UNITS : value * WHOLE;
}

static int64_t after(const struct average *a, const struct ref_board *b, int column, int depth)
{
    struct ref_board next = *b;

    next.cell[column][next.height[column]++] = to_move(b) == SIDE_FIRST ? REF_FIRST : REF_SECOND;
    next.plies++;
    return value_of(a, &next, depth - 1);
}

static int64_t value_of(const struct average *a, const struct ref_board *b, int depth)
{
    int64_t best = INT64_MIN, total = 0;
    int n = 0;

    if (is_won(b))
        return end_value(a, b);
    if (b->plies == CELLS)
        return 0;
    if (depth == 0)
        return leaf_of(a, b);
    for (int c = 0; c < COLUMNS; c++) {
        if (b->height[c] < ROWS) {
            int64_t value = after(a, b, c, depth);

            total += value;
            best = value > best ? value : best;
            n++;
        }
    }
    if (a->keys->win == WIN_DECAY)
        return to_move(b) == a->chooser ? 19 * best / 20 : 19 * total / (20 * n);
    if (to_move(b) == a->chooser)
        return best;
    assert_true(total % n == 0);
    return total / n;
}

static unsigned best_columns(const struct average *a, const struct position *pos, int64_t *best)
{
    struct ref_board b = ref_board_of(pos);
    unsigned columns = 0;

    *best = INT64_MIN;
    for (int c = 0; c < COLUMNS; c++) {
        int64_t value = b.height[c] < ROWS ? after(a, &b, c, a->keys->depth) : INT64_MIN;

        if (value > *best)
            columns = 0;
        if (value >= *best && value != INT64_MIN)
            columns |= 1u << c;
        *best = value > *best ? value : *best;
    }
    return columns;
}

static struct choice run(struct fixture *f, const char *search, const struct position *pos,
                         const struct search_keys *keys, uint64_t seed)
{
    struct search_input in = { .keys = keys, .ev = &f->ev, .pos = pos };
    struct choice choice;
    struct rng rng;

    sample_rng(&rng, seed, 0);
    search_find(search)->choose(&in, &f->worker, &rng, &choice);
    return choice;
}

static void check(struct fixture *f, const struct reference *ref, const struct position *pos,
                  const struct search_keys *keys)
{
    enum side chooser = side_to_move(pos);
    bool chooser_views = keys->view == VIEW_ROOT || keys->depth % 2 == 1;
    struct average a = { ref, keys, chooser, chooser_views ? chooser : (enum side) !chooser };
    struct choice got = run(f, "expectimax", pos, keys, 1);
    int64_t best;
    unsigned columns = best_columns(&a, pos, &best);
    struct rng rng;
    int wanted;

    sample_rng(&rng, 1, 0);
    wanted = choose_tied(columns, keys->ties, &rng);
    if (keys->win != WIN_DECAY)
        best /= WHOLE;
    if (got.column != wanted || got.value != best)
        fail_msg("depth %d, win %d, view %d, ties %d, plies %d: column %d, value %d; on average "
                 "%d, %lld",
                 keys->depth, (int)keys->win, (int)keys->view, (int)keys->ties, pos->plies,
                 got.column, (int)got.value, wanted, (long long)best);
}

static void it_takes_averages(void **state)
{
    struct fixture *f = *state;

    for (int round = 0; round < ROUNDS; round++) {
        struct reference ref;
        struct genome genome;
        struct rng rng;

        sample_rng(&rng, 5, (uint64_t)round);
        sample_genome(&genome, (enum sample_genome)(round % SAMPLE_KINDS), &rng);
        evaluator_compile(&f->ev, &genome);
        reference_init(&ref, &genome);
        for (int combo = 0; combo < COMBOS; combo++) {
            int depth = round % 10 == 9 ? 4 : 1 + combo % 3;
            struct search_keys keys = { .depth = depth,
                                        .ties = (enum ties)rng_below(&rng, 3),
                                        .win = (enum win_rule)(combo / 3 % 3),
                                        .view = (enum view)(combo / 9) };
            struct position pos;

            sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
            check(f, &ref, &pos, &keys);
        }
    }
}

/* With nothing left to reply, there is nothing to average. */
static void at_one_ply_it_is_greedy(void **state)
{
    struct fixture *f = *state;

    for (uint64_t i = 0; i < SAMPLES(500); i++) {
        struct search_keys keys = { .depth = 1, .ties = (enum ties)(i % 3) };
        struct genome genome;
        struct position pos;
        struct choice a, b;
        struct rng rng;

        sample_rng(&rng, 6, i);
        sample_genome(&genome, (enum sample_genome)(i % SAMPLE_KINDS), &rng);
        evaluator_compile(&f->ev, &genome);
        sample_position(&pos, (int)rng_below(&rng, CELLS), &rng);
        a = run(f, "expectimax", &pos, &keys, i);
        b = run(f, "greedy", &pos, &keys, i);
        assert_int_equal(a.column, b.column);
        assert_int_equal(a.value, b.value);
    }
}

/* Exact averages: on a symmetric board the mirrored columns tie, at any depth. */
static void mirrored_columns_tie(void **state)
{
    static const char *const symmetric[] = { "-", "4", "44", "345", "444", "1474", "2464" };
    struct fixture *f = *state;

    for (uint64_t i = 0; i < SAMPLES(42); i++) {
        struct search_keys keys = { .depth = 2 + (int)(i % 3), .ties = TIES_RANDOM };
        unsigned seen = 0;
        struct genome genome;
        struct position pos;
        struct err err;
        struct rng rng;

        sample_rng(&rng, 7, i);
        sample_genome(&genome, SAMPLE_LINES, &rng);
        evaluator_compile(&f->ev, &genome);
        assert_int_equal(notation_parse(&pos, symmetric[i % 7], &err), 0);
        for (uint64_t seed = 0; seed < 20; seed++)
            seen |= 1u << run(f, "expectimax", &pos, &keys, seed).column;
        for (int c = 0; c < COLUMNS; c++)
            assert_int_equal(seen >> c & 1, seen >> (COLUMNS - 1 - c) & 1);
    }
}

/* Three discs with both ends open: whatever is blocked, one reply of seven wins. */
static void it_hopes_where_minimax_despairs(void **state)
{
    struct fixture *f = *state;
    struct search_keys keys = { .depth = 2, .ties = TIES_RANDOM, .win = WIN_FLAT };
    unsigned seen = 0;
    struct genome genome;
    struct position pos;
    struct err err;

    genome_init(&genome);
    evaluator_compile(&f->ev, &genome);
    assert_int_equal(notation_parse(&pos, "44553", &err), 0);
    assert_int_equal(run(f, "minimax", &pos, &keys, 1).value, -WIN_VALUE);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct choice choice = run(f, "expectimax", &pos, &keys, seed);

        assert_int_equal(choice.value, -WIN_VALUE / 7);
        seen |= 1u << choice.column;
    }
    assert_int_equal(seen, 1u << 1 | 1u << 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_takes_averages),
        cmocka_unit_test(at_one_ply_it_is_greedy),
        cmocka_unit_test(mirrored_columns_tie),
        cmocka_unit_test(it_hopes_where_minimax_despairs),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
