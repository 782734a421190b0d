/* Rows of a regression are the features of positions, whoever asks for them first. */
#include "test.h"

#include <stdlib.h>

#include "evolve/fit_rows.h"
#include "sample.h"
#include "search/worker.h"

enum { POSITIONS = 3000 };

static struct fit_sample sample[POSITIONS];
static int gene[GENE_COUNT];

static struct fit_source make_source(const struct genome *start, const struct gene_ties *ties)
{
    struct fit_source source = { sample, POSITIONS, start, ties, gene, 0 };
    struct rng rng;

    sample_rng(&rng, 5, 0);
    for (int i = 0; i < POSITIONS; i++) {
        sample_position(&sample[i].pos, i % 37, &rng);
        sample[i].outcome = (signed char)((int)rng_below(&rng, 3) - 1);
    }
    for (int g = 0; g < gene_count(); g++)
        if (gene_is_linear(g) && g != GENE_OPP1)
            gene[source.dim++] = g;
    return source;
}

/* Stripes from the last to the first, against features found one by one. */
static void rows_are_features(void **state)
{
    struct feature_frame frame;
    struct gene_ties ties;
    struct fit_source source;
    struct fit_rows rows;
    struct samples samples;
    struct genome start;
    struct pool pool;
    double *x;
    struct err err;

    (void)state;
    genome_init(&start);
    start.gene[GENE_HEIGHT] = 0.3;
    ties_init(&ties);
    assert_int_equal(ties_add(&ties, "opp1=-own1", &err), 0);
    source = make_source(&start, &ties);
    x = calloc(LOGLOSS_BLOCK * source.dim, sizeof *x);
    features_frame_init(&frame, &start);
    assert_int_equal(pool_init(&pool, 1, &worker_memory, &err), 0);
    assert_int_equal(fit_rows_init(&rows, &source, &err), 0);
    samples = fit_rows_samples(&rows, &pool, NULL);
    assert_int_equal(samples.n, 2 * POSITIONS);
    for (size_t stripe = logloss_stripes(samples.n); stripe-- > 0;) {
        double y[LOGLOSS_BLOCK], weight[LOGLOSS_BLOCK], feature[GENE_COUNT];
        size_t from, to;

        logloss_stripe(samples.n, stripe, &from, &to);
        assert_true(to > from && from % LOGLOSS_BLOCK == 0);
        to = to - from < LOGLOSS_BLOCK ? to : from + LOGLOSS_BLOCK;
        samples.fill(samples.user, from, to - from, x, y, weight);
        for (size_t row = from; row < to; row++) {
            const struct fit_sample *s = &sample[row / 2];

            features_of(&frame, &s->pos, row % 2 ? SIDE_SECOND : SIDE_FIRST, feature);
            feature[GENE_OWN1] -= feature[GENE_OPP1];
            for (size_t j = 0; j < source.dim; j++)
                assert_true(x[(row - from) * source.dim + j] == feature[gene[j]]);
            assert_true(y[row - from] == (row % 2 ? 1 - s->outcome : 1 + s->outcome) / 2.0);
            assert_true(weight[row - from] == 0.5);
        }
    }
    free(x);
    fit_rows_release(&rows);
    pool_release(&pool);
}

/* Stripes share out all rows, in order. */
static void stripes_leave_no_row_out(void **state)
{
    (void)state;
    for (size_t n = 1; n < 20000; n += 1 + n / 3) {
        size_t from, to, next = 0;

        for (size_t stripe = 0; stripe < logloss_stripes(n); stripe++) {
            logloss_stripe(n, stripe, &from, &to);
            assert_int_equal(from, next);
            assert_true(to > from);
            next = to;
        }
        assert_int_equal(next, n);
    }
}

/* Values are found before any sum, by several threads, or after one. */
static void threads_and_order_do_not_matter(void **state)
{
    static double value[3][2 * POSITIONS], beta[GENE_COUNT];
    double loss[3];
    struct genome start;
    struct fit_source source;
    struct err err;

    (void)state;
    genome_init(&start);
    source = make_source(&start, NULL);
    for (size_t j = 0; j < source.dim; j++)
        beta[j] = 0.01 * (double)(j % 7);
    for (int k = 0; k < 3; k++) {
        struct samples samples;
        struct fit_rows rows;
        struct pool pool;

        assert_int_equal(pool_init(&pool, 1 + k, &worker_memory, &err), 0);
        assert_int_equal(fit_rows_init(&rows, &source, &err), 0);
        samples = fit_rows_samples(&rows, &pool, NULL);
        if (k == 1)
            assert_int_equal(logistic_loss(&samples, beta, &loss[k], &err), 0);
        assert_int_equal(logloss_values(&samples, beta, value[k], &err), 0);
        if (k != 1)
            assert_int_equal(logistic_loss(&samples, beta, &loss[k], &err), 0);
        fit_rows_release(&rows);
        pool_release(&pool);
        assert_memory_equal(value[0], value[k], sizeof value[0]);
        assert_true(loss[k] == loss[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_features),
        cmocka_unit_test(stripes_leave_no_row_out),
        cmocka_unit_test(threads_and_order_do_not_matter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
