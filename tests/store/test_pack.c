/* Packing: what goes in comes out, in few bytes, and other bytes are no games. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "store/pack.h"
#include "store/sample_run.h"

#define GAMES_MAX 20

static void games_come_back_in_few_bytes(void **state)
{
    struct game_result game[GAMES_MAX], back[GAMES_MAX];
    unsigned char bytes[GAMES_MAX * PACKED_GAME_MAX];
    size_t total = 0, games = 0;

    (void)state;
    for (uint64_t i = 0; i < SAMPLES(5000); i++) {
        struct rng rng;
        size_t n, size;

        sample_rng(&rng, 10, i);
        n = rng_below(&rng, GAMES_MAX + 1);
        for (size_t k = 0; k < n; k++)
            any_game(&game[k], &rng);
        size = pack_games(bytes, game, n);
        assert_true(size <= n * PACKED_GAME_MAX);
        assert_int_equal(unpack_games(back, n, bytes, size), 0);
        for (size_t k = 0; k < n; k++)
            assert_true(same_game(&game[k], &back[k]));
        total += size;
        games += n;
    }
    assert_true(PACKED_GAME_MAX <= 20);
    assert_true((double)total / (double)games < 12); /* random games are short */
}

/* Every length, every outcome, every column in every place. */
static void all_lengths_and_outcomes_come_back(void **state)
{
    unsigned char bytes[PACKED_GAME_MAX];

    (void)state;
    for (int n = 0; n <= CELLS; n++)
        for (int outcome = GAME_UNPLAYED; outcome <= GAME_WON; outcome++)
            for (int shift = 0; shift < COLUMNS; shift++) {
                struct game_result game = { .outcome = (signed char)outcome }, back;

                while (game.moves.n < n)
                    moves_push(&game.moves, (game.moves.n + shift) % COLUMNS);
                assert_int_equal(pack_games(bytes, &game, 1), 1 + (3 * n + 7) / 8);
                assert_int_equal(unpack_games(&back, 1, bytes, (size_t)(1 + (3 * n + 7) / 8)), 0);
                assert_true(same_game(&game, &back));
            }
}

static void other_bytes_are_refused(void **state)
{
    static const unsigned char seventh[] = { 1 | 2 << 6, 7 },
                               long_game[PACKED_GAME_MAX + 1] = { 43 }, fine[] = { 3, 0210, 0 };
    struct game_result game[2];

    (void)state;
    assert_int_equal(unpack_games(game, 1, fine, 3), 0);
    assert_int_equal(unpack_games(game, 1, seventh, 2), -1);
    assert_int_equal(unpack_games(game, 1, long_game, sizeof long_game), -1);
    assert_int_equal(unpack_games(game, 1, fine, 2), -1);
    assert_int_equal(unpack_games(game, 1, fine, 0), -1);
    assert_int_equal(unpack_games(game, 0, fine, 3), -1);
    assert_int_equal(unpack_games(game, 2, fine, 3), -1);
}

static void any_bytes_are_read_within_bounds(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(20000); i++) {
        struct game_result game[4];
        struct rng rng;
        unsigned char *bytes;
        size_t size;

        sample_rng(&rng, 11, i);
        size = rng_below(&rng, 60);
        bytes = malloc(size + 1); /* on the heap, where the sanitizer sees its end */
        assert_non_null(bytes);
        for (size_t k = 0; k < size; k++)
            bytes[k] = (unsigned char)rng_below(&rng, 256);
        unpack_games(game, 4, bytes, size);
        free(bytes);
    }
}

static void doubles_come_back_bit_for_bit(void **state)
{
    double value[64], back[64];
    unsigned char bytes[64 * PACKED_DOUBLE];
    struct rng rng;

    (void)state;
    sample_rng(&rng, 12, 0);
    for (int i = 0; i < 64; i++)
        value[i] = any_double(&rng);
    value[7] = NAN;
    pack_doubles(bytes, value, 64);
    unpack_doubles(back, bytes, 64);
    assert_memory_equal(value, back, sizeof value);
    pack_doubles(bytes, (double[]){ 1.0 }, 1);
    assert_memory_equal(bytes, "\0\0\0\0\0\0\xf0\x3f", PACKED_DOUBLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back_in_few_bytes),
        cmocka_unit_test(all_lengths_and_outcomes_come_back),
        cmocka_unit_test(other_bytes_are_refused),
        cmocka_unit_test(any_bytes_are_read_within_bounds),
        cmocka_unit_test(doubles_come_back_bit_for_bit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
