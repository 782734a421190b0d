/* Standings of simulated players, whose strengths are known: intervals contain them as often as
 * they say. */
#include "test.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "sample.h"
#include "stats/standing.h"

#define MOST 24 /* genomes */

static const struct standing_prior new_one = { STANDING_NEW, { 0, 0 }, { 0, INFINITY } };

/* How the players of a simulation differ, as standard deviations. */
struct world {
    size_t genomes, groups, openings; /* openings of each group in the first round */
    int rounds;
    double spread, luck, noise;
};

/* Scores of genomes, of those who go on to later rounds of a race too. */
struct play {
    const struct world *world;
    double truth[MOST];
    struct standing_prior prior[MOST];
    bool races[MOST];
    struct standing_sample *sample;
    uint32_t *group;
    size_t samples, openings, room;
    struct standings standings;
};

static void play_init(struct play *p, const struct world *w)
{
    *p = (struct play){ .world = w };
    for (int round = 0; round < w->rounds; round++)
        p->room += w->groups * (w->openings << round);
    p->sample = calloc(p->room * w->genomes, sizeof *p->sample);
    p->group = calloc(p->room, sizeof *p->group);
    assert_true(p->sample && p->group);
}

static void play_release(struct play *p)
{
    standings_release(&p->standings);
    free(p->sample);
    free(p->group);
}

static void rate(struct play *p)
{
    struct standing_input in = { .genomes = p->world->genomes,
                                 .openings = p->openings,
                                 .group = p->group,
                                 .sample = p->sample,
                                 .samples = p->samples,
                                 .prior = p->prior };
    struct err err;

    standings_release(&p->standings);
    assert_int_equal(standings_init(&p->standings, &in, &err), 0);
}

/* Opponents differ in strength; their mean is 0. */
static void play_round(struct play *p, int round, gsl_rng *rng)
{
    const struct world *w = p->world;

    for (uint32_t g = 0; g < w->groups; g++)
        for (size_t k = 0; k < w->openings << round; k++, p->openings++) {
            double level = 0.3 * ((double)g - (double)(w->groups - 1) / 2) / (double)w->groups;
            double luck = level + gsl_ran_gaussian(rng, w->luck);

            p->group[p->openings] = g;
            for (uint32_t i = 0; i < w->genomes; i++)
                if (p->races[i])
                    p->sample[p->samples++] =
                        (struct standing_sample){ i, (uint32_t)p->openings,
                                                  p->truth[i] + luck +
                                                      gsl_ran_gaussian(rng, w->noise) };
        }
    rate(p);
}

static double standing_of(const struct play *p, size_t i)
{
    return p->standings.of[i].standing.mean;
}

/* Half of those who race go on, the first always. */
static void drop_half(struct play *p)
{
    size_t n = p->world->genomes, racing = 0;

    for (size_t i = 0; i < n; i++)
        racing += p->races[i];
    for (size_t i = 1; i < n; i++) {
        size_t better = 1;

        for (size_t k = 1; k < n; k++)
            better += p->races[k] && standing_of(p, k) > standing_of(p, i);
        p->races[i] = p->races[i] && better < (racing + 1) / 2;
    }
}

static void play_generation(struct play *p, gsl_rng *rng)
{
    p->samples = p->openings = 0;
    for (size_t i = 0; i < p->world->genomes; i++)
        p->races[i] = true;
    for (int round = 0; round < p->world->rounds; round++) {
        if (round > 0)
            drop_half(p);
        play_round(p, round, rng);
    }
}

static void draw_players(struct play *p, size_t from, double mean, gsl_rng *rng)
{
    for (size_t i = from; i < p->world->genomes; i++) {
        p->truth[i] = mean + gsl_ran_gaussian(rng, p->world->spread);
        p->prior[i] = new_one;
    }
}

