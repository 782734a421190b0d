/* Regression on the results of perfect play. */
#include "test.h"

#include <string.h>

#include "arena/games.h"
#include "evolve/fit.h"
#include "heuristic/features.h"

enum { OPENINGS = 100, GAMES = 2 * OPENINGS, SEED = 5 };

/* Games of random players from late positions, which are solved at once. */
struct setting {
    struct games games;
    struct fit_game game[GAMES];
    struct player start;
    bool fitted[GENE_COUNT];
    double low[GENE_COUNT], high[GENE_COUNT];
};

static void play(struct setting *s)
{
    struct games *games = &s->games;
    struct pool pool;
    struct err err;

    for (int i = 0; i < 2; i++)
        assert_int_equal(player_parse(&games->player[i], "random", &err), 0);
    assert_int_equal(
        schedule_pair(&games->schedule, 0, 1, PAIRS_SWAPPED, games->openings.n, 1, &err), 0);
    assert_int_equal(games->schedule.n, GAMES);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(games_play_all(games, &pool, &(struct watch){ 0 }, &err), 0);
    assert_int_equal(games->played, GAMES);
    pool_release(&pool);
}

static int set_up(void **state)
{
    static struct setting s;
    struct err err;

    s = (struct setting){ 0 };
    assert_int_equal(games_init(&s.games, "test", 2, &err), 0);
    s.games.seed = SEED;
    assert_int_equal(openings_draw(&s.games.openings, 20, OPENINGS, OPENING_ANY, SEED, 0, &err), 0);
    play(&s);
    for (size_t i = 0; i < GAMES; i++)
        s.game[i] = (struct fit_game){ &s.games.result[i].moves, s.games.result[i].outcome, 20,
                                       s.games.schedule.game[i].opening };
    assert_int_equal(player_parse(&s.start, "genomes/fevalb.ini", &err), 0);
    for (int g = 0; g < gene_count(); g++) {
        s.fitted[g] = gene_is_linear(g) && gene_table[g].family == FAMILY_LINE;
        s.low[g] = gene_table[g].low;
        s.high[g] = gene_table[g].high;
    }
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    struct setting *s = *state;

    games_release(&s->games);
    player_release(&s->start);
    return 0;
}

static struct fit_result fit(const struct setting *s, enum fit_target target, int threads)
{
    const struct watch watch = { 0 };
    struct pool pool;
    struct fit_input in = { .game = s->game,
                            .games = GAMES,
                            .start = &s->start.genome,
                            .fitted = s->fitted,
                            .low = s->low,
                            .high = s->high,
                            .positions = 600,
                            .stream = { .seed = SEED, .purpose = STREAM_FIT },
                            .target = target,
                            .pool = &pool,
                            .watch = &watch };
    struct fit_result result;
    bool finished;
    struct err err;

    assert_int_equal(pool_init(&pool, threads, &worker_memory, &err), 0);
    if (fit_weights(&result, &in, &finished, &err))
        fail_msg("%s", err.text);
    assert_true(finished);
    pool_release(&pool);
    return result;
}

/* Perfect play from a position has one result, whoever won the game. */
static void results_of_games_do_not_count(void **state)
{
    struct setting *s = *state;
    struct fit_result games = fit(s, FIT_GAMES, 2), truth = fit(s, FIT_TRUTH, 2), again;

    assert_true(truth.loss_after < truth.loss_before);
    assert_int_equal(games.positions + games.held_out, truth.positions + truth.held_out);
    for (size_t i = 0; i < GAMES; i++)
        s->game[i].outcome = (signed char)-s->game[i].outcome;
    again = fit(s, FIT_TRUTH, 2);
    assert_memory_equal(truth.gene, again.gene, sizeof truth.gene);
    again = fit(s, FIT_GAMES, 2);
    assert_memory_not_equal(games.gene, again.gene, sizeof games.gene);
    for (size_t i = 0; i < GAMES; i++)
        s->game[i].outcome = (signed char)-s->game[i].outcome;
}

static void threads_change_nothing(void **state)
{
    struct fit_result one = fit(*state, FIT_TRUTH, 1), two = fit(*state, FIT_TRUTH, 2);

    assert_memory_equal(one.gene, two.gene, sizeof one.gene);
    assert_memory_equal(one.error, two.error, sizeof one.error);
    assert_true(one.loss_after == two.loss_after && one.ridge == two.ridge);
}

static void targets_have_names(void **state)
{
    struct err err;

    (void)state;
    for (int i = 0; i < FIT_TARGETS; i++)
        assert_int_equal(fit_target_find(fit_target_name[i], &err), i);
    assert_int_equal(fit_target_find("luck", &err), -1);
    assert_string_equal(err.text, "'luck' is not one of games, truth");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_of_games_do_not_count),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(targets_have_names),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
