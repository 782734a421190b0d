/* Our scores beside published ones, against values computed by hand. */
#include "test.h"

#include "study/published.h"

enum { A, B, C, PLAYERS };

/* A tournament that has only what published_init looks at. */
static struct tournament tournament_of(enum pairs_rule pairs, struct listed_pair *listed, size_t n)
{
    struct tournament t = { .pairs = pairs, .listed = listed, .listed_n = n };
    struct err err;

    assert_int_equal(crosstable_init(&t.games.table, PLAYERS, &err), 0);
    return t;
}

/* Single games in which `first` began: so many won, drawn and lost by it. */
static void add_games(struct tournament *t, size_t first, size_t second, int won, int drawn,
                      int lost)
{
    for (int i = 0; i < won; i++)
        crosstable_add_pair(&t->games.table, first, second, GAME_WON, GAME_UNPLAYED);
    for (int i = 0; i < drawn; i++)
        crosstable_add_pair(&t->games.table, first, second, GAME_DRAWN, GAME_UNPLAYED);
    for (int i = 0; i < lost; i++)
        crosstable_add_pair(&t->games.table, first, second, GAME_LOST, GAME_UNPLAYED);
}

static void compare(struct published *published, struct tournament *t)
{
    struct err err;

    assert_int_equal(published_init(published, t, &err), 0);
}

static void release(struct published *published, struct tournament *t)
{
    published_release(published);
    crosstable_release(&t->games.table);
}

/*
 * Ours 70 of 100 with 20 draws, theirs 60 of 100: pooled (70 + 60 + 0.5) / 201 = 0.649254,
 * variance 0.649254 x 0.350746 - 0.2 / 4 = 0.177723, error sqrt(0.177723 x (1/100 + 1/100)).
 */
static void z_is_the_difference_in_errors(void **state)
{
    struct listed_pair listed[] = { { A, B, 100, 60 } };
    struct tournament t = tournament_of(PAIRS_ORDERED, listed, 1);
    struct published p;

    (void)state;
    add_games(&t, A, B, 35, 10, 5);
    add_games(&t, B, A, 15, 10, 25);
    compare(&p, &t);
    assert_int_equal(p.n, 1);
    assert_ptr_equal(p.cell[0].pair, &listed[0]);
    assert_close(p.cell[0].games, 100, 0);
    assert_close(p.cell[0].score, 0.7, 1e-12);
    assert_close(p.cell[0].theirs, 0.6, 1e-12);
    assert_close(p.cell[0].z, 1.677307, 1e-5);
    assert_close(p.chi_square, 2.813358, 1e-4);
    assert_close(p.p, 0.093481, 1e-5); /* one degree of freedom */
    release(&p, &t);
}

/* The same games, named the other way round: the sign turns and nothing else. */
static void x_may_be_the_later_player(void **state)
{
    struct listed_pair listed[] = { { B, A, 100, 40 } };
    struct tournament t = tournament_of(PAIRS_SWAPPED, listed, 1);
    struct published p;

    (void)state;
    add_games(&t, A, B, 35, 10, 5);
    add_games(&t, B, A, 15, 10, 25);
    compare(&p, &t);
    assert_close(p.cell[0].score, 0.3, 1e-12);
    assert_close(p.cell[0].z, -1.677307, 1e-2); /* the half point is on the other side */
    release(&p, &t);
}

/* Two degrees of freedom: p is exp(-chi-square / 2). */
static void chi_square_is_over_all_cells(void **state)
{
    struct listed_pair listed[] = { { A, B, 100, 60 }, { A, C, 50, 25 } };
    struct tournament t = tournament_of(PAIRS_SWAPPED, listed, 2);
    struct published p;

    (void)state;
    add_games(&t, A, B, 35, 10, 5);
    add_games(&t, B, A, 15, 10, 25);
    add_games(&t, A, C, 20, 0, 30);
    compare(&p, &t);
    assert_int_equal(p.n, 2);
    /* 45.5 / 101 = 0.450495; 0.1 / sqrt(0.450495 x 0.549505 x 0.04) = 1.004938 */
    assert_close(p.cell[1].z, -1.004938, 1e-5);
    assert_close(p.chi_square, 2.813358 + 1.009901, 1e-4);
    assert_close(p.p, exp(-p.chi_square / 2), 1e-12);
    release(&p, &t);
}

