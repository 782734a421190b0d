/*
 * The programs of three studies, against the figures that the studies published: the records that
 * hold no chance come out to the letter, and so do the utilities that one of them printed.
 */
#include "test.h"

#include <math.h>
#include <string.h>

#include "sample.h"
#include "study/programs.h"
#include "study/published.h"
#include "study/values.h"

/* Plays a config and compares it with what was published. */
static struct published play(struct tournament *t, const char *name)
{
    struct published published;
    struct pool pool;
    struct err err;
    char path[100];

    programs_add();
    snprintf(path, sizeof path, "configs/studies/%s.ini", name);
    if (tournament_read(t, path, NULL, 0, &err))
        fail_msg("%s", err.text);
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(&t->games, &pool, &(struct watch){ 0 }, &err), 0);
    assert_int_equal(games_score(&t->games, &err), 0);
    assert_int_equal(published_init(&published, t, &err), 0);
    pool_release(&pool);
    return published;
}

/* How many cells there are, and in how many the published score comes out. */
static void check_cells(const char *name, size_t cells, size_t same)
{
    struct tournament t;
    struct published p = play(&t, name);

    assert_int_equal(p.n, cells);
    assert_int_equal(p.certain, cells);
    assert_int_equal(p.same_score, same);
    published_release(&p);
    tournament_release(&t);
}

static void bleskachek_has_all_records(void **state)
{
    (void)state;
    check_cells("bleskachek-2019-records", 110, 110);
}

static void sethi_has_tables_5_6_and_9(void **state)
{
    (void)state;
    check_cells("sethi-2018-cells", 75, 75);
}

static void cs7is2_has_29_of_32_cells(void **state)
{
    (void)state;
    check_cells("cs7is2-2020-cells", 32, 29);
}

/* What the table of Bleskachek 2019 would have been, had both orders been played. */
static void bleskachek_with_both_orders(void **state)
{
    static const struct {
        const char *name;
        double points;
    } rows[] = {
        { "HWLines", 14 }, { "WDots", 13 },  { "HWDots", 11.5 }, { "CDots", 11.5 },
        { "WLines", 8.5 }, { "Lines", 8.5 }, { "HDots", 7.5 },   { "Dots", 7.5 },
        { "HLines", 6 },   { "CLines", 2 },
    };
    struct wdl first = { 0 };
    struct tournament t;
    struct published p = play(&t, "bleskachek-2019-program");

    (void)state;
    for (uint32_t x = 0; x < t.games.players; x++) {
        struct wdl all = crosstable_record(&t.games.table, x).tally.games;
        size_t i = 0;

        while (strcmp(rows[i].name, t.games.player[x].name) != 0)
            i++;
        assert_true(all.wins + all.draws / 2.0 == rows[i].points);
        for (uint32_t o = 0; o < t.games.players; o++)
            if (o != x)
                first = wdl_sum(first, crosstable_wdl(&t.games.table, x, o));
    }
    assert_int_equal(first.wins, 25);
    assert_int_equal(first.losses, 45);
    assert_int_equal(first.draws, 20);
    published_release(&p);
    tournament_release(&t);
}

/* The empty board and the five test boards of Bleskachek 2019, for all ten utility functions. */
static void bleskachek_has_all_utilities(void **state)
{
    struct values values;
    struct err err;

    (void)state;
    if (values_read(&values, "configs/studies/bleskachek-2019-utilities.csv", &err))
        fail_msg("%s", err.text);
    assert_int_equal(values.n, 60);
    assert_int_equal(values.same, 60);
}

/* A genome is worth what the utility function is, less its constant of 10: for six of the ten. Of the
 * others no gene can say what two discs at the ends of a line are worth. */
static void genomes_say_the_utilities(void **state)
{
    (void)state;
    for (int u = 0; bleskachek_2019_utilities[u]; u++) {
        const char *name = bleskachek_2019_utilities[u];
        bool exact = name[0] == 'h' || name[0] == 'w';
        struct player player;
        struct err err;

        if (player_parse(&player, name, &err))
            fail_msg("%s", err.text);
        for (uint64_t i = 0; i < 300 && exact; i++) {
            struct position pos;
            struct rng rng;
            double ours, theirs;

            sample_rng(&rng, 14, i);
            sample_position(&pos, (int)(i % 30), &rng);
            ours = evaluate(player.ev, &pos, SIDE_FIRST) / (double)EVAL_UNITS;
            theirs = bleskachek_2019_utility(&pos, u) - 10;
            if (fabs(ours - theirs) > 0.05)
                fail_msg("%s is worth %g, and by its genome %g", name, theirs, ours);
        }
        player_release(&player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bleskachek_has_all_records),
        cmocka_unit_test(bleskachek_with_both_orders),
        cmocka_unit_test(bleskachek_has_all_utilities),
        cmocka_unit_test(genomes_say_the_utilities),
        cmocka_unit_test(sethi_has_tables_5_6_and_9),
        cmocka_unit_test(cs7is2_has_29_of_32_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
