/* Genomes against all opponents on validation openings: samples, their mean, and the panel. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/breed.h"
#include "evolve/gauntlet.h"
#include "evolve/tiny_config.h"

#define OPENINGS 5
#define EACH     (TINY_OPPONENTS * OPENINGS)

struct setting {
    struct run_config config;
    struct journal_genome *list, *opponent;
    struct pool pool;
};

static int set_up(void **state)
{
    static struct setting s;
    struct breed_space gs;
    struct err err;
    size_t n;

    TINY_CONFIG(&s.config, "play.depth=2");
    assert_int_equal(breed_space_init(&gs, &s.config, &err), 0);
    assert_int_equal(breed_founders(&s.config, &gs, &s.list, &n, &err), 0);
    s.opponent = s.list + TINY_SIZE;
    assert_int_equal(pool_init(&s.pool, 2, &worker_memory, &err), 0);
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    struct setting *s = *state;

    config_release(&s->config);
    free(s->list);
    pool_release(&s->pool);
    return 0;
}

static struct standing_sample *play(struct setting *s, const struct journal_genome **who, size_t n,
                                    enum opening_set set)
{
    struct gauntlet g = { .config = &s->config,
                          .who = who,
                          .n = n,
                          .opponent = s->opponent,
                          .opponents = TINY_OPPONENTS,
                          .set = set,
                          .plies = s->config.validate_plies,
                          .openings = OPENINGS,
                          .what = "games" };
    struct standing_sample *sample;
    bool finished;
    struct err err;

    if (gauntlet_play(&g, &s->pool, &(struct watch){ 0 }, &sample, &finished, &err))
        fail_msg("%s", err.text);
    assert_true(finished);
    return sample;
}

/* The same openings whoever plays, and others in another set. */
static void samples_do_not_depend_on_the_others(void **state)
{
    struct setting *s = *state;
    const struct journal_genome *who[] = { &s->list[0], &s->list[1], &s->list[4] };
    struct standing_sample *all = play(s, who, 3, OPENING_VALIDATE), *one, *other;
    size_t differ = 0;

    for (uint32_t i = 0; i < 3 * EACH; i++) {
        assert_int_equal(all[i].genome, i / EACH);
        assert_int_equal(all[i].opening, i % EACH);
        assert_true(all[i].score >= 0 && all[i].score <= 1);
        assert_true(fmod(4 * all[i].score, 1) == 0);
    }
    for (size_t k = 0; k < 3; k++) {
        one = play(s, &who[k], 1, OPENING_VALIDATE);
        other = play(s, &who[k], 1, OPENING_TRAIN);
        for (size_t i = 0; i < EACH; i++) {
            if (i < OPENINGS) /* the second opponent plays at random */
                assert_true(one[i].score == all[k * EACH + i].score);
            differ += one[i].score != other[i].score;
        }
        free(one);
        free(other);
    }
    assert_true(differ > 0);
    free(all);
}

/* Colours are swapped: against itself a genome scores exactly one half from every opening. */
static void nobody_beats_itself(void **state)
{
    struct setting *s = *state;
    struct journal_genome self = s->opponent[0];
    const struct journal_genome *who = &self;
    struct standing_sample *sample;

    self.origin = ORIGIN_ELITE;
    sample = play(s, &who, 1, OPENING_VALIDATE);
    for (size_t i = 0; i < OPENINGS; i++)
        assert_true(sample[i].score == 0.5);
    free(sample);
}

static void means_have_errors(void **state)
{
    const struct standing_sample sample[] = {
        { 0, 0, 1 }, { 0, 1, 0.5 }, { 0, 2, 0 }, { 0, 3, 0.75 }
    };
    struct belief mean = gauntlet_mean(sample, 4);

    (void)state;
    assert_close(mean.mean, 0.5625, 1e-12);
    assert_close(mean.variance,
                 (0.4375 * 0.4375 + 0.0625 * 0.0625 + 0.5625 * 0.5625 + 0.1875 * 0.1875) / 3 / 4,
                 1e-12);
    assert_true(gauntlet_mean(sample, 1).variance == 0.25);
}

static void a_stop_gives_no_samples(void **state)
{
    struct setting *s = *state;
    const struct journal_genome *who = &s->list[0];
    atomic_bool stop = true;
    struct gauntlet g = { .config = &s->config,
                          .who = &who,
                          .n = 1,
                          .opponent = s->opponent,
                          .opponents = TINY_OPPONENTS,
                          .set = OPENING_VALIDATE,
                          .plies = s->config.validate_plies,
                          .openings = OPENINGS,
                          .what = "games" };
    struct standing_sample *sample;
    bool finished = true;
    struct err err;

    assert_int_equal(
        gauntlet_play(&g, &s->pool, &(struct watch){ .stop = &stop }, &sample, &finished, &err), 0);
    assert_false(finished);
    assert_null(sample);
}

static void the_panel_is_a_gauntlet_of_one(void **state)
{
    struct setting *s = *state;
    const struct journal_genome *who = &s->list[0];
    struct standing_sample *sample = play(s, &who, 1, OPENING_VALIDATE);
    struct belief mean = gauntlet_mean(sample, EACH);
    double score, error;
    bool finished;
    struct err err;

    s->config.panel_openings = OPENINGS;
    assert_int_equal(panel_measure(&s->config, who, s->opponent, TINY_OPPONENTS, &s->pool,
                                   &(struct watch){ 0 }, &score, &error, &finished, &err),
                     0);
    assert_true(finished && score == mean.mean);
    assert_close(error, 1.959964 * sqrt(mean.variance), 1e-6);
    assert_int_equal(panel_measure(&s->config, who, NULL, 0, &s->pool, &(struct watch){ 0 }, &score,
                                   &error, &finished, &err),
                     0);
    assert_true(finished && isnan(score) && isnan(error));
    s->config.panel_openings = 0;
    assert_int_equal(panel_measure(&s->config, who, s->opponent, TINY_OPPONENTS, &s->pool,
                                   &(struct watch){ 0 }, &score, &error, &finished, &err),
                     0);
    assert_true(finished && isnan(score) && isnan(error));
    free(sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_do_not_depend_on_the_others),
        cmocka_unit_test(nobody_beats_itself),
        cmocka_unit_test(means_have_errors),
        cmocka_unit_test(a_stop_gives_no_samples),
        cmocka_unit_test(the_panel_is_a_gauntlet_of_one),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