/* The best come first, with what is known of them now; the others are new and better on average. */
static void breed(struct play *p, size_t elites, double mean, gsl_rng *rng)
{
    struct standing_prior prior[MOST];
    double truth[MOST];
    bool taken[MOST] = { false };

    for (size_t e = 0; e < elites; e++) {
        size_t best = MOST;

        for (size_t i = 0; i < p->world->genomes; i++)
            if (!taken[i] && (best == MOST || standing_of(p, i) > standing_of(p, best)))
                best = i;
        taken[best] = true;
        truth[e] = p->truth[best];
        prior[e] = (struct standing_prior){ STANDING_KNOWN, p->standings.of[best].standing,
                                            p->standings.of[best].score };
    }
    memcpy(p->truth, truth, elites * sizeof *truth);
    memcpy(p->prior, prior, elites * sizeof *prior);
    draw_players(p, elites, mean, rng);
}

/* How often 95% intervals contain the truth. */
struct coverage {
    double hits, all;
};

static void note(struct coverage *c, struct belief b, double truth)
{
    c->hits += fabs(b.mean - truth) <= 1.959964 * sqrt(b.variance);
    c->all++;
}

static struct belief minus(struct belief a, struct belief b)
{
    return (struct belief){ a.mean - b.mean, a.variance + b.variance };
}

static void check_coverage(const char *what, const char *where, struct coverage c)
{
    double share = c.hits / c.all;

    if (share < 0.92 || share > 0.98)
        fail_msg("%s, %s: %.2f%% of %.0f intervals contain the truth", where, what, 100 * share,
                 c.all);
}

struct coverages {
    struct coverage difference, score, now, best_score, best_lead, elites;
};

static void note_all(struct coverages *c, const struct play *p, size_t elites)
{
    const struct standing *of = p->standings.of;
    size_t best = 0;

    for (size_t i = 0; i < p->world->genomes; i++) {
        best = of[i].standing.mean > of[best].standing.mean ? i : best;
        note(&c->score, of[i].score, p->truth[i]);
        for (size_t k = 0; k < i; k++) {
            double truth = p->truth[i] - p->truth[k];

            note(&c->difference, minus(of[i].standing, of[k].standing), truth);
            note(&c->now, minus(of[i].now, of[k].now), truth);
            if (i < elites)
                note(&c->elites, minus(of[i].standing, of[k].standing), truth);
        }
    }
    note(&c->best_score, of[best].score, p->truth[best]);
    for (size_t i = 0; i < p->world->genomes; i++)
        if (i != best)
            note(&c->best_lead, minus(of[best].standing, of[i].standing),
                 p->truth[best] - p->truth[i]);
}

/* Usual sizes, and what each of them is like. */
static const struct {
    const char *name;
    struct world world;
} worlds[] = {
    { "usual", { 12, 6, 4, 1, 0.05, 0.15, 0.25 } },
    { "much luck", { 12, 6, 4, 1, 0.05, 0.3, 0.2 } },
    { "no luck", { 12, 6, 4, 1, 0.05, 0, 0.25 } },
    { "great differences", { 12, 6, 4, 1, 0.2, 0.15, 0.25 } },
    { "one opening per opponent", { 20, 24, 1, 1, 0.05, 0.15, 0.25 } },
    { "one opponent", { 12, 1, 24, 1, 0.05, 0.15, 0.25 } },
    { "race", { 16, 6, 4, 3, 0.05, 0.15, 0.25 } },
    { "short race", { 16, 6, 2, 2, 0.05, 0.15, 0.25 } },
};

#define WORLDS (sizeof worlds / sizeof *worlds)

