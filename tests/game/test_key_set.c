/* Sets of keys, and the moves that lead to a position. */
#include "test.h"

#include <string.h>

#include "game/key_set.h"
#include "game/notation.h"
#include "sample.h"

static void keys_are_found_again(void **state)
{
    enum { KEYS = 5000 };
    struct key_set set;
    struct err err;

    (void)state;
    assert_int_equal(key_set_init(&set, KEYS, &err), 0);
    for (uint64_t i = 1; i <= KEYS; i++) {
        assert_false(key_set_has(&set, i << 20));
        assert_true(key_set_add(&set, i << 20));
        assert_false(key_set_add(&set, i << 20));
    }
    for (uint64_t i = 1; i <= KEYS; i++) {
        assert_true(key_set_has(&set, i << 20));
        assert_false(key_set_has(&set, i));
    }
    key_set_release(&set);
    key_set_release(&set);
}

static void moves_reach_every_position(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        struct position pos, reached;
        struct moves moves, again;
        char text[MOVES_TEXT_SIZE];
        struct rng rng;
        struct err err;

        sample_rng(&rng, 5, i);
        sample_position(&pos, (int)(i % (CELLS - 1)), &rng);
        assert_int_equal(moves_reach(&moves, &pos), 0);
        reached = moves_position(&moves);
        assert_int_equal(reached.own, pos.own);
        assert_int_equal(reached.all, pos.all);
        assert_int_equal(reached.plies, pos.plies);
        assert_int_equal(moves_parse(&again, moves_format(&moves, text), &err), 0);
    }
}

static void impossible_positions_are_not_reached(void **state)
{
    /* Both discs of the second player lie below those of the first. */
    struct position pos = { .own = cell_bit(0, 1) | cell_bit(3, 1), .plies = 4 };
    struct moves moves;

    (void)state;
    pos.all = pos.own | cell_bit(0, 0) | cell_bit(3, 0);
    assert_int_equal(moves_reach(&moves, &pos), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_found_again),
        cmocka_unit_test(moves_reach_every_position),
        cmocka_unit_test(impossible_positions_are_not_reached),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