static void clean_sweeps_agree(void **state)
{
    struct listed_pair listed[] = { { A, B, 1000, 1000 }, { B, A, 1000, 0 } };
    struct tournament t = tournament_of(PAIRS_SWAPPED, listed, 2);
    struct published p;

    (void)state;
    add_games(&t, A, B, 50, 0, 0);
    compare(&p, &t);
    assert_close(p.cell[0].z, 0, 0);
    assert_close(p.cell[1].z, 0, 0);
    assert_close(p.p, 1, 0);
    release(&p, &t);
}

/* Sweeps to opposite sides, one game, and all draws have finite errors; the first is a clear no. */
static void extremes_are_finite(void **state)
{
    struct listed_pair listed[] = { { A, B, 1000, 0 }, { A, C, 1, 1 }, { B, C, 10, 5 } };
    struct tournament t = tournament_of(PAIRS_SWAPPED, listed, 3);
    struct published p;

    (void)state;
    add_games(&t, A, B, 1000, 0, 0);
    add_games(&t, A, C, 0, 0, 1);
    add_games(&t, B, C, 0, 1000, 0);
    compare(&p, &t);
    assert_close(p.cell[0].z, 44.7214, 1e-3); /* 1 / sqrt(0.25 x 2 / 1000) */
    assert_close(p.cell[1].z, -1.414214, 1e-5);
    assert_close(p.cell[2].z, 0, 0);
    assert_true(p.p < 1e-100);
    release(&p, &t);
}

/* Swapped pairs of a player with itself: x is first in one game and second in the other. */
static void a_player_meets_itself(void **state)
{
    struct listed_pair listed[] = { { A, A, 100, 50 } };
    struct tournament t = tournament_of(PAIRS_SWAPPED, listed, 1);
    struct published p;

    (void)state;
    for (int i = 0; i < 30; i++)
        crosstable_add_pair(&t.games.table, A, A, GAME_WON, GAME_WON);
    for (int i = 0; i < 20; i++)
        crosstable_add_pair(&t.games.table, A, A, GAME_WON, GAME_LOST);
    compare(&p, &t);
    assert_close(p.cell[0].games, 100, 0);
    assert_close(p.cell[0].score, 0.7, 1e-12); /* 50 wins as first, 20 as second */
    release(&p, &t);
}

/* Where games are units of their own, x is first in half of them: its score is 1/2. */
static void a_player_meets_itself_in_single_games(void **state)
{
    struct listed_pair listed[] = { { A, A, 100, 50 } };
    struct tournament t = tournament_of(PAIRS_ORDERED, listed, 1);
    struct published p;

    (void)state;
    add_games(&t, A, A, 80, 4, 16);
    compare(&p, &t);
    assert_close(p.cell[0].games, 100, 0);
    assert_close(p.cell[0].score, 0.5, 1e-12);
    assert_close(p.cell[0].z, 0, 1e-12);
    release(&p, &t);
}

/* Where x always moves first, the two orders of a pair are two cells. */
static void first_movers_are_told_apart(void **state)
{
    struct listed_pair listed[] = { { A, B, 100, 80 }, { B, A, 100, 60 }, { C, C, 100, 70 } };
    struct tournament t = tournament_of(PAIRS_FIRST, listed, 3);
    struct published p;

    (void)state;
    add_games(&t, A, B, 80, 0, 20);
    add_games(&t, B, A, 60, 0, 40);
    add_games(&t, C, C, 70, 0, 30);
    compare(&p, &t);
    assert_int_equal(p.n, 3);
    for (int i = 0; i < 3; i++) {
        assert_close(p.cell[i].games, 100, 0);
        assert_close(p.cell[i].score, p.cell[i].theirs, 1e-12);
        assert_close(p.cell[i].z, 0, 1e-9);
    }
    release(&p, &t);
}

