/* Tied genes stay tied, and genes that do not evolve stay what the founder made them, whatever
 * breeds. */
#include "evolve/measured.h"

#include <stdlib.h>
#include <string.h>

#include "evolve/fit.h"
#include "evolve/memory_journal.h"
#include "evolve/run.h"
#include "heuristic/evaluator.h"
#include "heuristic/features.h"

static void check_refusal(const char *first, const char *second, const char *why)
{
    struct gene_ties ties;
    struct err err;

    ties_init(&ties);
    if (first)
        assert_int_equal(ties_add(&ties, first, &err), 0);
    assert_int_equal(ties_add(&ties, second, &err), -1);
    assert_string_equal(err.text, why);
}

static void wrong_ties_are_refused(void **state)
{
    (void)state;
    check_refusal(NULL, "opp1", "'opp1' is not a tie such as opp1=own1");
    check_refusal(NULL, "opp9=own1", "'opp9=own1': no such gene as opp9");
    check_refusal(NULL, "opp1=-own9", "'opp1=-own9': no such gene as own9");
    check_refusal(NULL, "own1=own1", "'own1=own1': own1 would be tied to itself");
    check_refusal("own1=own2", "own2=own1", "'own2=own1': own2 would be tied to itself");
    check_refusal("own1=own2", "own1=own3", "'own1=own3': own1 is tied already");
    check_refusal(NULL, "own1=height",
                  "'own1=height': weights and factors cannot be tied to each other");
    check_refusal(NULL, "own1=lane_first0",
                  "'own1=lane_first0': weights and factors cannot be tied to each other");
}

static void a_chain_has_one_leader(void **state)
{
    double gene[GENE_COUNT] = { 0 };
    struct gene_ties ties;
    struct err err;

    (void)state;
    ties_init(&ties);
    assert_int_equal(ties_add(&ties, "own1=-own2", &err), 0);
    assert_int_equal(ties_add(&ties, "own2=own3", &err), 0);
    assert_int_equal(ties_add(&ties, "opp3=-own1", &err), 0);
    gene[GENE_OWN3] = 7;
    ties_apply(&ties, gene);
    assert_true(gene[GENE_OWN1] == -7 && gene[GENE_OWN2] == 7 && gene[GENE_OPP3] == 7);
    for (int g = 0; g < gene_count(); g++)
        gene[g] = g == GENE_OWN1 ? 1 : g == GENE_OWN2 ? 10 : g == GENE_OPP3 ? 100 : 0;
    ties_collect(&ties, gene);
    assert_true(gene[GENE_OWN3] == -1 + 10 + 100);
    gene[GENE_OWN3] = 0;
    ties_apply(&ties, gene);
    assert_false(signbit(gene[GENE_OWN1]));
}

/* Whatever a symmetric genome holds: both sides see the same, with opposite signs. */
static void symmetric_genomes_are_antisymmetric(void **state)
{
    struct evaluator *ev = malloc(sizeof *ev);
    struct gene_ties ties;
    struct rng rng;
    struct err err;

    (void)state;
    assert_non_null(ev);
    ties_init(&ties);
    assert_int_equal(ties_make_symmetric(&ties, &err), 0);
    assert_int_equal(ties_make_symmetric(&ties, &err), -1); /* held genes are not free */
    for (uint64_t i = 0; i < SAMPLES(40); i++) {
        struct genome genome;

        sample_rng(&rng, 61, i);
        sample_genome(&genome, SAMPLE_FULL, &rng);
        ties_apply(&ties, genome.gene);
        evaluator_compile(ev, &genome);
        for (int k = 0; k < 50; k++) {
            struct position pos;

            sample_position(&pos, 4 + k % 30, &rng);
            /* Shape and map genes are factors, so lines are rounded; not to the same side. */
            assert_close(evaluate(ev, &pos, SIDE_FIRST), -evaluate(ev, &pos, SIDE_SECOND), 70);
        }
    }
    ties_init(&ties);
    assert_int_equal(ties_add(&ties, "opp1=own2", &err), 0);
    assert_int_equal(ties_make_symmetric(&ties, &err), -1);
    assert_string_equal(err.text, "opp1 is tied otherwise");
    free(ev);
}

static void check_config(const char *first, const char *second, const char *why)
{
    const char *set[] = { first, second, "fit.every=0", NULL };
    struct run_config c;
    struct err err;

    assert_int_equal(tiny_config_try(&c, set, true, &err), -1);
    if (!strstr(err.text, why))
        fail_msg("%s", err.text);
}

