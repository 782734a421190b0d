/* Weights beside each other: spreads and effects against sums of weights times features, and
 * genomes that are alike but for what changes no move. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "heuristic/contrast.h"
#include "heuristic/features.h"
#include "sample.h"

enum { POSITIONS = 200 };

struct fixture {
    struct position pos[POSITIONS];
    struct contrast_sample sample;
};

static int set_up(void **state)
{
    static struct fixture f;
    struct rng rng;

    for (int i = 0; i < POSITIONS; i++) {
        sample_rng(&rng, 11, (uint64_t)i);
        sample_position(&f.pos[i], 6 + i % 20, &rng);
    }
    f.sample = (struct contrast_sample){ f.pos, POSITIONS };
    *state = &f;
    return 0;
}

static double deviation(const double *x, int n)
{
    double mean = 0, squares = 0;

    for (int i = 0; i < n; i++)
        mean += x[i] / n;
    for (int i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    return sqrt(squares / n);
}

/* The evaluation as regression sees it: no tables, no integers. */
static double sum_of_features(const struct genome *genome, const struct position *pos)
{
    struct feature_frame frame;
    double feature[GENE_COUNT], sum = 0;

    features_frame_init(&frame, genome);
    features_of(&frame, pos, side_to_move(pos), feature);
    for (int g = 0; g < gene_count(); g++)
        if (gene_is_linear(g))
            sum += genome->gene[g] * feature[g];
    return sum;
}

static double spread_of(const struct genome *genome, const struct fixture *f)
{
    struct err err;
    double spread;

    assert_int_equal(contrast_spread(genome, &f->sample, &spread, &err), 0);
    return spread;
}

/* Small weights of every kind, and factors near 1, so that no limit of a line is met. */
static void modest_genome(struct genome *genome, struct rng *rng)
{
    genome_init(genome);
    for (int g = 0; g < gene_count(); g++)
        genome->gene[g] = gene_is_linear(g) ? (double)rng_below(rng, 200) / 10 - 8
                                            : 0.5 + (double)rng_below(rng, 100) / 100;
}

static void spreads_are_those_of_weights_times_features(void **state)
{
    const struct fixture *f = *state;
    struct rng rng;

    sample_rng(&rng, 12, 0);
    for (int round = 0; round < SAMPLES(20); round++) {
        double value[POSITIONS], wanted;
        struct genome genome;

        modest_genome(&genome, &rng);
        for (int i = 0; i < POSITIONS; i++)
            value[i] = sum_of_features(&genome, &f->pos[i]);
        wanted = deviation(value, POSITIONS);
        assert_close(spread_of(&genome, f), wanted, 1e-3 * wanted);
    }
}

/* Of each gene alone: what taking it over changes, computed from features once more. */
static void effects_are_those_of_weights_times_features(void **state)
{
    const struct fixture *f = *state;
    double effect[GENE_COUNT], before[POSITIONS], change[POSITIONS];
    struct genome a, b;
    double spread_a, spread_b;
    struct rng rng;
    struct err err;

    sample_rng(&rng, 13, 0);
    modest_genome(&a, &rng);
    modest_genome(&b, &rng);
    spread_a = spread_of(&a, f);
    spread_b = spread_of(&b, f);
    assert_int_equal(contrast_effects(&a, spread_a, &b, spread_b, &f->sample, effect, &err), 0);
    for (int i = 0; i < POSITIONS; i++)
        before[i] = sum_of_features(&a, &f->pos[i]);
    for (int g = 0; g < gene_count(); g++) {
        struct genome changed = a;

        changed.gene[g] = gene_is_linear(g) ? b.gene[g] * spread_a / spread_b : b.gene[g];
        for (int i = 0; i < POSITIONS; i++)
            change[i] = sum_of_features(&changed, &f->pos[i]) - before[i];
        assert_close(effect[g], 100 * deviation(change, POSITIONS) / spread_a, 0.01);
    }
    assert_true(effect[GENE_OWN2] > 0.1);
    assert_true(effect[GENE_HEIGHT] > 0.1);
    assert_close(effect[GENE_TEMPO], 0, 1e-9); /* for the side to move it is always the same */
}

static void a_multiple_is_the_same_genome(void **state)
{
    const struct fixture *f = *state;
    struct genome a, b;
    double effect[GENE_COUNT], spread_a, spread_b;
    struct rng rng;
    struct err err;

    sample_rng(&rng, 14, 0);
    modest_genome(&a, &rng);
    b = a;
    for (int g = 0; g < gene_count(); g++)
        if (gene_is_linear(g) && gene_table[g].family != FAMILY_TABLES)
            b.gene[g] *= 3;
    spread_a = spread_of(&a, f);
    spread_b = spread_of(&b, f);
    assert_close(spread_b, 3 * spread_a, 1e-3 * spread_a);
    assert_int_equal(contrast_effects(&a, spread_a, &b, spread_b, &f->sample, effect, &err), 0);
    for (int g = 0; g < gene_count(); g++) {
        assert_close(contrast_scaled(&a, g, spread_a), contrast_scaled(&b, g, spread_b),
                     1e-3 * (1 + fabs(contrast_scaled(&a, g, spread_a))));
        assert_close(effect[g], 0, 0.05);
    }
}

static void without_weights_effects_are_those_on_the_other(void **state)
{
    const struct fixture *f = *state;
    double one[GENE_COUNT], other[GENE_COUNT], spread;
    struct genome nothing, genome;
    struct rng rng;
    struct err err;

    sample_rng(&rng, 15, 0);
    modest_genome(&genome, &rng);
    genome_init(&nothing);
    spread = spread_of(&genome, f);
    assert_true(spread_of(&nothing, f) == 0);
    assert_true(contrast_scaled(&genome, GENE_OWN1, 0) == 0);
    assert_int_equal(contrast_effects(&genome, spread, &nothing, 0, &f->sample, one, &err), 0);
    assert_int_equal(contrast_effects(&nothing, 0, &genome, spread, &f->sample, other, &err), 0);
    assert_memory_equal(one, other, sizeof one);
    assert_true(one[GENE_OWN3] > 0);
    assert_int_equal(contrast_effects(&nothing, 0, &nothing, 0, &f->sample, one, &err), 0);
    for (int g = 0; g < gene_count(); g++)
        assert_true(one[g] == 0);
}

/* Whatever genomes are, the figures are finite; the sanitizer looks for overflow. */
static void all_kinds_of_genomes_have_finite_figures(void **state)
{
    const struct fixture *f = *state;
    struct rng rng;

    sample_rng(&rng, 16, 0);
    for (int round = 0; round < 2 * SAMPLE_KINDS; round++) {
        struct genome a, b;
        double effect[GENE_COUNT];
        struct err err;

        sample_genome(&a, (enum sample_genome)(round % SAMPLE_KINDS), &rng);
        sample_genome(&b, (enum sample_genome)rng_below(&rng, SAMPLE_KINDS), &rng);
        assert_int_equal(
            contrast_effects(&a, spread_of(&a, f), &b, spread_of(&b, f), &f->sample, effect, &err),
            0);
        for (int g = 0; g < gene_count(); g++)
            assert_true(isfinite(effect[g]) && effect[g] >= 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spreads_are_those_of_weights_times_features),
        cmocka_unit_test(effects_are_those_of_weights_times_features),
        cmocka_unit_test(a_multiple_is_the_same_genome),
        cmocka_unit_test(without_weights_effects_are_those_on_the_other),
        cmocka_unit_test(all_kinds_of_genomes_have_finite_figures),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
