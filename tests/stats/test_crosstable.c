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

/* Three players: pairs, a half-played pair from either side, a single game, one not played. */
static void fill_by_hand(struct crosstable *table)
{
    static const struct {
        size_t first, second;
        int game, swapped;
    } pair[] = {
        { 0, 1, WON, LOST },  { 0, 1, DRAWN, WON }, { 1, 0, OPEN, LOST },  { 2, 0, WON, DRAWN },
        { 2, 0, LOST, OPEN }, { 2, 1, WON, OPEN },  { 1, 2, DRAWN, OPEN }, { 1, 2, OPEN, OPEN },
    };
    struct err err;

    assert_int_equal(crosstable_init(table, 3, &err), 0);
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        crosstable_add_pair(table, pair[i].first, pair[i].second, (enum game_outcome)pair[i].game,
                            (enum game_outcome)pair[i].swapped);
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
    assert_int_equal(t.samples, 3);
    assert_int_equal(t.quarters, 4 + 1 + 0);
    assert_int_equal(t.squares, 16 + 1 + 0);
    assert_wdl(t.games, 2, 1, 2);
    /* Units of 2 against 0: a win and a draw; one loss. */
    t = crosstable_tally(&table, 2, 0);
    assert_int_equal(t.samples, 2);
    assert_int_equal(t.quarters, 3);
    assert_int_equal(t.squares, 9);
    t = crosstable_tally(&table, 1, 2);
    assert_int_equal(t.samples, 2);
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
    assert_int_equal(r.tally.samples, 5);
    assert_int_equal(r.tally.quarters, 5 + (1 + 4));
    r = crosstable_record(&table, 2);
    assert_wdl(r.as_first, 2, 0, 1);
    assert_wdl(r.as_second, 0, 2, 0);
    assert_int_equal(r.tally.quarters, 3 + (4 + 2));
    crosstable_release(&table);
}

static void a_player_plays_itself(void **state)
{
    struct crosstable table;
    struct err err;

    (void)state;
    assert_int_equal(crosstable_init(&table, 2, &err), 0);
    crosstable_add_pair(&table, 0, 0, GAME_WON, GAME_WON);
    crosstable_add_pair(&table, 0, 0, GAME_DRAWN, GAME_UNPLAYED);
    assert_wdl(crosstable_wdl(&table, 0, 0), 2, 1, 0);
    assert_int_equal(crosstable_tally(&table, 0, 0).quarters, 4);
    assert_int_equal(crosstable_record(&table, 0).tally.samples, 0);
    crosstable_release(&table);
}

/* Both players of a pairing see the same games, and every game that was played is counted once. */
static void random_tables_are_consistent(void **state)
{
    enum { PLAYERS = 7, PAIRS = 2000 };
    struct crosstable table;
    struct err err;
    struct rng rng;
    uint64_t played = 0, counted = 0;

    (void)state;
    rng_open(&rng, (struct stream){ .seed = 5, .purpose = STREAM_TEST });
    assert_int_equal(crosstable_init(&table, PLAYERS, &err), 0);
    for (int u = 0; u < PAIRS; u++) {
        size_t a = rng_below(&rng, PLAYERS);
        size_t b = (a + 1 + rng_below(&rng, PLAYERS - 1)) % PLAYERS;
        enum game_outcome x = (enum game_outcome)((int)rng_below(&rng, 4) - 2);
        enum game_outcome y = (enum game_outcome)((int)rng_below(&rng, 4) - 2);

        crosstable_add_pair(&table, a, b, x, y);
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
            assert_int_equal(mine.samples, theirs.samples);
            assert_int_equal(mine.quarters + theirs.quarters, 4 * (uint64_t)mine.samples);
            assert_wdl(mine.games, theirs.games.losses, theirs.games.draws, theirs.games.wins);
            assert_wdl(mine.games, both.wins, both.draws, both.losses);
        }
    }
    assert_int_equal(played, counted);
    crosstable_release(&table);
}

static void a_thousand_players_are_small(void **state)
{
    (void)state;
    assert_true(sizeof(struct pairing) * 1000 * 1001 / 2 < 60 * 1000 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_by_hand),
        cmocka_unit_test(records_are_those_by_hand),
        cmocka_unit_test(a_player_plays_itself),
        cmocka_unit_test(random_tables_are_consistent),
        cmocka_unit_test(a_thousand_players_are_small),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
