/* What counts as a mistake, and the figures that are made of it. */
#include "truth/mistakes.h"
#include "files.h"
#include "solving.h"

static const char sets[] = "24:30,30:20";

static struct player parse(const char *text)
{
    struct player player;
    struct err err;

    if (player_parse(&player, text, &err))
        fail_msg("%s", err.text);
    return player;
}

static struct answer *ask(const struct solved_set *set, const char *text, uint64_t seed,
                          int threads)
{
    struct answer *answer = calloc(set->n, sizeof *answer);
    struct player player = parse(text);
    struct pool pool;
    struct err err;

    assert_non_null(answer);
    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    assert_int_equal(mistakes_ask(set, &player, seed, &pool, &(struct watch){ 0 }, answer), set->n);
    pool_release(&pool);
    player_release(&player);
    return answer;
}

/* Scores made by hand, and for each column whether it is a mistake. The sixth column is full. */
static const struct judged {
    int score[COLUMNS];
    bool mistake[COLUMNS];
} judged[] = {
    { { 3, 1, 0, -1, -9, SOLVER_NO_MOVE, 3 }, { 0, 0, 1, 1, 1, 0, 0 } },
    { { 0, -1, 0, -1, -9, SOLVER_NO_MOVE, 0 }, { 0, 1, 0, 1, 1, 0, 0 } },
    { { -5, -1, -2, -3, -9, SOLVER_NO_MOVE, -1 }, { 0 } },
    { { 5, 1, 2, 3, 9, SOLVER_NO_MOVE, 1 }, { 0 } },
    { { 0, 0, 0, 0, 0, SOLVER_NO_MOVE, 0 }, { 0 } },
};

static void mistakes_are_what_we_say(void **state)
{
    struct temp_file file = temp_file_make("666666\n");
    struct solved_set set;
    struct err err;

    (void)state;
    assert_int_equal(solved_read(&set, file.path, &err), 0);
    for (size_t k = 0; k < sizeof judged / sizeof *judged; k++) {
        unsigned seen = 0;

        solved_settle(&set.list[0], judged[k].score);
        for (uint64_t seed = 0; seed < 60; seed++) {
            struct answer *a = ask(&set, "random", seed, 1);

            seen |= 1u << a->column;
            assert_int_equal(a->mistake, judged[k].mistake[(int)a->column]);
            assert_int_equal(a->loss, set.list[0].best - judged[k].score[(int)a->column]);
            free(a);
        }
        assert_int_equal(seen, 0x5f); /* every column but the full one */
    }
    solved_release(&set);
    temp_file_remove(&file);
}

/* So deep that it sees the end of every game. */
static void perfect_play_makes_no_mistake(void **state)
{
    struct solved_set set = drawn_and_solved("28:40,33:40");
    struct mistake_group group[MISTAKE_GROUPS_MAX];
    struct answer *answer = ask(&set, "genomes/wineval.ini:depth=42", 1, 2);
    struct mistake_summary s;
    struct err err;

    (void)state;
    mistake_groups(&set, group);
    assert_int_equal(mistakes_sum(&set, answer, &group[0], &s, &err), 0);
    assert_int_equal(s.positions, 80);
    assert_int_equal(s.mistakes, 0);
    assert_true(s.at_stake > 20);
    assert_close(s.loss, 0, 0);
    assert_close(s.rate.low, 0, 1e-12);
    assert_true(s.rate.high > 0.01 && s.rate.high < 0.1);
    assert_true(isnan(s.correlation)); /* all evaluations are 0 */
    free(answer);
    solved_release(&set);
}

