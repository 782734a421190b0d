/* Features: the sum of gene x feature is the evaluation, but for rounding. */
#include "test.h"

#include <math.h>

#include "heuristic/features.h"
#include "sample.h"

/* Each line, and each cell for each gene that it may count for, is rounded to units. */
#define ROUNDING ((LINES + 5.0 * CELLS) / 2 / EVAL_UNITS)

static double dot(const double *gene, const double *feature)
{
    double sum = 0;

    for (int g = 0; g < gene_count(); g++)
        if (gene_is_linear(g))
            sum += gene[g] * feature[g];
    return sum;
}

/* Weights of a usual size, so that no line reaches its limit. */
static void modest_genome(struct genome *genome, struct rng *rng)
{
    sample_genome(genome, SAMPLE_FAMILIES, rng);
    for (int g = 0; g < gene_count(); g++)
        if (gene_is_linear(g))
            genome->gene[g] /= 100;
}

static void check_position(const struct genome *genome, const struct evaluator *ev,
                           const struct position *pos)
{
    struct feature_frame frame;
    double feature[GENE_COUNT];

    features_frame_init(&frame, genome);
    for (int viewer = 0; viewer < 2; viewer++) {
        double value = evaluate(ev, pos, (enum side)viewer) / (double)EVAL_UNITS;
        double sum;

        features_of(&frame, pos, (enum side)viewer, feature);
        sum = dot(genome->gene, feature);
        if (fabs(sum - value) > ROUNDING)
            fail_msg("features sum to %g, but the position is worth %g", sum, value);
    }
}

static void their_sum_is_the_evaluation(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < SAMPLES(300); i++) {
        struct genome genome;
        static struct evaluator ev;
        struct rng rng;

        sample_rng(&rng, 31, i);
        modest_genome(&genome, &rng);
        evaluator_compile(&ev, &genome);
        for (int k = 0; k < 20; k++) {
            struct position pos;

            sample_position(&pos, (int)rng_below(&rng, CELLS - 4), &rng);
            check_position(&genome, &ev, &pos);
        }
    }
}

static void genes_that_are_not_linear_have_none(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100; i++) {
        struct feature_frame frame;
        struct genome genome;
        struct position pos;
        struct rng rng;
        double feature[GENE_COUNT];

        sample_rng(&rng, 32, i);
        sample_genome(&genome, SAMPLE_FULL, &rng);
        sample_position(&pos, (int)rng_below(&rng, CELLS - 4), &rng);
        features_frame_init(&frame, &genome);
        features_of(&frame, &pos, SIDE_FIRST, feature);
        for (int g = 0; g < gene_count(); g++)
            if (!gene_is_linear(g))
                assert_true(feature[g] == 0);
    }
    for (int g = 0; g < gene_count(); g++)
        assert_int_equal(gene_is_linear(g), gene_table[g].family != FAMILY_SHAPE &&
                                                gene_table[g].family != FAMILY_MAP);
}

/* Every other gene shows in some position, or no regression could find it; but for some kinds of
 * zugzwang, which random games hardly ever reach. */
static void every_linear_gene_counts_somewhere(void **state)
{
    bool seen[GENE_COUNT] = { false };
    int zugzwang = 0;
    struct feature_frame frame;
    struct genome genome;
    struct rng tables_rng;

    (void)state;
    genome_init(&genome);
    sample_rng(&tables_rng, 34, 0);
    genome.tables = sample_tables(false, &tables_rng);
    features_frame_init(&frame, &genome);
    for (uint64_t i = 0; i < 40000; i++) {
        double feature[GENE_COUNT];
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 33, i);
        sample_position(&pos, 12 + (int)rng_below(&rng, 24), &rng);
        features_of(&frame, &pos, SIDE_SECOND, feature);
        for (int g = 0; g < gene_count(); g++)
            seen[g] |= feature[g] != 0;
    }
    for (int g = 0; g < gene_count(); g++) {
        bool rare = gene_table[g].family == FAMILY_ZUGZWANG;

        zugzwang += rare && seen[g];
        if (gene_is_linear(g) && !rare && !seen[g])
            fail_msg("%s is nowhere", gene_table[g].name);
    }
    assert_true(zugzwang > 8);
    genome_release(&genome);
}

/* What one side counts for itself the other counts against itself. */
static void both_sides_see_the_same(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        double first[GENE_COUNT], second[GENE_COUNT];
        struct feature_frame frame;
        struct genome genome;
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 34, i);
        genome_init(&genome);
        sample_position(&pos, (int)rng_below(&rng, CELLS - 4), &rng);
        features_frame_init(&frame, &genome);
        features_of(&frame, &pos, SIDE_FIRST, first);
        features_of(&frame, &pos, SIDE_SECOND, second);
        for (int k = 0; k < 3; k++)
            assert_true(first[GENE_OWN1 + k] == -second[GENE_OPP1 + k]);
        for (int k = 0; k <= CENTRE_DISTANCE_MAX; k++)
            assert_true(first[GENE_DISC + k] == -second[GENE_OPPDISC + k]);
        assert_true(first[GENE_MIX12] == second[GENE_MIX21]);
        assert_true(first[GENE_MIX13] == second[GENE_MIX31]);
        for (int g = GENE_ODD1; g <= GENE_ZUG_END; g++)
            assert_true(first[g] == -second[g]);
        assert_true(first[GENE_TEMPO] == -second[GENE_TEMPO]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(their_sum_is_the_evaluation),
        cmocka_unit_test(genes_that_are_not_linear_have_none),
        cmocka_unit_test(every_linear_gene_counts_somewhere),
        cmocka_unit_test(both_sides_see_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