static void configs_are_checked(void **state)
{
    struct run_config c;

    (void)state;
    check_config("genes.tie=opp1", "genes.evolve=line", "not a tie");
    check_config("genes.symmetric=perhaps", "genes.evolve=line", "must be yes or no");
    check_config("genes.tie=opp1=own1", "genes.evolve=opp1",
                 "opp1 may change, so own1, which it is tied to, must, too");
    check_config("genes.symmetric=yes", "genes.tie=opp1=own2", "opp1 is tied otherwise");
    check_config("genes.symmetric=yes", "genes.evolve=cowardice", "at least one gene is needed");
    check_config("genes.tie=opp1=own1 opp1=own2", "genes.evolve=line", "opp1 is tied already");
    check_config("genes.held=own1", "genes.evolve=line", "own1 may change, or is tied");
    TINY_CONFIG(&c, "genes.held=line", "genes.evolve=disc", "fit.every=0");
    assert_true(!config_changes(&c, GENE_OWN1) && c.ties.leader[GENE_OWN2] == TIE_HELD);
    config_release(&c);
    TINY_CONFIG(&c, "genes.tie=opp1=own1 mix12=-mix21", "genes.opp1=0 5", "genes.mix12=-3 9");
    assert_true(c.low[GENE_OWN1] == 0 && c.high[GENE_OWN1] == 5);
    assert_true(c.low[GENE_MIX21] == -9 && c.high[GENE_MIX21] == 3);
    assert_true(c.evolves[GENE_OWN1] && !c.evolves[GENE_OPP1] && config_changes(&c, GENE_OPP1));
    config_release(&c);
}

/* The slopes of the metric are those of the evaluation, when all tied genes change together. */
static void the_metric_moves_tied_genes_together(void **state)
{
    struct breed_space gs, free_gs;
    struct run_config c, free_c;
    struct metric metric, free_metric;
    double gene[GENE_COUNT], z[GENE_COUNT];
    double squares = 0;
    struct err err;

    (void)state;
    TINY_CONFIG(&c, "genes.evolve=own1 own2 own3", "genes.tie=opp1=own1 opp2=own2 opp3=own3",
                "fit.every=0");
    TINY_CONFIG(&free_c, "genes.evolve=own1 own2 own3 opp1 opp2 opp3", "fit.every=0");
    assert_int_equal(breed_space_init(&gs, &c, &err), 0);
    assert_int_equal(breed_space_init(&free_gs, &free_c, &err), 0);
    assert_int_equal(gs.space.dim, 3);
    measured_metric(&metric, &gs, "genomes/lines.ini");
    measured_metric(&free_metric, &free_gs, "genomes/lines.ini");
    /* A step of length 1 among tied genes is hardly longer among free ones. */
    memcpy(gene, metric.origin, sizeof gene);
    memset(z, 0, sizeof z);
    z[1] = 1;
    metric_write(&metric, z, gene);
    assert_true(gene[GENE_OPP2] == gene[GENE_OWN2] && gene[GENE_OWN2] != 9);
    metric_read(&free_metric, gene, z);
    for (size_t i = 0; i < free_gs.space.dim; i++)
        squares += z[i] * z[i];
    assert_true(squares >= 1 - 1e-9 && squares < 2); /* free ones have more of the weak prior */
    metric_release(&metric);
    metric_release(&free_metric);
    config_release(&c);
    config_release(&free_c);
}

static const char *const breeders[][8] = {
    { "mutation.method=gaussian", "crossover.method=blend", "population.immigrants=1" },
    { "mutation.method=self-adaptive", "race.rounds=2" },
    { "mutation.method=cma-es", "fit.every=0", "run.generations=5" },
    { "mutation.method=cloud", "run.generations=5" },
    { "mutation.method=metric", "fit.target=truth", "fit.truth_positions=300" },
};

/* All genomes of a run; no two of its founders have the same weights for other genes. */
static void play_run(struct memory_journal *m, const char *const *set)
{
    struct run_watch watch = { 0 };
    struct verdict verdict;
    struct run_config c;
    struct journal j = memory_journal_of(m);
    struct pool pool;
    enum run_end end;
    struct err err;

    tiny_config_read(&c, set);
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    if (run_begin(&c, &j, &err) || run_play(&c, &j, &pool, &watch, &verdict, &end, &err))
        fail_msg("%s", err.text);
    verdict_release(&verdict);
    pool_release(&pool);
    config_release(&c);
}

static size_t add_changes(const char *set[16], const char *const *breeder)
{
    size_t n = 0;

    for (; breeder[n]; n++)
        set[n] = breeder[n];
    set[n++] = "validate.truth=";
    set[n++] = "validate.every=0";
    return n;
}

static void runs_keep_ties(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof breeders / sizeof *breeders; i++) {
        const char *set[16] = { 0 };
        struct memory_journal m = { .writes_left = -1 };
        size_t n = add_changes(set, breeders[i]), changed = 0;

        set[n++] = "genes.symmetric=yes";
        set[n++] = "genes.evolve=line disc tempo";
        set[n++] = "genes.tie=disc1=disc0 disc2=-disc3";
        set[n] = "fit.families=line disc tempo";
        play_run(&m, set);
        for (size_t k = 0; k < m.n; k++) {
            const double *gene = m.who[k].gene;

            if (m.who[k].origin == ORIGIN_OPPONENT || m.who[k].origin == ORIGIN_REFERENCE)
                continue;
            for (int d = 0; d < 3; d++)
                assert_true(gene[GENE_OPP1 + d] == gene[GENE_OWN1 + d]);
            for (int d = 0; d <= CENTRE_DISTANCE_MAX; d++)
                assert_true(gene[GENE_OPPDISC + d] == gene[GENE_DISC + d]);
            assert_true(gene[GENE_DISC + 1] == gene[GENE_DISC]);
            assert_true(gene[GENE_DISC + 2] == -gene[GENE_DISC + 3]);
            assert_true(gene[GENE_MIX12] == -gene[GENE_MIX21] && gene[GENE_MIX11] == 0);
            changed += gene[GENE_DISC] != 0;
        }
        assert_true(changed > 5);
        memory_journal_release(&m);
    }
}

