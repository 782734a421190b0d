/* What searches think of every column: the same by alpha-beta as by plain minimax, and the best are
 * those of the reference. */
#include "test.h"

#include <stdlib.h>

#include "reference.h"
#include "sample.h"
#include "search/fixture.h"
#include "search/move_values.h"

#define COMBINATIONS 18 /* of ties, win and view */
#define POSITIONS    SAMPLES(12)

static struct search_keys keys_of(int combination, int depth)
{
    return (struct search_keys){ .depth = depth,
                                 .ties = (enum ties)(combination % 3),
                                 .win = (enum win_rule)(combination / 3 % 3),
                                 .view = (enum view)(combination / 9) };
}

/* The values of all columns, after the search has chosen. */
static struct choice ask(struct fixture *f, const char *name, const struct search_keys *keys,
                         const struct position *pos, int32_t value[COLUMNS])
{
    const struct search *search = search_find(name);
    struct stream stream = { .seed = 3, .purpose = STREAM_MOVE, .index = (uint64_t)pos->plies };
    struct search_input in = { .keys = keys, .ev = &f->ev, .pos = pos };
    struct choice choice;
    struct rng rng;

    assert_true(search->has_values);
    rng_open(&rng, stream);
    search->choose(&in, &f->worker, &rng, &choice);
    for (int c = 0; c < COLUMNS; c++)
        value[c] = values_of(search, &in, &choice, stream, &f->worker, c);
    return choice;
}

static void prepare(struct fixture *f, enum sample_genome kind, struct rng *rng)
{
    sample_genome(&f->genome, kind, rng);
    evaluator_compile(&f->ev, &f->genome);
    reference_init(&f->ref, &f->genome);
}

static unsigned columns_worth(const int32_t value[COLUMNS], int32_t best)
{
    unsigned columns = 0;

    for (int c = 0; c < COLUMNS; c++)
        if (value[c] == best)
            columns |= 1u << c;
    return columns;
}

static void check_position(struct fixture *f, const struct search_keys *keys,
                           const struct position *pos)
{
    int32_t fast[COLUMNS], plain[COLUMNS], best;
    struct choice choice = ask(f, "alphabeta", keys, pos, fast);
    unsigned columns = reference_minimax(&f->ref, keys, pos, &best);

    ask(f, "minimax", keys, pos, plain);
    assert_memory_equal(fast, plain, sizeof fast);
    assert_int_equal(columns_worth(fast, best), columns);
    assert_true(columns & 1u << choice.column);
    for (int c = 0; c < COLUMNS; c++) {
        bool full = !(playable_cells(pos->all) & column_cells(c));

        assert_int_equal(fast[c] == VALUES_NO_MOVE, full);
        assert_true(fast[c] <= best);
    }
}

static void values_are_those_of_minimax(void **state)
{
    struct fixture *f = *state;

    for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
        for (int i = 0; i < POSITIONS; i++) {
            struct search_keys keys = keys_of((5 * i + kind) % COMBINATIONS, 1 + i % 4);
            struct position pos;
            struct rng rng;

            sample_rng(&rng, 91, (uint64_t)(100 * kind + i));
            prepare(f, (enum sample_genome)kind, &rng);
            sample_position(&pos, (7 * i + kind) % CELLS, &rng);
            check_position(f, &keys, &pos);
        }
    }
}

/* A limit of nodes ends at some depth; the values are those of that depth. */
static void limits_do_not_cut_values(void **state)
{
    struct fixture *f = *state;

    for (int i = 0; i < POSITIONS; i++) {
        struct search_keys limited = { .depth = DEPTH_LIMIT, .nodes = 3000 };
        struct search_keys fixed = { 0 };
        int32_t value[COLUMNS], again[COLUMNS];
        struct position pos;
        struct choice choice;
        struct rng rng;

        sample_rng(&rng, 92, (uint64_t)i);
        prepare(f, SAMPLE_FAMILIES, &rng);
        sample_position(&pos, 3 * i % 30, &rng);
        choice = ask(f, "alphabeta", &limited, &pos, value);
        fixed.depth = choice.depth;
        ask(f, "alphabeta", &fixed, &pos, again);
        assert_memory_equal(value, again, sizeof value);
    }
}

/* Greedy looks one ply ahead whatever the depth says. */
static void greedy_looks_at_its_own_move(void **state)
{
    struct fixture *f = *state;
    struct search_keys deep = { .depth = 5 }, one = { .depth = 1 };
    int32_t greedy[COLUMNS], minimax[COLUMNS];
    struct position pos;
    struct rng rng;

    sample_rng(&rng, 93, 0);
    prepare(f, SAMPLE_FULL, &rng);
    sample_position(&pos, 11, &rng);
    ask(f, "greedy", &deep, &pos, greedy);
    ask(f, "minimax", &one, &pos, minimax);
    assert_memory_equal(greedy, minimax, sizeof greedy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_minimax),
        cmocka_unit_test(limits_do_not_cut_values),
        cmocka_unit_test(greedy_looks_at_its_own_move),
    };

    return cmocka_run_group_tests(tests, make_fixture, free_fixture);
}
