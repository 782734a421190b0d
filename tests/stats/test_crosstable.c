/* The crosstable against one that was counted by hand. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "stats/crosstable.h"
#include "base/stream.h"

enum { WON = GAME_WON, DRAWN = GAME_DRAWN, LOST = GAME_LOST, OPEN = GAME_UNPLAYED };

static void assert_wdl(struct wdl w, uint32_t wins, uint32_t draws, uint32_t losses)
{
    assert_int_equal(w.wins, wins);
    assert_int_equal(w.draws, draws);
    assert_int_equal(w.losses, losses);
}

static void add(struct crosstable *table, const struct game *game, const signed char *outcome,
                size_t count)
{
    struct game_result *result = calloc(count, sizeof *result);
    struct err err;

    assert_non_null(result);
    for (size_t i = 0; i < count; i++)
        result[i].outcome = outcome[i];
    assert_int_equal(crosstable_add(table, game, result, count, &err), 0);
    free(result);
}

/* Three players: pairs, a half-played pair from either side, a single game, one not played. */
static void fill_by_hand(struct crosstable *table)
{
    static const struct game game[] = {
        { 0, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 1, 1 }, { 1, 0, 1, 1 }, { 1, 0, 2, 2 },
        { 0, 1, 2, 2 }, { 2, 0, 0, 3 }, { 0, 2, 0, 3 }, { 2, 0, 1, 4 }, { 0, 2, 1, 4 },
        { 2, 1, 0, 5 }, { 1, 2, 0, 6 }, { 1, 2, 0, 7 },
    };
    static const signed char outcome[] = {
        WON, LOST, DRAWN, WON, OPEN, LOST, WON, DRAWN, LOST, OPEN, WON, DRAWN, OPEN,
    };
    struct err err;

    assert_int_equal(crosstable_init(table, 3, &err), 0);
    add(table, game, outcome, sizeof game / sizeof *game);
}

static void counts_are_those_by_hand(void **state)
{
    struct crosstable table;
    struct tally t;

    (void)state;
    fill_by_hand(&table);
    assert_wdl(crosstable_wdl(&table, 0, 1), 1, 1, 1);
    assert_wdl(crosstable_wdl(&table, 1, 0), 1, 0, 1);
    assert_wdl(crosstable_wdl(&table, 0, 2), 0, 1, 0);
    assert_wdl(crosstable_wdl(&table, 2, 0), 1, 0, 1);
    assert_wdl(crosstable_wdl(&table, 2, 1), 1, 0, 0);
    assert_wdl(crosstable_wdl(&table, 1, 2), 0, 1, 0);
    /* Units of 0 against 1: two wins; a draw and a loss; one loss. */
    t = crosstable_tally(&table, 0, 1);
    assert_int_equal(t.units, 3);
    assert_int_equal(t.quarters, 4 + 1 + 0);
    assert_int_equal(t.squares, 16 + 1 + 0);
    assert_wdl(t.games, 2, 1, 2);
    /* Units of 2 against 0: a win and a draw; one loss. */
    t = crosstable_tally(&table, 2, 0);
    assert_int_equal(t.units, 2);
    assert_int_equal(t.quarters, 3);
    assert_int_equal(t.squares, 9);
    t = crosstable_tally(&table, 1, 2);
    assert_int_equal(t.units, 2);
    assert_int_equal(t.quarters, 0 + 2);
    crosstable_release(&table);
}

static void records_are_those_by_hand(void **state)
{
    struct crosstable table;
    struct record r;

    (void)state;
    fill_by_hand(&table);
    r = crosstable_record(&table, 0);
    assert_wdl(r.as_first, 1, 2, 1);
    assert_wdl(r.as_second, 2, 0, 2);
    assert_wdl(r.tally.games, 3, 2, 3);
    assert_int_equal(r.tally.units, 5);
    assert_int_equal(r.tally.quarters, 5 + (1 + 4));
    r = crosstable_record(&table, 2);
    assert_wdl(r.as_first, 2, 0, 1);
    assert_wdl(r.as_second, 0, 2, 0);
    assert_int_equal(r.tally.quarters, 3 + (4 + 2));
    crosstable_release(&table);
}