static void runs_keep_what_does_not_evolve(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof breeders / sizeof *breeders; i++) {
        const char *set[16] = { 0 };
        struct memory_journal m = { .writes_left = -1 };
        size_t n = add_changes(set, breeders[i]), of[2] = { 0, 0 };

        set[n++] = "genes.evolve=own3 opp3 tempo";
        set[n] = "fit.families=line tempo";
        play_run(&m, set);
        for (size_t k = 0; k < m.n; k++) {
            const double *gene = m.who[k].gene;
            bool fevalb = gene[GENE_OWN1] == 2;

            if (m.who[k].origin == ORIGIN_OPPONENT || m.who[k].origin == ORIGIN_REFERENCE)
                continue;
            /* All of them from fevalb, or all from lines. */
            assert_true(gene[GENE_OWN1] == (fevalb ? 2 : 0) && gene[GENE_OPP1] == (fevalb ? 3 : 0));
            assert_true(gene[GENE_OWN2] == (fevalb ? 13 : 9));
            assert_true(gene[GENE_OPP2] == (fevalb ? 15 : 9));
            of[fevalb]++;
        }
        assert_true(of[0] > 2 && of[1] > 2);
        memory_journal_release(&m);
    }
}

#define POSITIONS 6000

/* Results drawn from a heuristic that is the same for both sides: a regression that starts from
 * wrong weights finds its proportions, and stays the same for both sides. */
static void a_regression_keeps_ties(void **state)
{
    struct position *pos = measured_positions(POSITIONS, 71);
    static signed char drawn[POSITIONS];
    bool fitted[GENE_COUNT] = { false }, finished;
    double low[GENE_COUNT], high[GENE_COUNT], feature[GENE_COUNT];
    struct gene_ties ties;
    struct genome start;
    struct pool pool;
    struct fit_input in = { .solved = pos,
                            .result = drawn,
                            .solved_n = POSITIONS,
                            .positions = POSITIONS,
                            .start = &start,
                            .fitted = fitted,
                            .ties = &ties,
                            .low = low,
                            .high = high,
                            .stream = { .seed = 1, .purpose = STREAM_FIT },
                            .pool = &pool };
    struct feature_frame frame;
    struct fit_result r;
    struct rng rng;
    struct err err;

    (void)state;
    genome_init(&start);
    start.gene[GENE_OWN1] = start.gene[GENE_OPP1] = 2;
    start.gene[GENE_OWN2] = start.gene[GENE_OPP2] = 3;
    for (int g = 0; g < gene_count(); g++) {
        low[g] = gene_table[g].low;
        high[g] = gene_table[g].high;
    }
    fitted[GENE_OWN1] = fitted[GENE_OWN2] = true;
    ties_init(&ties);
    assert_int_equal(ties_add(&ties, "opp1=own1", &err), 0);
    assert_int_equal(ties_add(&ties, "opp2=own2", &err), 0);
    features_frame_init(&frame, &start);
    sample_rng(&rng, 72, 0);
    for (size_t i = 0; i < POSITIONS; i++) {
        double value;

        features_of(&frame, &pos[i], SIDE_FIRST, feature);
        value = 2 * (feature[GENE_OWN1] + feature[GENE_OPP1]) +
                10 * (feature[GENE_OWN2] + feature[GENE_OPP2]);
        drawn[i] = gsl_rng_uniform(&rng.gsl) < 1 / (1 + exp(-0.02 * value)) ? 1 : -1;
    }
    assert_int_equal(pool_init(&pool, 2, &worker_memory, &err), 0);
    assert_int_equal(fit_weights(&r, &in, &finished, &err), 0);
    pool_release(&pool);
    assert_true(r.gene[GENE_OPP1] == r.gene[GENE_OWN1] && r.gene[GENE_OPP2] == r.gene[GENE_OWN2]);
    assert_close(r.gene[GENE_OWN2] / r.gene[GENE_OWN1], 5, 1);
    free(pos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_ties_are_refused),
        cmocka_unit_test(a_chain_has_one_leader),
        cmocka_unit_test(symmetric_genomes_are_antisymmetric),
        cmocka_unit_test(configs_are_checked),
        cmocka_unit_test(the_metric_moves_tied_genes_together),
        cmocka_unit_test(runs_keep_ties),
        cmocka_unit_test(runs_keep_what_does_not_evolve),
        cmocka_unit_test(a_regression_keeps_ties),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