/* Nothing is known before: siblings are compared, and scores are on the scale of the truth. */
static void intervals_contain_the_truth(void **state)
{
    (void)state;
    for (size_t k = 0; k < WORLDS; k++) {
        struct coverages c = { 0 };
        struct play p;
        struct rng rng;

        sample_rng(&rng, 41, k);
        play_init(&p, &worlds[k].world);
        for (int i = 0; i < 800; i++) {
            draw_players(&p, 0, 0.55, &rng.gsl);
            play_generation(&p, &rng.gsl);
            note_all(&c, &p, 0);
        }
        check_coverage("differences", worlds[k].name, c.difference);
        check_coverage("differences now", worlds[k].name, c.now);
        check_coverage("scores", worlds[k].name, c.score);
        check_coverage("the best's score", worlds[k].name, c.best_score);
        check_coverage("the best's lead", worlds[k].name, c.best_lead);
        play_release(&p);
    }
}

/* Elites keep what is known of them; over eight generations nothing drifts. */
static void evidence_adds_up_over_generations(void **state)
{
    static const size_t which[] = { 0, 1, 3, 6 };

    (void)state;
    for (size_t k = 0; k < sizeof which / sizeof *which; k++) {
        const char *name = worlds[which[k]].name;
        struct coverages early = { 0 }, late = { 0 };
        struct play p;
        struct rng rng;

        sample_rng(&rng, 42, k);
        play_init(&p, &worlds[which[k]].world);
        for (int i = 0; i < 250; i++) {
            draw_players(&p, 0, 0.55, &rng.gsl);
            play_generation(&p, &rng.gsl);
            for (int g = 1; g < 8; g++) {
                breed(&p, 4, 0.55 + 0.02 * g, &rng.gsl);
                play_generation(&p, &rng.gsl);
                note_all(g < 3 ? &early : &late, &p, 4);
            }
        }
        for (int i = 0; i < 2; i++) {
            const struct coverages *c = i ? &late : &early;

            check_coverage("differences", name, c->difference);
            check_coverage("differences of elites", name, c->elites);
            check_coverage("scores", name, c->score);
            check_coverage("the best's score", name, c->best_score);
            check_coverage("the best's lead", name, c->best_lead);
        }
        play_release(&p);
    }
}

/* Evidence is worth something: an elite of five generations is known better than a new genome. */
static void what_is_known_has_smaller_errors(void **state)
{
    struct play p;
    struct rng rng;

    (void)state;
    sample_rng(&rng, 43, 0);
    play_init(&p, &worlds[3].world);
    draw_players(&p, 0, 0.5, &rng.gsl);
    play_generation(&p, &rng.gsl);
    for (int g = 1; g < 6; g++) {
        double before = p.standings.of[0].score.variance;

        breed(&p, 4, 0.3, &rng.gsl); /* new ones are bad, so elites stay */
        play_generation(&p, &rng.gsl);
        assert_true(g == 1 || p.standings.of[0].score.variance < before);
    }
    assert_true(p.standings.of[0].standing.variance < p.standings.of[8].standing.variance / 2);
    play_release(&p);
}

/* If all met all openings, what was seen now is a plain two-way analysis of variance. */
static void balanced_scores_are_a_two_way_layout(void **state)
{
    const struct world *w = &worlds[0].world;
    size_t n = w->genomes;
    double row[MOST] = { 0 }, column[64] = { 0 }, all = 0, squares = 0;
    size_t openings = w->groups * w->openings;
    struct play p;
    struct rng rng;

    (void)state;
    sample_rng(&rng, 44, 0);
    play_init(&p, w);
    draw_players(&p, 0, 0.55, &rng.gsl);
    play_generation(&p, &rng.gsl);
    assert_int_equal(p.samples, n * openings);
    for (size_t i = 0; i < p.samples; i++) {
        row[p.sample[i].genome] += p.sample[i].score / (double)openings;
        column[p.sample[i].opening] += p.sample[i].score / (double)n;
        all += p.sample[i].score / (double)p.samples;
    }
    for (size_t i = 0; i < p.samples; i++) {
        double rest =
            p.sample[i].score - row[p.sample[i].genome] - column[p.sample[i].opening] + all;

        squares += rest * rest;
    }
    squares /= (double)((n - 1) * (openings - 1));
    assert_close(p.standings.noise_variance, squares, 1e-9);
    for (size_t i = 0; i < n; i++) {
        assert_close(p.standings.of[i].now.mean, row[i], 1e-7);
        assert_close(p.standings.of[i].now.variance, squares / (double)openings, 1e-7);
    }
    play_release(&p);
}

