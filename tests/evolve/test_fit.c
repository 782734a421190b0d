/* Regression on games: finds weights that made the results, and says how sure it is. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "evolve/check.h"
#include "evolve/fit.h"
#include "heuristic/features.h"
#include "sample.h"

#define GAMES  20000
#define FACTOR 0.05 /* from the true evaluation to the logarithm of odds */

struct setting {
    struct genome truth, start;
    struct moves moves[GAMES];
    struct fit_game game[GAMES];
    bool fitted[GENE_COUNT];
    double low[GENE_COUNT], high[GENE_COUNT];
    struct pool pool;
};

/* The same for both sides, so that one's value is the other's loss. */
static void make_truth(struct genome *genome)
{
    genome_init(genome);
    for (int k = 0; k < 3; k++)
        genome->gene[GENE_OWN1 + k] = genome->gene[GENE_OPP1 + k] = 4 + 6 * k;
    genome->gene[GENE_TEMPO] = 10;
    genome->gene[GENE_ODD1] = 25;
    genome->gene[GENE_EVEN2] = 30;
}

/* A game whose only position of interest is the one before its last move. */
static void make_game(struct setting *s, size_t i, double factor, struct rng *rng)
{
    struct feature_frame frame;
    double feature[GENE_COUNT], value = 0;
    struct position pos = { 0 };
    struct moves *m = &s->moves[i];
    int plies = 6 + (int)rng_below(rng, 26);

    *m = (struct moves){ 0 };
    while (m->n < plies) {
        int column = (int)rng_below(rng, COLUMNS);
        uint64_t cell = playable_cells(pos.all) & column_cells(column);

        if (!cell || (cell & immediate_wins(&pos)))
            continue;
        position_play(&pos, cell);
        moves_push(m, column);
        if (!(playable_cells(pos.all) & ~immediate_wins(&pos))) {
            pos = (struct position){ 0 };
            *m = (struct moves){ 0 };
        }
    }
    features_frame_init(&frame, &s->truth);
    features_of(&frame, &pos, SIDE_FIRST, feature);
    for (int g = 0; g < gene_count(); g++)
        value += gene_is_linear(g) ? feature[g] * s->truth.gene[g] : 0;
    for (int c = 0; m->n == plies; c++)
        if (playable_cells(pos.all) & column_cells(c))
            moves_push(m, c);
    s->game[i] =
        (struct fit_game){ .moves = m,
                           .outcome = gsl_rng_uniform(&rng->gsl) < 1 / (1 + exp(-factor * value))
                                          ? GAME_WON
                                          : GAME_LOST,
                           .opening_plies = (unsigned char)plies,
                           .opening = (uint32_t)i };
}

static void make_games(struct setting *s, double factor, uint64_t seed)
{
    struct rng rng;

    sample_rng(&rng, seed, 0);
    for (size_t i = 0; i < GAMES; i++)
        make_game(s, i, factor, &rng);
}

static int set_up(void **state)
{
    static struct setting s;
    struct err err;

    make_truth(&s.truth);
    make_truth(&s.start);
    for (int g = 0; g < gene_count(); g++) {
        s.fitted[g] = gene_table[g].family == FAMILY_LINE || g == GENE_TEMPO || g == GENE_ODD1 ||
                      g == GENE_EVEN2;
        s.low[g] = gene_table[g].low;
        s.high[g] = gene_table[g].high;
    }
    make_games(&s, FACTOR, 40);
    *state = &s;
    return pool_init(&s.pool, 2, &worker_memory, &err);
}

static int tear_down(void **state)
{
    struct setting *s = *state;

    pool_release(&s->pool);
    return 0;
}

static struct fit_input input_of(struct setting *s)
{
    return (struct fit_input){ .game = s->game,
                               .games = GAMES,
                               .start = &s->start,
                               .fitted = s->fitted,
                               .low = s->low,
                               .high = s->high,
                               .positions = GAMES,
                               .stream = { .seed = 1, .purpose = STREAM_FIT },
                               .pool = &s->pool };
}

static struct fit_result fit(const struct fit_input *in)
{
    struct fit_result r;
    bool finished;
    struct err err;

    if (fit_weights(&r, in, &finished, &err))
        fail_msg("%s", err.text);
    return r;
}

/* From weights that are all wrong, the right ones; the scale is that of the start. */
static void known_weights_are_found(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    struct fit_result r;
    double scale = 0, squares = 0;
    int n = 0;

    for (int k = 0; k < 3; k++)
        s->start.gene[GENE_OWN1 + k] = s->start.gene[GENE_OPP1 + k] = 14 - 5 * k;
    s->start.gene[GENE_TEMPO] = s->start.gene[GENE_ODD1] = s->start.gene[GENE_EVEN2] = 0;
    r = fit(&in);
    assert_true(r.loss_after < r.loss_before - 0.005);
    assert_true(r.positions > 10 * r.held_out / 4 && r.held_out > 100);
    for (int g = 0; g < gene_count(); g++)
        scale += s->fitted[g] ? r.gene[g] * s->truth.gene[g] : 0;
    for (int g = 0; g < gene_count(); g++)
        squares += s->truth.gene[g] * s->truth.gene[g] * s->fitted[g];
    scale /= squares;
    assert_true(scale > 0.1);
    squares = 0;
    for (int g = 0; g < gene_count(); g++) {
        double off;

        if (!s->fitted[g] || s->truth.gene[g] == 0)
            continue;
        off = (r.gene[g] - scale * s->truth.gene[g]) / r.error[g];
        if (fabs(off) > 5)
            fail_msg("%s is %g +- %g, not %g", gene_table[g].name, r.gene[g], r.error[g],
                     scale * s->truth.gene[g]);
        squares += off * off;
        n++;
    }
    assert_true(squares / n < 4); /* about 1, and the ridge pulls a little toward the start */
    make_truth(&s->start);
}