static void a_player_meets_itself(void **state)
{
    static const struct game game[] = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 1 } };
    static const signed char outcome[] = { WON, WON, DRAWN };
    struct crosstable table;
    struct err err;

    (void)state;
    assert_int_equal(crosstable_init(&table, 2, &err), 0);
    add(&table, game, outcome, 3);
    assert_wdl(crosstable_wdl(&table, 0, 0), 2, 1, 0);
    assert_int_equal(crosstable_tally(&table, 0, 0).quarters, 4);
    assert_int_equal(crosstable_record(&table, 0).tally.units, 0);
    crosstable_release(&table);
}

/* Both players of a pairing see the same games, and every game that was played is counted once. */
static void random_tables_are_consistent(void **state)
{
    enum { PLAYERS = 7, UNITS = 2000 };
    struct crosstable table;
    struct err err;
    struct rng rng;
    uint64_t played = 0, counted = 0;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 5, .purpose = STREAM_TEST });
    assert_int_equal(crosstable_init(&table, PLAYERS, &err), 0);
    for (int u = 0; u < UNITS; u++) {
        size_t a = rng_below(&rng, PLAYERS);
        size_t b = (a + 1 + rng_below(&rng, PLAYERS - 1)) % PLAYERS;
        enum game_outcome x = (enum game_outcome)((int)rng_below(&rng, 4) - 2);
        enum game_outcome y = (enum game_outcome)((int)rng_below(&rng, 4) - 2);

        crosstable_add_unit(&table, a, b, x, y);
        played += (x != GAME_UNPLAYED) + (uint64_t)(y != GAME_UNPLAYED);
    }
    for (size_t a = 0; a < PLAYERS; a++) {
        counted += wdl_games(crosstable_record(&table, a).as_first);
        for (size_t b = 0; b < PLAYERS; b++) {
            struct tally mine = crosstable_tally(&table, a, b);
            struct tally theirs = crosstable_tally(&table, b, a);
            struct wdl both =
                wdl_sum(crosstable_wdl(&table, a, b), wdl_reverse(crosstable_wdl(&table, b, a)));

            if (a == b)
                continue;
            assert_int_equal(mine.units, theirs.units);
            assert_int_equal(mine.quarters + theirs.quarters, 4 * (uint64_t)mine.units);
            assert_wdl(mine.games, theirs.games.losses, theirs.games.draws, theirs.games.wins);
            assert_wdl(mine.games, both.wins, both.draws, both.losses);
        }
    }
    assert_int_equal(played, counted);
    crosstable_release(&table);
}

static void assert_refused(const struct game *game, size_t count, const char *why)
{
    struct game_result result[3] = { { .outcome = WON }, { .outcome = WON }, { .outcome = WON } };
    struct crosstable table;
    struct err err;

    assert_int_equal(crosstable_init(&table, 3, &err), 0);
    assert_int_equal(crosstable_add(&table, game, result, count, &err), -1);
    if (!strstr(err.text, why))
        fail_msg("'%s' does not say '%s'", err.text, why);
    crosstable_release(&table);
}

static void bad_lists_are_refused(void **state)
{
    (void)state;
    assert_refused((struct game[]){ { 0, 3, 0, 0 } }, 1, "game 0: players 0 and 3 in a table of 3");
    assert_refused((struct game[]){ { 1, 2, 0, 0 }, { 0, 1, 0, 1 }, { 0, 1, 0, 1 } }, 3,
                   "game 1: unit 1 is not a pair");
    assert_refused((struct game[]){ { 0, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 } }, 3,
                   "game 0: unit 0 is not a pair");
    assert_refused((struct game[]){ { 0, 1, 0, 0 }, { 2, 0, 0, 0 } }, 2, "not a pair");
}

static void a_thousand_players_are_small(void **state)
{
    (void)state;
    assert_true(sizeof(struct pairing) * 1000 * 1001 / 2 < 60 * 1000 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_by_hand), cmocka_unit_test(records_are_those_by_hand),
        cmocka_unit_test(a_player_meets_itself),    cmocka_unit_test(random_tables_are_consistent),
        cmocka_unit_test(bad_lists_are_refused),    cmocka_unit_test(a_thousand_players_are_small),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