/* The luck of openings is what differs between them beyond noise. */
static void luck_is_measured(void **state)
{
    double mean[2] = { 0 };
    struct play p;
    struct rng rng;

    (void)state;
    for (int k = 0; k < 2; k++) {
        sample_rng(&rng, 45, (uint64_t)k);
        play_init(&p, &worlds[k].world);
        for (int i = 0; i < 200; i++) {
            draw_players(&p, 0, 0.55, &rng.gsl);
            play_generation(&p, &rng.gsl);
            mean[k] += p.standings.luck_variance / 200;
        }
        play_release(&p);
    }
    assert_close(mean[0], 0.15 * 0.15, 0.003);
    assert_close(mean[1], 0.3 * 0.3, 0.008);
}

static void standings_of(struct standings *s, struct standing_input *in)
{
    struct err err;

    if (standings_init(s, in, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < in->genomes; i++) {
        assert_false(isnan(s->of[i].standing.mean) || isnan(s->of[i].standing.variance));
        assert_false(isnan(s->of[i].score.mean) || isnan(s->of[i].score.variance));
        assert_false(isnan(s->of[i].now.mean) || isnan(s->of[i].now.variance));
        assert_true(s->of[i].standing.variance > 0 && s->of[i].now.variance > 0);
    }
}

static void little_data_give_wide_intervals(void **state)
{
    static const uint32_t group[] = { 0, 1, 2 };
    const struct standing_sample sample[] = { { 0, 0, 1 }, { 0, 1, 1 }, { 0, 2, 0.5 } };
    const struct standing_prior prior[3] = {
        new_one,
        { STANDING_KNOWN, { 0.25, 0.01 }, { 0.625, 0.02 } },
        { STANDING_ALONE, { 0, 0 }, { 0, INFINITY } },
    };
    struct standing_input in = {
        .genomes = 1, .openings = 3, .group = group, .sample = sample, .samples = 3, .prior = prior
    };
    struct standings s;

    (void)state;
    standings_of(&s, &in); /* one genome */
    assert_close(s.of[0].now.mean, 5.0 / 6, 1e-6);
    assert_true(s.of[0].score.variance > 0.01 && s.of[0].score.variance < 0.3);
    standings_release(&s);

    in.genomes = 3; /* and two who did not play: what was known before stays */
    standings_of(&s, &in);
    assert_true(s.of[1].standing.mean == 0.25 && s.of[1].standing.variance == 0.01);
    assert_true(s.of[1].score.mean == 0.625 && s.of[1].score.variance == 0.02);
    assert_true(isinf(s.of[1].now.variance) && isinf(s.of[2].now.variance));
    assert_true(isinf(s.of[2].standing.variance) && isinf(s.of[2].score.variance));
    standings_release(&s);

    in.samples = 0; /* nobody played */
    standings_of(&s, &in);
    assert_true(s.of[1].standing.mean == 0.25 && s.of[1].score.mean == 0.625);
    assert_true(isinf(s.of[2].standing.variance));
    standings_release(&s);
    in.genomes = 0;
    standings_of(&s, &in);
    standings_release(&s);
}

/* Everyone wins or loses all games: numbers are finite and in order. */
static void clean_sweeps_are_finite(void **state)
{
    uint32_t group[8];
    struct standing_sample sample[32];
    struct standing_prior prior[4] = { new_one, new_one, new_one, new_one };
    struct standing_input in = {
        .genomes = 4, .openings = 8, .group = group, .sample = sample, .samples = 32, .prior = prior
    };
    struct standings s;

    (void)state;
    for (int same = 0; same < 2; same++) {
        for (uint32_t i = 0; i < 32; i++) {
            group[i / 4] = i / 16;
            sample[i] = (struct standing_sample){ i % 4, i / 4, same || i % 4 < 2 ? 1 : 0 };
        }
        standings_of(&s, &in);
        for (size_t i = 0; i < 4; i++) {
            assert_true(isfinite(s.of[i].standing.variance) && isfinite(s.of[i].score.variance));
            assert_close(s.of[i].now.mean, same || i < 2 ? 1 : 0, 1e-6);
        }
        assert_true(same || s.of[0].standing.mean > s.of[3].standing.mean + 0.5);
        assert_close(s.of[0].standing.mean, s.of[1].standing.mean, 1e-9);
        standings_release(&s);
    }
}

/* One who is like no other is not shrunk; new ones are, toward their mean. */
static void only_new_ones_are_shrunk(void **state)
{
    struct play p;
    struct rng rng;

    (void)state;
    sample_rng(&rng, 46, 0);
    play_init(&p, &worlds[0].world);
    draw_players(&p, 0, 0.5, &rng.gsl);
    p.truth[3] = 0.9;
    p.prior[3].kind = STANDING_ALONE;
    play_generation(&p, &rng.gsl);
    assert_close(standing_of(&p, 3), p.standings.of[3].now.mean, 1e-6);
    for (size_t i = 0; i < p.world->genomes; i++)
        for (size_t k = 0; k < i; k++)
            if (i != 3 && k != 3)
                assert_true(fabs(standing_of(&p, i) - standing_of(&p, k)) <
                            fabs(p.standings.of[i].now.mean - p.standings.of[k].now.mean));
    play_release(&p);
}

static void beliefs_are_merged_by_precision(void **state)
{
    const struct belief a = { 1, 0.5 }, b = { 4, 0.25 }, nothing = { 7, INFINITY };
    struct belief both = belief_merge(a, b);

    (void)state;
    assert_close(both.mean, (1 / 0.5 + 4 / 0.25) / (1 / 0.5 + 1 / 0.25), 1e-12);
    assert_close(both.variance, 1 / (1 / 0.5 + 1 / 0.25), 1e-12);
    assert_close(belief_merge(b, a).mean, both.mean, 1e-12);
    assert_true(belief_merge(a, nothing).mean == 1 && belief_merge(a, nothing).variance == 0.5);
    assert_true(belief_merge(nothing, b).mean == 4 && belief_merge(nothing, b).variance == 0.25);
    assert_true(isinf(belief_merge(nothing, nothing).variance));
}

static void superiority_is_a_probability(void **state)
{
    const struct belief a = { 0.6, 0.01 }, b = { 0.5, 0.03 }, sure = { 0.5, 0 }, more = { 0.6, 0 };

    (void)state;
    assert_close(belief_superiority(a, b), gsl_cdf_ugaussian_P(0.1 / 0.2), 1e-12);
    assert_close(belief_superiority(a, b) + belief_superiority(b, a), 1, 1e-12);
    assert_true(belief_superiority(a, a) == 0.5);
    assert_true(belief_superiority(more, sure) == 1 && belief_superiority(sure, more) == 0);
    assert_true(belief_superiority(sure, sure) == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_contain_the_truth),
        cmocka_unit_test(evidence_adds_up_over_generations),
        cmocka_unit_test(what_is_known_has_smaller_errors),
        cmocka_unit_test(balanced_scores_are_a_two_way_layout),
        cmocka_unit_test(luck_is_measured),
        cmocka_unit_test(little_data_give_wide_intervals),
        cmocka_unit_test(clean_sweeps_are_finite),
        cmocka_unit_test(only_new_ones_are_shrunk),
        cmocka_unit_test(beliefs_are_merged_by_precision),
        cmocka_unit_test(superiority_is_a_probability),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
