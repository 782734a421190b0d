/* Schedules: who plays whom how often, and which games are one sample. */
#include "test.h"

#include <stdlib.h>

#include "arena/schedule.h"

enum { PLAYERS = 6, OPENINGS = 3, ROUNDS = 2 };

static const enum pairs_rule pairings[] = { PAIRS_SWAPPED, PAIRS_ORDERED, PAIRS_FIRST };

static const struct {
    int games;
    int samples;
} per_start[] = {
    [PAIRS_SWAPPED] = { 2, 1 },
    [PAIRS_ORDERED] = { 2, 2 },
    [PAIRS_FIRST] = { 1, 1 },
};

/* How often each first player plays each second player from each opening. */
struct counts {
    int of[PLAYERS][PLAYERS][OPENINGS];
};

static struct counts count(const struct schedule *s)
{
    struct counts counts = { 0 };

    for (size_t i = 0; i < s->n; i++) {
        const struct game *game = &s->game[i];

        assert_in_range(game->first, 0, PLAYERS - 1);
        assert_in_range(game->second, 0, PLAYERS - 1);
        assert_in_range(game->opening, 0, OPENINGS - 1);
        assert_int_not_equal(game->first, game->second);
        counts.of[game->first][game->second][game->opening]++;
    }
    return counts;
}

/* Every sample is used, in order; two games share one only as a game pair. */
static void check_units(const struct schedule *s, enum pairs_rule pairing)
{
    uint32_t next = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct game *game = &s->game[i];

        if (game->sample == next) {
            next++;
            continue;
        }
        assert_int_equal(pairing, PAIRS_SWAPPED);
        assert_true(i > 0);
        assert_int_equal(game->sample, next - 1);
        assert_int_equal(game->sample, game[-1].sample);
        assert_int_equal(game->first, game[-1].second);
        assert_int_equal(game->second, game[-1].first);
        assert_int_equal(game->opening, game[-1].opening);
    }
    assert_int_equal(next, s->samples);
}

static void check_pairing(const struct schedule *s, enum pairs_rule pairing, int pairs)
{
    assert_int_equal(s->n, pairs * OPENINGS * ROUNDS * per_start[pairing].games);
    assert_int_equal(s->samples, pairs * OPENINGS * ROUNDS * per_start[pairing].samples);
    check_units(s, pairing);
}

static void a_round_robin_holds_every_pair(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof pairings / sizeof *pairings; p++) {
        struct schedule s = { 0 };
        struct counts counts;
        struct err err;

        assert_int_equal(schedule_round_robin(&s, PLAYERS, pairings[p], OPENINGS, ROUNDS, &err), 0);
        check_pairing(&s, pairings[p], PLAYERS * (PLAYERS - 1) / 2);
        counts = count(&s);
        for (int a = 0; a < PLAYERS; a++)
            for (int b = 0; b < PLAYERS; b++)
                for (int o = 0; o < OPENINGS; o++)
                    assert_int_equal(counts.of[a][b][o],
                                     a < b || (a > b && pairings[p] != PAIRS_FIRST) ? ROUNDS : 0);
        schedule_release(&s);
        assert_null(s.game);
    }
}

static void pairs_are_added_in_order(void **state)
{
    static const struct game expected[] = {
        { 4, 2, 0, 0 }, { 2, 4, 0, 0 }, { 4, 2, 1, 1 }, { 2, 4, 1, 1 },
        { 5, 1, 0, 2 }, { 5, 1, 0, 3 }, { 0, 3, 0, 4 }, { 3, 0, 0, 5 },
    };
    struct schedule s = { 0 };
    struct err err;

    (void)state;
    assert_int_equal(schedule_pair(&s, 4, 2, PAIRS_SWAPPED, 2, 1, &err), 0);
    assert_int_equal(schedule_pair(&s, 5, 1, PAIRS_FIRST, 1, 2, &err), 0);
    assert_int_equal(schedule_pair(&s, 0, 3, PAIRS_ORDERED, 1, 1, &err), 0);
    assert_int_equal(s.n, 8);
    assert_int_equal(s.samples, 6);
    assert_memory_equal(s.game, expected, sizeof expected);
    schedule_release(&s);
}

static void rounds_go_through_all_openings(void **state)
{
    struct schedule s = { 0 };
    struct err err;

    (void)state;
    assert_int_equal(schedule_pair(&s, 0, 1, PAIRS_FIRST, 5, 3, &err), 0);
    assert_int_equal(s.n, 15);
    for (size_t i = 0; i < s.n; i++)
        assert_int_equal(s.game[i].opening, i % 5);
    schedule_release(&s);
}

static void nobody_plays_nobody(void **state)
{
    struct schedule s = { 0 };
    struct err err;

    (void)state;
    for (uint32_t players = 0; players < 2; players++) {
        assert_int_equal(schedule_round_robin(&s, players, PAIRS_SWAPPED, 4, 1, &err), 0);
    }
    assert_int_equal(schedule_pair(&s, 0, 1, PAIRS_SWAPPED, 0, 1, &err), 0);
    assert_int_equal(schedule_pair(&s, 0, 1, PAIRS_SWAPPED, 1, 0, &err), 0);
    assert_int_equal(s.n, 0);
    assert_int_equal(s.samples, 0);
    schedule_release(&s);
    schedule_release(&s); /* of a zeroed struct */
}

/* A list of a million games is no more than half as large again as its games. */
static void a_thousand_players_fit(void **state)
{
    struct schedule s = { 0 };
    struct err err;

    (void)state;
    assert_int_equal(schedule_round_robin(&s, 1000, PAIRS_SWAPPED, 1, 1, &err), 0);
    assert_int_equal(s.n, 999000);
    assert_true(2 * s.capacity <= 3 * s.n + 128);
    assert_int_equal(s.game[s.n - 1].first, 999);
    assert_int_equal(s.game[s.n - 1].second, 998);
    assert_int_equal(s.game[s.n - 1].sample, 499499);
    schedule_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_robin_holds_every_pair),
        cmocka_unit_test(pairs_are_added_in_order),
        cmocka_unit_test(rounds_go_through_all_openings),
        cmocka_unit_test(nobody_plays_nobody),
        cmocka_unit_test(a_thousand_players_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
