/* The response surface on scores that are quadratic by construction. */
#include "evolve/measured.h"

#include <string.h>

#include <gsl/gsl_randist.h>

#include "evolve/surface.h"

#define DIM   5
#define GENES "genes.evolve=own2 own3 opp2 opp3 tempo"

/* A metric with known axes, and a score around a known top. */
struct world {
    struct run_config config;
    struct breed_space gs;
    struct metric metric;
    double slope[DIM], curvature[DIM];
    double misfit; /* how far genomes lie off the quadratic score */
    struct rng rng;
};

static void world_init(struct world *w, uint64_t index)
{
    struct err err;

    TINY_CONFIG(&w->config, GENES, "fit.every=0");
    assert_int_equal(breed_space_init(&w->gs, &w->config, &err), 0);
    assert_int_equal(w->gs.space.dim, DIM);
    w->misfit = 0;
    w->metric = (struct metric){ .gs = &w->gs, .axes = gsl_matrix_calloc(DIM, DIM) };
    assert_non_null(w->metric.axes);
    for (size_t i = 0; i < DIM; i++) {
        w->metric.origin[w->gs.gene[i]] = 1 + (double)i;
        gsl_matrix_set(w->metric.axes, i, i, 0.2 + 0.1 * (double)i);
        for (size_t k = 0; k < i; k++)
            gsl_matrix_set(w->metric.axes, i, k, 0.1);
    }
    for (size_t i = 0; i < DIM; i++) {
        w->slope[i] = i % 2 ? -0.012 : 0.012;
        w->curvature[i] = 0.03 + 0.01 * (double)i;
    }
    sample_rng(&w->rng, 61, index);
}

static void world_release(struct world *w)
{
    metric_release(&w->metric);
    config_release(&w->config);
}

static double score_at(const struct world *w, const double *z)
{
    double score = 0;

    for (size_t i = 0; i < DIM; i++)
        score += w->slope[i] * z[i] - 0.5 * w->curvature[i] * z[i] * z[i];
    return score;
}

static void draw(struct world *w, double spread, double *z, double gene[GENE_COUNT])
{
    for (size_t i = 0; i < DIM; i++)
        z[i] = gsl_ran_gaussian(&w->rng.gsl, spread);
    memcpy(gene, w->metric.origin, GENE_COUNT * sizeof *gene);
    metric_write(&w->metric, z, gene);
}

/* Tells a generation of 24 genomes, whose scores have noise, and luck in common. */
static void tell(struct world *w, struct surface *s, double spread, double noise, double luck)
{
    static double gene[24][GENE_COUNT];
    struct surface_point point[24];
    struct err err;

    for (size_t i = 0; i < 24; i++) {
        double z[DIM], sd = noise * (1 + (double)(i % 3)); /* some are known better */

        draw(w, spread, z, gene[i]);
        point[i] = (struct surface_point){ gene[i],
                                           luck + score_at(w, z) +
                                               gsl_ran_gaussian(&w->rng.gsl, hypot(sd, w->misfit)),
                                           sd * sd };
    }
    assert_int_equal(surface_tell(s, point, 24, &err), 0);
}

static void begin(const struct world *w, struct surface *s, double memory)
{
    struct err err;

    assert_int_equal(surface_init(s, &w->metric, memory, &err), 0);
}

static void the_top_is_found(void **state)
{
    struct surface s;
    struct world w;
    double gene[GENE_COUNT], z[GENE_COUNT];

    (void)state;
    world_init(&w, 0);
    begin(&w, &s, 1);
    for (int g = 0; g < 100; g++)
        tell(&w, &s, 0.5, 0.003, gsl_ran_gaussian(&w.rng.gsl, 0.2));
    assert_true(surface_ready(&s));
    memcpy(gene, w.metric.origin, sizeof gene);
    gene[GENE_PLACE] = 3;
    surface_top(&s, gene);
    assert_true(gene[GENE_PLACE] == 3); /* does not evolve */
    metric_read(&w.metric, gene, z);
    for (size_t i = 0; i < DIM; i++)
        assert_close(z[i], w.slope[i] / w.curvature[i], 0.03);
    surface_release(&s);
    world_release(&w);
}

