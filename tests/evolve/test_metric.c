/* The metric of genes: coordinates and back, and steps of one length for all genomes. */
#include "evolve/measured.h"

#include <string.h>

#include <gsl/gsl_randist.h>

struct setting {
    struct run_config config;
    struct breed_space gs;
    struct metric metric;
};

static void setting_init(struct setting *s, const char *genes)
{
    struct err err;

    TINY_CONFIG(&s->config, genes, "fit.every=0");
    assert_int_equal(breed_space_init(&s->gs, &s->config, &err), 0);
    measured_metric(&s->metric, &s->gs, "genomes/fevalb.ini");
}

static void setting_release(struct setting *s)
{
    metric_release(&s->metric);
    config_release(&s->config);
}

static void draw_step(double *z, size_t dim, double length, struct rng *rng)
{
    double squares = 0;

    for (size_t i = 0; i < dim; i++) {
        z[i] = gsl_ran_gaussian(&rng->gsl, 1);
        squares += z[i] * z[i];
    }
    for (size_t i = 0; i < dim; i++)
        z[i] *= length / sqrt(squares);
}

static void reading_and_writing_are_inverse(void **state)
{
    struct setting s;
    struct rng rng;

    (void)state;
    setting_init(&s, "genes.evolve=line shape threat tempo");
    sample_rng(&rng, 51, 0);
    for (int i = 0; i < 50; i++) {
        double gene[GENE_COUNT], z[GENE_COUNT], back[GENE_COUNT];

        memcpy(gene, s.metric.origin, sizeof gene);
        gene[GENE_PLACE] = 17; /* does not evolve, and is left alone */
        draw_step(z, s.gs.space.dim, 0.02, &rng);
        metric_write(&s.metric, z, gene);
        assert_true(gene[GENE_PLACE] == 17);
        metric_read(&s.metric, gene, back);
        for (size_t k = 0; k < s.gs.space.dim; k++)
            assert_close(back[k], z[k], 1e-9);
    }
    setting_release(&s);
}

static void the_origin_is_zero_and_bounds_hold(void **state)
{
    struct setting s;
    double gene[GENE_COUNT], z[GENE_COUNT];

    (void)state;
    setting_init(&s, "genes.evolve=line tempo");
    metric_read(&s.metric, s.metric.origin, z);
    for (size_t k = 0; k < s.gs.space.dim; k++) {
        assert_true(z[k] == 0);
        z[k] = k % 2 ? 1e6 : -1e6;
    }
    memcpy(gene, s.metric.origin, sizeof gene);
    metric_write(&s.metric, z, gene);
    for (size_t k = 0; k < s.gs.space.dim; k++)
        assert_true(gene[s.gs.gene[k]] >= s.gs.low[k] && gene[s.gs.gene[k]] <= s.gs.high[k]);
    setting_release(&s);
}

/* Evaluations of all positions by the compiled genome, in weights. */
static void evaluate_all(const double gene[GENE_COUNT], const struct position *pos, double *value)
{
    static struct evaluator ev;
    struct genome genome;

    genome_init(&genome);
    memcpy(genome.gene, gene, sizeof genome.gene);
    evaluator_compile(&ev, &genome);
    for (size_t i = 0; i < MEASURED_POSITIONS; i++)
        value[i] = (double)evaluate(&ev, &pos[i], side_to_move(&pos[i])) / EVAL_UNITS;
    genome_release(&genome);
}

/* The length of a step from the origin, from evaluations alone: the root mean square of the change,
 * in units of a typical evaluation, where balanced positions count 1; and the part that keeps
 * genes that hardly occur from running away. */
static double length_of(const struct setting *s, const double gene[GENE_COUNT],
                        const struct position *pos)
{
    double before[MEASURED_POSITIONS], after[MEASURED_POSITIONS], scale = 0, squares = 0;

    evaluate_all(s->metric.origin, pos, before);
    evaluate_all(gene, pos, after);
    for (size_t i = 0; i < MEASURED_POSITIONS; i++)
        scale += before[i] * before[i] / MEASURED_POSITIONS;
    scale = 1 / sqrt(scale);
    for (size_t i = 0; i < MEASURED_POSITIONS; i++) {
        double change = scale * (after[i] - before[i]), p = 1 / (1 + exp(-scale * before[i]));

        squares += 4 * p * (1 - p) * change * change / MEASURED_POSITIONS;
    }
    for (size_t k = 0; k < s->gs.space.dim; k++) {
        int g = s->gs.gene[k];
        double step = (gene[g] - s->metric.origin[g]) / (METRIC_LONGEST * s->gs.scale[k]);

        squares += step * step;
    }
    return sqrt(squares);
}