static void counts_agree_with_counting(void **state)
{
    struct solved_set set = drawn_and_solved("22:60,26:60");
    struct mistake_group group[MISTAKE_GROUPS_MAX];
    int groups = mistake_groups(&set, group);
    struct player player = parse("genomes/fevalb.ini:depth=1");
    struct answer *answer = ask(&set, "genomes/fevalb.ini:depth=1", 1, 2);
    size_t mistakes[3] = { 0 }, positions[3] = { 0 };
    struct mistake_summary s;
    struct worker worker;
    struct err err;

    (void)state;
    assert_int_equal(worker_init(&worker, &err), 0);
    for (size_t i = 0; i < set.n; i++) {
        const struct solved_position *p = &set.list[i];
        struct choice choice;
        int result;

        player_move(&player, &p->pos, &worker, (struct stream){ 0 }, &choice);
        result = p->score[choice.column] > 0 ? 1 : p->score[choice.column] < 0 ? -1 : 0;
        positions[1 + result_of_score(p->best)]++;
        mistakes[1 + result_of_score(p->best)] += result < result_of_score(p->best);
    }
    assert_int_equal(groups, 6);
    assert_string_equal(group[1].name, "22 plies");
    for (int r = -1; r <= 1; r++) {
        const struct mistake_group *g = &group[r == 1 ? 3 : r == 0 ? 4 : 5];

        assert_int_equal(g->result, r);
        assert_int_equal(mistakes_sum(&set, answer, g, &s, &err), 0);
        assert_int_equal(s.positions, positions[1 + r]);
        assert_int_equal(s.mistakes, mistakes[1 + r]);
    }
    assert_true(mistakes[2] > 5);
    assert_int_equal(mistakes[0], 0);
    worker_release(&worker);
    player_release(&player);
    free(answer);
    solved_release(&set);
}

static void answers_do_not_depend_on_threads(void **state)
{
    static const char *const players[] = { "random", "genomes/fevalb.ini:depth=2,ties=random" };
    struct solved_set set = drawn_and_solved(sets);

    (void)state;
    for (int k = 0; k < 2; k++) {
        struct answer *one = ask(&set, players[k], 3, 1), *two = ask(&set, players[k], 3, 2);
        struct answer *other = ask(&set, players[k], 4, 1);
        size_t differ = 0;

        for (size_t i = 0; i < set.n; i++) {
            assert_int_equal(one[i].column, two[i].column);
            assert_int_equal(one[i].loss, two[i].loss);
            assert_int_equal(one[i].value, two[i].value);
            assert_int_equal(one[i].nodes, two[i].nodes);
            differ += one[i].column != other[i].column;
        }
        assert_true(k == 1 || differ > set.n / 2);
        free(one);
        free(two);
        free(other);
    }
    solved_release(&set);
}

static void groups_cover_all_plies(void **state)
{
    struct solved_set set = drawn_set("5:3,9:3,13:3,21:3,22:3,23:3,26:3,40:3");
    struct mistake_group group[MISTAKE_GROUPS_MAX];
    int groups = mistake_groups(&set, group);
    size_t in_groups = 0;

    (void)state;
    assert_int_equal(groups, 1 + 6 + 3);
    for (int g = 1; g < groups - 3; g++)
        for (size_t i = 0; i < set.n; i++)
            in_groups += mistake_group_has(&group[g], &set.list[i]);
    assert_int_equal(in_groups, set.n);
    assert_string_equal(group[6].name, "40-41 plies");
    solved_release(&set);
}

static void ranks_correlate_as_by_hand(void **state)
{
    static const double x[] = { 1, 2, 3, 4, 5 }, y[] = { 5, 6, 7, 8, 7 };
    static const double up[] = { -3, 0, 1, 10, 1000 }, down[] = { 5, 4, 3, 2, 1 };
    static const double flat[5] = { 0 };
    double rho, error;
    struct err err;

    (void)state;
    assert_int_equal(rank_correlation(x, y, 5, &rho, &error, &err), 0);
    assert_close(rho, 8 / sqrt(95), 1e-12); /* ranks 1, 2, 3.5, 5, 3.5 */
    assert_true(error > 0 && error < 1);
    assert_int_equal(rank_correlation(x, up, 5, &rho, &error, &err), 0);
    assert_close(rho, 1, 1e-12);
    assert_int_equal(rank_correlation(x, down, 5, &rho, &error, &err), 0);
    assert_close(rho, -1, 1e-12);
    assert_int_equal(rank_correlation(x, flat, 5, &rho, &error, &err), 0);
    assert_true(isnan(rho) && isnan(error));
    assert_int_equal(rank_correlation(x, y, 3, &rho, &error, &err), 0);
    assert_true(isnan(rho));
}