/* Truths as the prior expects them: then estimates are off by as much as they say. */
static void leads_have_calibrated_errors(void **state)
{
    double hits = 0, squares = 0, top_hits = 0, n = 0, worlds = SAMPLES(300);

    (void)state;
    for (int k = 0; k < worlds; k++) {
        double common, steep, a[GENE_COUNT], b[GENE_COUNT], za[DIM], zb[DIM], variance, error;
        struct surface s;
        struct world w;

        world_init(&w, (uint64_t)k);
        common = 0.04 + gsl_ran_gaussian(&w.rng.gsl, 0.04);
        steep = 0.003 * pow(2, 6 * gsl_rng_uniform(&w.rng.gsl));
        w.misfit = 0.005 * pow(2, 4 * gsl_rng_uniform(&w.rng.gsl));
        for (size_t i = 0; i < DIM; i++) {
            w.slope[i] = gsl_ran_gaussian(&w.rng.gsl, steep);
            w.curvature[i] = common + gsl_ran_gaussian(&w.rng.gsl, 0.02);
        }
        begin(&w, &s, 1);
        for (int g = 0; g < 1 + k % 12; g++)
            tell(&w, &s, 0.4, 0.02, gsl_ran_gaussian(&w.rng.gsl, 0.2));
        for (int i = 0; i < 20; i++, n++) {
            draw(&w, 0.5, za, a);
            draw(&w, 0.5, zb, b);
            error = surface_lead(&s, a, b, &variance) - score_at(&w, za) + score_at(&w, zb);
            hits += error * error < 1.96 * 1.96 * variance;
            squares += error * error / variance;
        }
        /* The same for the top, though it was chosen for its height. */
        surface_top(&s, b);
        error = surface_lead(&s, b, w.metric.origin, &variance) - score_at(&w, s.top);
        top_hits += error * error <= 1.96 * 1.96 * variance;
        surface_release(&s);
        world_release(&w);
    }
    assert_close(hits / n, 0.95, 0.03);
    assert_close(sqrt(squares / n), 1, 0.1);
    assert_close(top_hits / worlds, 0.95, 0.05);
}

/* What is left when noise and model are accounted for. */
static void the_misfit_is_measured(void **state)
{
    static const double misfit[] = { 0.005, 0.02, 0.07 };

    (void)state;
    for (size_t k = 0; k < sizeof misfit / sizeof *misfit; k++) {
        struct surface s;
        struct world w;

        world_init(&w, 70 + k);
        w.misfit = misfit[k];
        begin(&w, &s, 1);
        for (int g = 0; g < 60; g++)
            tell(&w, &s, 0.5, 0.01, 0);
        assert_true(s.misfit > misfit[k] / 1.5 && s.misfit < misfit[k] * 1.5);
        surface_release(&s);
        world_release(&w);
    }
}

/* All scores of a generation may be higher by the luck of its openings. */
static void luck_has_no_influence(void **state)
{
    struct surface s[2];
    struct world w;

    (void)state;
    for (int k = 0; k < 2; k++) {
        world_init(&w, 7);
        begin(&w, &s[k], 0.9);
        for (int g = 0; g < 6; g++)
            tell(&w, &s[k], 0.5, 0.01, k ? 0.3 * g * g - 1 : 0);
        if (k == 0)
            world_release(&w);
    }
    s[0].metric = s[1].metric;
    for (size_t i = 0; i < 2 * DIM + 1; i++)
        assert_close(gsl_vector_get(s[0].parameter, i), gsl_vector_get(s[1].parameter, i), 1e-9);
    for (size_t i = 0; i < DIM; i++)
        assert_close(s[0].top[i], s[1].top[i], 1e-6);
    surface_release(&s[0]);
    surface_release(&s[1]);
    world_release(&w);
}

