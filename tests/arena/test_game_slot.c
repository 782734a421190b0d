/* Results that travel with as much of them as is wanted. */
#include "test.h"

#include <string.h>

#include "arena/game_slot.h"
#include "base/stream.h"

/* A result with moves of that number. */
static struct game_result random_result(struct rng *rng, int moves)
{
    struct game_result result;

    memset(&result, 0, sizeof result); /* padding, too, as they are compared as bytes */
    result.outcome = (signed char)(GAME_LOST + (int)rng_below(rng, 3));
    result.moves.n = (unsigned char)moves;
    for (int i = 0; i < moves; i++)
        result.moves.column[i] = (unsigned char)rng_below(rng, COLUMNS);
    result.nodes[0] = rng_below(rng, 1000000);
    result.nodes[1] = rng_below(rng, 1000000);
    return result;
}

/* Through a slot, into a place that holds something else. */
static struct game_result travel(enum game_detail detail, const struct game_result *result)
{
    unsigned char slot[sizeof(struct game_result) + 1];
    struct game_result there;

    memset(slot, 0xa5, sizeof slot);
    memset(&there, 0x5a, sizeof there);
    game_slot_put(detail, result, slot);
    assert_int_equal(slot[game_slot_size(detail)], 0xa5);
    game_slot_take(detail, slot, &there);
    return there;
}

static void what_is_wanted_arrives(void **state)
{
    struct rng rng;

    (void)state;
    rng_open(&rng, (struct stream){ 1, 2, STREAM_GAME, 3 });
    for (int moves = 0; moves <= CELLS; moves++) {
        struct game_result result = random_result(&rng, moves), there;

        there = travel(GAME_WHOLE, &result);
        assert_memory_equal(&there, &result, sizeof there);
        there = travel(GAME_MOVES, &result);
        assert_int_equal(there.outcome, result.outcome);
        assert_int_equal(there.moves.n, moves);
        assert_memory_equal(there.moves.column, result.moves.column, (size_t)moves);
        assert_int_equal(there.nodes[0] + there.nodes[1], 0);
        there = travel(GAME_OUTCOME, &result);
        assert_int_equal(there.outcome, result.outcome);
        assert_int_equal(there.moves.n, 0);
        assert_int_equal(there.nodes[0] + there.nodes[1], 0);
    }
}

static void less_is_smaller(void **state)
{
    (void)state;
    assert_int_equal(game_slot_size(GAME_WHOLE), sizeof(struct game_result));
    assert_true(game_slot_size(GAME_MOVES) <= 2 + CELLS / 2 + 1);
    assert_int_equal(game_slot_size(GAME_OUTCOME), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wanted_arrives),
        cmocka_unit_test(less_is_smaller),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