static void two_players_are_compared_in_pairs(void **state)
{
    struct answer first[20] = { 0 }, second[20] = { 0 };
    struct mistake_contrast d = mistakes_compare(first, second, 20);

    (void)state;
    assert_close(d.p, 1, 1e-12);
    for (int i = 0; i < 10; i++) { /* three mistakes in common, one and six of their own */
        first[i].mistake = i < 4;
        second[i].mistake = i != 3;
    }
    d = mistakes_compare(first, second, 20);
    assert_int_equal(d.first_only, 1);
    assert_int_equal(d.second_only, 6);
    assert_close(d.p, 2 * (1.0 + 7) / 128, 1e-12);
    d = mistakes_compare(second, first, 20);
    assert_int_equal(d.first_only, 6);
    assert_close(d.p, 2 * (1.0 + 7) / 128, 1e-12);
}

static void a_table_has_the_mistakes_of_each_player(void **state)
{
    static const char *const names[] = { "genomes/fevalb.ini:depth=3", "random",
                                         "genomes/fevalb.ini:depth=3" };
    const struct mistake_group all = { "all", 0, CELLS, ANY_RESULT };
    struct solved_set set = drawn_and_solved("28:60");
    struct player player[3];
    struct mistake_table table;
    struct answer *first = ask(&set, names[0], 3, 1);
    struct pool pool;
    struct err err;
    bool finished;

    (void)state;
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    for (int i = 0; i < 3; i++)
        player[i] = parse(names[i]);
    assert_int_equal(mistake_table_init(&table, &set, player, 3, 3, &pool, &(struct watch){ 0 },
                                        &finished, &err),
                     0);
    assert_true(finished);
    assert_int_equal(table.n, 3);
    for (int i = 0; i < 3; i++) {
        const struct mistake_entry *e = &table.entry[i];
        struct answer *own = ask(&set, names[i], 3, 1);
        struct mistake_contrast contrast = mistakes_compare(first, own, set.n);
        struct mistake_summary wanted;

        assert_int_equal(mistakes_sum(&set, own, &all, &wanted, &err), 0);
        assert_int_equal(e->summary.positions, 60);
        assert_int_equal(e->summary.mistakes, wanted.mistakes);
        assert_close(e->summary.loss, wanted.loss, 0);
        assert_int_equal(e->contrast.first_only, contrast.first_only);
        assert_int_equal(e->contrast.second_only, contrast.second_only);
        assert_int_equal(e->forfeits, 0);
        free(own);
    }
    assert_true(table.entry[1].contrast.second_only > table.entry[1].contrast.first_only);
    assert_int_equal(table.entry[2].contrast.first_only + table.entry[2].contrast.second_only, 0);
    mistake_table_release(&table);
    for (int i = 0; i < 3; i++)
        player_release(&player[i]);
    pool_release(&pool);
    solved_release(&set);
    free(first);
}

/* Sets the flag once the second player is asked. */
static void stop_at_second(void *context, const char *what, size_t done, size_t total)
{
    (void)what;
    assert_int_equal(total, 100);
    if (done > 50)
        *(atomic_bool *)context = true;
}

static void a_stop_leaves_the_players_before_it(void **state)
{
    struct solved_set set = drawn_and_solved(sets);
    struct player player[2] = { parse("random"), parse("random") };
    atomic_bool stop = false;
    struct watch watch = { .stop = &stop, .progress = stop_at_second, .context = &stop };
    struct mistake_table table;
    struct pool pool;
    struct err err;
    bool finished;

    (void)state;
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(mistake_table_init(&table, &set, player, 2, 3, &pool, &watch, &finished, &err),
                     0);
    assert_false(finished);
    assert_int_equal(table.n, 1);
    assert_int_equal(table.entry[0].summary.positions, 50);
    mistake_table_release(&table);
    for (int i = 0; i < 2; i++)
        player_release(&player[i]);
    pool_release(&pool);
    solved_release(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_what_we_say),
        cmocka_unit_test(perfect_play_makes_no_mistake),
        cmocka_unit_test(counts_agree_with_counting),
        cmocka_unit_test(answers_do_not_depend_on_threads),
        cmocka_unit_test(groups_cover_all_plies),
        cmocka_unit_test(ranks_correlate_as_by_hand),
        cmocka_unit_test(two_players_are_compared_in_pairs),
        cmocka_unit_test(a_table_has_the_mistakes_of_each_player),
        cmocka_unit_test(a_stop_leaves_the_players_before_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
