/* The hash table of a worker: what one search stores, no other may take for its own. */
#include "test.h"

#include "search/hash.h"

#define BITS 4

static void an_entry_is_current_only_in_its_own_search(void **state)
{
    const uint64_t key = UINT64_C(0x1abcdef012345);
    struct hash hash;
    struct err err;

    (void)state;
    assert_int_equal(hash_init(&hash, BITS, &err), 0);
    hash_begin(&hash, BITS);
    assert_false(hash_current(&hash, hash_slot(&hash, key), key));
    hash_store(&hash, hash_slot(&hash, key), key, -5, BOUND_EXACT, 3);
    assert_true(hash_current(&hash, hash_slot(&hash, key), key));
    assert_false(hash_current(&hash, hash_slot(&hash, key), key ^ 1));
    assert_int_equal(hash_slot(&hash, key)->value, -5);
    assert_int_equal(hash_slot(&hash, key)->column, 3);
    /* The generation has few bits: go more than three times round. */
    for (int i = 0; i < 100000; i++) {
        hash_begin(&hash, BITS);
        assert_false(hash_current(&hash, hash_slot(&hash, key), key));
    }
    hash_release(&hash);
}

/* Whatever its generation, a search finds the moves of its own earlier steps
 * and none of an earlier search: only so does it always do the same work. */
static void hints_live_as_long_as_the_search(void **state)
{
    const uint64_t key = UINT64_C(0x1abcdef012345);
    struct hash hash;
    struct err err;

    (void)state;
    assert_int_equal(hash_init(&hash, BITS, &err), 0);
    for (int i = 0; i < 20000; i++) {
        struct hash_entry *entry;

        hash_begin(&hash, BITS);
        entry = hash_slot(&hash, key);
        assert_int_equal(hash_hint(&hash, entry, key), HASH_NO_MOVE);
        hash_store(&hash, entry, key, 0, BOUND_EXACT, i % 7);
        for (int step = 0; step < i % (HASH_STEPS + 1); step++) {
            hash_deepen(&hash);
            assert_int_equal(hash_hint(&hash, entry, key), i % 7);
            assert_int_equal(hash_hint(&hash, entry, key ^ 1), HASH_NO_MOVE);
            assert_false(hash_current(&hash, entry, key));
        }
    }
    hash_release(&hash);
}

/* A table that shrinks and grows between searches stays within what is allocated. */
static void slots_lie_within_the_table(void **state)
{
    struct hash hash;
    struct err err;

    (void)state;
    assert_int_equal(hash_init(&hash, BITS, &err), 0);
    for (int bits = 1; bits < 30; bits++) {
        hash_begin(&hash, bits);
        for (uint64_t key = 0; key < 1000; key++) {
            const struct hash_entry *slot = hash_slot(&hash, key * UINT64_C(0x123456789ab));
            long limit = 1l << (bits < BITS ? bits : BITS);

            assert_in_range(slot - hash.entry, 0, limit - 1);
        }
    }
    hash_release(&hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_is_current_only_in_its_own_search),
        cmocka_unit_test(hints_live_as_long_as_the_search),
        cmocka_unit_test(slots_lie_within_the_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