/* From the right weights nothing is learned, and the errors cover what changes. */
static void right_weights_stay(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    struct fit_result r = fit(&in);

    assert_true(fabs(r.loss_after - r.loss_before) < 0.01);
    for (int g = 0; g < gene_count(); g++) {
        if (!s->fitted[g]) {
            assert_true(r.gene[g] == s->start.gene[g]);
            assert_true(r.error[g] == 0);
            continue;
        }
        assert_true(isfinite(r.error[g]) && r.error[g] > 0);
        if (fabs(r.gene[g] - s->start.gene[g]) > 5 * r.error[g])
            fail_msg("%s went from %g to %g +- %g", gene_table[g].name, s->start.gene[g], r.gene[g],
                     r.error[g]);
    }
}

/* More positions of the same games know no more than the games. */
static void errors_count_games(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    struct fit_result once = fit(&in), often;

    in.positions = 4 * GAMES;
    often = fit(&in);
    assert_int_equal(often.positions, 4 * once.positions);
    for (int g = 0; g < gene_count(); g++)
        if (s->fitted[g] && s->truth.gene[g] != 0)
            assert_true(often.error[g] > 0.8 * once.error[g] &&
                        often.error[g] < 1.25 * once.error[g]);
}

static void other_genes_stay_as_they_are(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    bool fitted[GENE_COUNT] = { [GENE_OWN2] = true, [GENE_TEMPO] = true };
    struct fit_result r;

    s->start.gene[GENE_OWN2] = 1;
    s->start.gene[GENE_HEIGHT] = 0.25;
    s->start.gene[GENE_MAP + 3] = 2;
    in.fitted = fitted;
    r = fit(&in);
    for (int g = 0; g < gene_count(); g++) {
        assert_int_equal(r.error[g] > 0, fitted[g]);
        if (!fitted[g])
            assert_true(r.gene[g] == s->start.gene[g]);
    }
    assert_true(r.gene[GENE_OWN2] > 3);
    make_truth(&s->start);
}

static void bounds_hold(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    struct fit_result r;

    s->low[GENE_OWN3] = 20;
    s->high[GENE_OWN2] = 5;
    r = fit(&in);
    assert_true(r.gene[GENE_OWN3] == 20);
    assert_true(r.gene[GENE_OWN2] == 5);
    s->low[GENE_OWN3] = gene_table[GENE_OWN3].low;
    s->high[GENE_OWN2] = gene_table[GENE_OWN2].high;
}

/* Results that are mere chance teach nothing: the start is not left far behind. */
static void chance_teaches_nothing(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    struct fit_result r;

    make_games(s, 0, 41);
    r = fit(&in);
    assert_true(r.loss_after < log(2) + 0.02);
    make_games(s, FACTOR, 40);
}

static void the_same_input_gives_the_same_weights(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    struct fit_result a, b;

    in.positions = GAMES / 3;
    a = fit(&in);
    b = fit(&in);
    assert_memory_equal(a.gene, b.gene, sizeof a.gene);
    in.stream.generation++;
    b = fit(&in);
    assert_memory_not_equal(a.gene, b.gene, sizeof a.gene);
    assert_int_equal(a.positions + a.held_out, GAMES / 3);
}

/* Fewer positions than games: which games are used does not depend on their order by
 * opening and colour. Held-out ones are every fifth here, and so are the positions. */
static void every_kind_of_game_is_used(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    struct fit_result r;

    in.positions = GAMES / 5;
    r = fit(&in);
    assert_int_equal(r.positions + r.held_out, GAMES / 5);
    assert_in_range(r.held_out, GAMES / 36, GAMES / 19); /* a fifth of them, about */
}

static void a_stop_leaves_nothing(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    atomic_bool stop = true;
    struct watch watch = { .stop = &stop };
    struct fit_result r;
    bool finished;
    struct err err;

    in.watch = &watch;
    assert_int_equal(fit_weights(&r, &in, &finished, &err), 0);
    assert_false(finished);
}

static void too_few_games_are_an_error(void **state)
{
    struct setting *s = *state;
    struct fit_input in = input_of(s);
    bool none[GENE_COUNT] = { false };
    struct fit_result r;
    bool finished;
    struct err err;

    for (int i = 0; i < 4; i++) {
        in = input_of(s);
        if (i == 0)
            in.games = 0;
        else if (i == 1)
            in.games = 1; /* held out, so there is nothing to fit to */
        else if (i == 2)
            in.positions = 100;
        else
            in.fitted = none, s->start = s->truth, genome_init(&s->start);
        assert_int_equal(fit_weights(&r, &in, &finished, &err), -1);
        assert_non_null(strstr(err.text, "too few positions"));
    }
    make_truth(&s->start);
    for (size_t i = 0; i < GAMES; i++)
        s->game[i].outcome = GAME_UNPLAYED;
    in = input_of(s);
    assert_int_equal(fit_weights(&r, &in, &finished, &err), -1);
    make_games(s, FACTOR, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_weights_are_found),
        cmocka_unit_test(right_weights_stay),
        cmocka_unit_test(errors_count_games),
        cmocka_unit_test(other_genes_stay_as_they_are),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(chance_teaches_nothing),
        cmocka_unit_test(the_same_input_gives_the_same_weights),
        cmocka_unit_test(every_kind_of_game_is_used),
        cmocka_unit_test(a_stop_leaves_nothing),
        cmocka_unit_test(too_few_games_are_an_error),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