static void check_lengths(const char *genes, double length, double tolerance)
{
    struct position *pos = measured_positions(MEASURED_POSITIONS, 12);
    struct setting s;
    struct rng rng;

    setting_init(&s, genes);
    sample_rng(&rng, 52, 0);
    for (int i = 0; i < 20; i++) {
        double gene[GENE_COUNT], z[GENE_COUNT];

        draw_step(z, s.gs.space.dim, length, &rng);
        for (int side = 0; side < 2; side++) { /* the same in the opposite direction */
            memcpy(gene, s.metric.origin, sizeof gene);
            metric_write(&s.metric, z, gene);
            assert_close(length_of(&s, gene, pos) / length, 1, tolerance);
            for (size_t k = 0; k < s.gs.space.dim; k++)
                z[k] = -z[k];
        }
    }
    setting_release(&s);
    free(pos);
}

static void a_step_of_one_changes_evaluations_by_one(void **state)
{
    (void)state;
    check_lengths("genes.evolve=own2 own3 opp2 opp3 tempo", 1, 0.01);
    check_lengths("genes.evolve=line tempo", 0.1, 0.01);
    check_lengths("genes.evolve=line threat zugzwang tempo", 0.2, 0.02);
    check_lengths("genes.evolve=line shape", 0.02, 0.05); /* not linear: small steps only */
}

static void mirror_images_have_the_same_metric(void **state)
{
    struct position *pos = measured_positions(MEASURED_POSITIONS, 12);
    struct metric mirrored;
    struct setting s;
    struct err err;

    (void)state;
    setting_init(&s, "genes.evolve=line shape threat tempo");
    for (size_t i = 0; i < MEASURED_POSITIONS; i++) {
        pos[i].own = mirror_cells(pos[i].own);
        pos[i].all = mirror_cells(pos[i].all);
    }
    assert_int_equal(
        metric_init(&mirrored, &s.gs, s.metric.origin, NULL, pos, MEASURED_POSITIONS, &err), 0);
    for (size_t i = 0; i < s.gs.space.dim; i++)
        for (size_t k = 0; k <= i; k++)
            assert_close(gsl_matrix_get(mirrored.axes, i, k) / s.gs.scale[i],
                         gsl_matrix_get(s.metric.axes, i, k) / s.gs.scale[i], 1e-9);
    metric_release(&mirrored);
    setting_release(&s);
    free(pos);
}

static void positions_are_needed(void **state)
{
    struct metric metric;
    struct setting s;
    struct err err;

    (void)state;
    setting_init(&s, "genes.evolve=line");
    assert_int_equal(metric_init(&metric, &s.gs, s.metric.origin, NULL, NULL, 0, &err), -1);
    assert_non_null(strstr(err.text, "no positions"));
    setting_release(&s);
}

/* A genome that says nothing about any position, and genes that never occur. */
static void odd_cases_are_finite(void **state)
{
    struct position empty[3] = { 0 };
    double gene[GENE_COUNT] = { 0 };
    struct metric metric;
    struct setting s;
    struct err err;

    (void)state;
    setting_init(&s, "genes.evolve=line threat");
    assert_int_equal(metric_init(&metric, &s.gs, gene, NULL, empty, 3, &err), 0);
    for (size_t i = 0; i < s.gs.space.dim; i++) {
        double axis = gsl_matrix_get(metric.axes, i, i);

        assert_true(axis > 0 && axis <= METRIC_LONGEST * s.gs.scale[i] * (1 + 1e-9));
    }
    metric_release(&metric);
    setting_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_and_writing_are_inverse),
        cmocka_unit_test(the_origin_is_zero_and_bounds_hold),
        cmocka_unit_test(a_step_of_one_changes_evaluations_by_one),
        cmocka_unit_test(mirror_images_have_the_same_metric),
        cmocka_unit_test(positions_are_needed),
        cmocka_unit_test(odd_cases_are_finite),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