/* Nothing published, or nothing played: no cell. */
static void cells_without_games_are_left_out(void **state)
{
    struct listed_pair listed[] = { { A, B, 0, 0 }, { A, C, 100, 90 }, { B, C, 100, 50 } };
    struct tournament t = tournament_of(PAIRS_SWAPPED, listed, 3);
    struct published p;

    (void)state;
    compare(&p, &t);
    assert_int_equal(p.n, 0);
    assert_close(p.chi_square, 0, 0);
    assert_close(p.p, 1, 0);
    published_release(&p);
    add_games(&t, A, B, 10, 0, 0);
    add_games(&t, B, C, 5, 0, 5);
    compare(&p, &t);
    assert_int_equal(p.n, 1);
    assert_ptr_equal(p.cell[0].pair, &listed[2]);
    release(&p, &t);
}

/*
 * Three single games, published as won, drawn and lost by x. Ours: won; drawn; and of ten games
 * eight won and two lost. So 1 + 1 + 0.2 end as published. By result, our cells are worth
 * (1, 0, 0), (0, 1, 0) and (0.8, 0, 0.2); dealt out to the three results anew they give a third of
 * 1 + 1 + 1. In the six ways 2.2, 1, 0.2, 0.8, 0 and 1.8 end as published: variance 3.76 / 6.
 */
static void single_games_are_compared_with_chance(void **state)
{
    struct listed_pair listed[] = { { A, B, 1, 1 }, { A, C, 1, 0.5 }, { B, C, 1, 0 } };
    struct tournament t = tournament_of(PAIRS_FIRST, listed, 3);
    struct published p;

    (void)state;
    add_games(&t, A, B, 1, 0, 0);
    add_games(&t, A, C, 0, 1, 0);
    add_games(&t, B, C, 8, 0, 2);
    compare(&p, &t);
    assert_true(p.singles);
    assert_close(p.same, 2.2, 1e-12);
    assert_close(p.chance, 1, 1e-12);
    assert_close(p.same_z, 1.2 / sqrt(3.76 / 6), 1e-9);
    release(&p, &t);
}

/* One cell of more games, or none at all, and there is no such comparison. */
static void only_single_games_are_counted_one_by_one(void **state)
{
    struct listed_pair listed[] = { { A, B, 1, 1 }, { A, C, 2, 1 } };
    struct tournament t = tournament_of(PAIRS_FIRST, listed, 2);
    struct published p;

    (void)state;
    compare(&p, &t);
    assert_false(p.singles);
    published_release(&p);
    add_games(&t, A, B, 1, 0, 0);
    compare(&p, &t);
    assert_true(p.singles);
    assert_close(p.same_z, 0, 0); /* there is nothing to deal out */
    published_release(&p);
    add_games(&t, A, C, 100, 0, 0);
    compare(&p, &t);
    assert_false(p.singles);
    assert_int_equal(p.within, 1);
    release(&p, &t);
}

/* z of 4.5 and of 0. */
static void cells_within_their_errors_are_counted(void **state)
{
    struct listed_pair listed[] = { { A, B, 100, 20 }, { A, C, 100, 50 } };
    struct tournament t = tournament_of(PAIRS_FIRST, listed, 2);
    struct published p;

    (void)state;
    add_games(&t, A, B, 50, 0, 50);
    add_games(&t, A, C, 50, 0, 50);
    compare(&p, &t);
    assert_int_equal(p.within, 1);
    release(&p, &t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(z_is_the_difference_in_errors),
        cmocka_unit_test(x_may_be_the_later_player),
        cmocka_unit_test(chi_square_is_over_all_cells),
        cmocka_unit_test(single_games_are_compared_with_chance),
        cmocka_unit_test(only_single_games_are_counted_one_by_one),
        cmocka_unit_test(cells_within_their_errors_are_counted),
        cmocka_unit_test(clean_sweeps_agree),
        cmocka_unit_test(extremes_are_finite),
        cmocka_unit_test(a_player_meets_itself),
        cmocka_unit_test(a_player_meets_itself_in_single_games),
        cmocka_unit_test(first_movers_are_told_apart),
        cmocka_unit_test(cells_without_games_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