static void effects_have_sign_and_order(void **state)
{
    struct surface_effect at[DIM], off[DIM];
    double gene[GENE_COUNT];
    struct surface s;
    struct world w;

    (void)state;
    world_init(&w, 8);
    gsl_matrix_set_zero(w.metric.axes);
    for (size_t i = 0; i < DIM; i++) { /* a typical step of every gene is one half */
        gsl_matrix_set(w.metric.axes, i, i, 2 * w.gs.space.scale[i]);
        w.curvature[i] = 0.02 * (double)(1 + i);
        w.slope[i] = 0;
    }
    begin(&w, &s, 1);
    for (int g = 0; g < 60; g++)
        tell(&w, &s, 0.5, 0.003, 0);
    surface_effects(&s, w.metric.origin, at);
    memcpy(gene, w.metric.origin, sizeof gene);
    gene[w.gs.gene[4]] += 2 * w.gs.space.scale[4]; /* beyond the top by 1 */
    gene[w.gs.gene[2]] -= 2 * w.gs.space.scale[2]; /* and short of it */
    surface_effects(&s, gene, off);
    for (size_t i = 0; i < DIM; i++) {
        assert_close(at[i].loss, 0.5 * w.curvature[i] * 0.25, 5 * at[i].loss_error);
        assert_close(at[i].slope, 0, 5 * at[i].slope_error + 1e-6);
        assert_close(at[i].length, 0.5, 1e-9);
        assert_true(at[i].loss_error > 0 && at[i].loss_error < 0.002);
        assert_true(i == 0 || at[i].loss > at[i - 1].loss);
    }
    assert_close(off[4].slope, -0.5 * w.curvature[4], 5 * off[4].slope_error);
    assert_close(off[2].slope, 0.5 * w.curvature[2], 5 * off[2].slope_error);
    surface_release(&s);
    world_release(&w);
}

static void old_generations_are_forgotten(void **state)
{
    static const double memory[] = { 1, 0.6 };
    double first[2];

    (void)state;
    for (int k = 0; k < 2; k++) {
        struct surface s;
        struct world w;

        world_init(&w, 9);
        begin(&w, &s, memory[k]);
        for (int g = 0; g < 30; g++) {
            if (g == 15)
                for (size_t i = 0; i < DIM; i++)
                    w.slope[i] = -w.slope[i];
            tell(&w, &s, 0.5, 0.002, 0);
        }
        first[k] = s.top[0] * w.curvature[0] / w.slope[0]; /* 1: where the top is now */
        surface_release(&s);
        world_release(&w);
    }
    assert_close(first[0], 0, 0.15);
    assert_close(first[1], 1, 0.15);
}

static void few_points_leave_the_prior(void **state)
{
    double a[GENE_COUNT], z[DIM], variance, lead, squares = 0;
    struct surface_point point;
    struct surface s;
    struct world w;
    struct err err;

    (void)state;
    world_init(&w, 10);
    begin(&w, &s, 1);
    assert_false(surface_ready(&s));
    draw(&w, 0.5, z, a);
    point = (struct surface_point){ a, 0.9, 1e-4 };
    assert_int_equal(surface_tell(&s, &point, 1, &err), 0); /* one alone compares with nobody */
    assert_false(surface_ready(&s));
    for (size_t i = 0; i < DIM; i++) {
        squares += z[i] * z[i];
        assert_close(s.top[i], z[i], fabs(z[i]) + 1e-9); /* at the origin, or held near the point */
    }
    lead = surface_lead(&s, a, w.metric.origin, &variance);
    assert_close(lead, -0.5 * 0.04 * squares, 1e-9);
    assert_true(variance > 0.003 * 0.003 * squares);
    assert_int_equal(surface_tell(&s, NULL, 0, &err), 0);
    surface_release(&s);
    world_release(&w);
}

/* A slope without a top in sight: the top stays where the data are. */
static void the_top_stays_near_the_data(void **state)
{
    double far[GENE_COUNT];
    struct surface s;
    struct world w;

    (void)state;
    world_init(&w, 11);
    for (size_t i = 0; i < DIM; i++) {
        w.slope[i] = 0.3;
        w.curvature[i] = 0;
    }
    begin(&w, &s, 1);
    for (int g = 0; g < 40; g++)
        tell(&w, &s, 0.1, 0.003, 0);
    for (size_t i = 0; i < DIM; i++)
        assert_close(s.top[i], 0.2, 0.05); /* two standard deviations of the data */
    surface_top(&s, memcpy(far, w.metric.origin, sizeof far));
    assert_true(surface_covers(&s, w.metric.origin));
    for (size_t i = 0; i < DIM; i++)
        far[w.gs.gene[i]] += 3 * (far[w.gs.gene[i]] - w.metric.origin[w.gs.gene[i]]);
    assert_false(surface_covers(&s, far));
    surface_release(&s);
    world_release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_top_is_found),
        cmocka_unit_test(leads_have_calibrated_errors),
        cmocka_unit_test(the_misfit_is_measured),
        cmocka_unit_test(luck_has_no_influence),
        cmocka_unit_test(effects_have_sign_and_order),
        cmocka_unit_test(old_generations_are_forgotten),
        cmocka_unit_test(few_points_leave_the_prior),
        cmocka_unit_test(the_top_stays_near_the_data),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
