/*
 * Rusak 2005, first tournament: eleven players, every ordered pair once from the empty board. All
 * numbers of wins come out as the study's table has them.
 */
#include "test.h"

#include "arena/tournament.h"

/* The table of the study: what two and three discs in a line are worth, and the wins. */
static const struct {
    const char *name;
    uint32_t wins;
} published[] = {
    { "1.4/1.7", 3 }, { "1.4/3", 7 }, { "1.4/9", 6 }, { "1.4/27", 4 }, { "2/3", 10 }, { "2/9", 5 },
    { "2/27", 4 },    { "4/9", 8 },   { "4/27", 8 },  { "8/9", 6 },    { "8/27", 7 },
};

enum { PLAYERS = sizeof published / sizeof *published };

/* Plays the config with some of its keys changed. */
static void play(struct tournament *t, const char *const *overrides, int n)
{
    struct pool pool;
    struct err err;

    if (tournament_read(t, "configs/studies/rusak-2005-round1.ini", overrides, n, &err))
        fail_msg("%s", err.text);
    assert_int_equal(t->games.players, PLAYERS);
    assert_int_equal(t->games.schedule.n, PLAYERS * (PLAYERS - 1));
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(&t->games, &pool, &(struct watch){ 0 }, &err), 0);
    assert_int_equal(games_score(&t->games, &err), 0);
    pool_release(&pool);
}

static uint32_t wins_of(const struct tournament *t, uint32_t player)
{
    return crosstable_record(&t->games.table, player).tally.games.wins;
}

static void all_wins_are_as_published(void **state)
{
    struct tournament t;

    (void)state;
    play(&t, NULL, 0);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        struct record record = crosstable_record(&t.games.table, i);

        assert_string_equal(t.games.player[i].name, published[i].name);
        assert_int_equal(wdl_games(record.tally.games), 2 * (PLAYERS - 1));
        assert_int_equal(wins_of(&t, i), published[i].wins);
        assert_true(t.published[i] == published[i].wins);
    }
    tournament_release(&t);
}

/* Under other rules some player wins more often, or less. */
static void other_rules_give_other_wins(void **state)
{
    static const char *const rules[] = { "defaults.ties=center", "defaults.depth=3",
                                         "defaults.depth=5", "defaults.own1=2",
                                         "tournament.openings=1:1" };

    (void)state;
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        struct tournament t;
        int same = 0;

        play(&t, &rules[r], 1);
        for (uint32_t i = 0; i < PLAYERS; i++)
            same += wins_of(&t, i) == published[i].wins;
        if (same == PLAYERS)
            fail_msg("%s: the same wins", rules[r]);
        tournament_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_wins_are_as_published),
        cmocka_unit_test(other_rules_give_other_wins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
