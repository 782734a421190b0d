/* The loss of a genome: against sums made here, and what cannot be predicted. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "evolve/genome_loss.h"
#include "heuristic/evaluator.h"
#include "sample.h"
#include "search/worker.h"

#define POSITIONS 2000

/* The first player wins with the probability that a logit of its value x FACTOR means. */
#define FACTOR 0.05

/* Positions with results that follow the evaluation of a genome. */
struct drawn {
    struct position pos[POSITIONS];
    signed char result[POSITIONS];
    struct genome genome;
    struct evaluator ev;
};

static struct pool pool;

static double logit(const struct drawn *d, const struct position *pos, enum side viewer,
                    double factor)
{
    return (double)evaluate(&d->ev, pos, viewer) * factor / EVAL_UNITS;
}

static struct drawn *draw(uint64_t seed)
{
    struct drawn *d = calloc(1, sizeof *d);
    struct rng rng;

    assert_non_null(d);
    genome_init(&d->genome);
    d->genome.gene[GENE_DISC] = d->genome.gene[GENE_OPPDISC] = 30;
    d->genome.gene[GENE_OWN2] = d->genome.gene[GENE_OPP2] = 7;
    d->genome.gene[GENE_TEMPO] = 3;
    evaluator_compile(&d->ev, &d->genome);
    sample_rng(&rng, seed, 0);
    for (int i = 0; i < POSITIONS; i++) {
        sample_position(&d->pos[i], 8 + i % 20, &rng);
        d->result[i] =
            gsl_rng_uniform(&rng.gsl) < 1 / (1 + exp(-logit(d, &d->pos[i], SIDE_FIRST, FACTOR)))
                ? 1
                : -1;
    }
    return d;
}

static void drawn_free(struct drawn *d)
{
    genome_release(&d->genome);
    free(d);
}

static struct solved_list list_of(const struct drawn *d, size_t from, size_t n)
{
    return (struct solved_list){ d->pos + from, d->result + from, n };
}

/* The mean loss of a factor, over both viewers. */
static double plain_loss(const struct drawn *d, const struct solved_list *list, double factor)
{
    double sum = 0;

    for (size_t i = 0; i < list->n; i++)
        for (int side = 0; side < 2; side++) {
            double p = 1 / (1 + exp(-logit(d, &list->pos[i], (enum side)side, factor)));

            sum -= log((list->result[i] > 0) == (side == 0) ? p : 1 - p);
        }
    return sum / (2 * (double)list->n);
}

static void the_best_factor_of_known_positions_counts(void **state)
{
    struct drawn *d = draw(91);
    struct solved_list known = list_of(d, 0, 1500), asked = list_of(d, 1500, 500);
    double best = 0, least = INFINITY, loss;
    struct err err;

    (void)state;
    for (int i = 0; i < 400; i++) {
        double here = plain_loss(d, &known, i * 0.0005);

        best = here < least ? i * 0.0005 : best;
        least = fmin(here, least);
    }
    assert_true(fabs(best - FACTOR) < 0.02);
    assert_int_equal(genome_loss(&loss, &d->genome, &known, &asked, &pool, &err), 0);
    assert_true(fabs(loss - plain_loss(d, &asked, best)) < 1e-3);
    drawn_free(d);
}

/* Results that are the opposite of what the known ones said. */
static void the_loss_is_that_of_other_positions(void **state)
{
    struct drawn *d = draw(92);
    struct solved_list known = list_of(d, 0, 1000), asked = list_of(d, 1000, 1000);
    double before, after;
    struct err err;

    (void)state;
    assert_int_equal(genome_loss(&before, &d->genome, &known, &asked, &pool, &err), 0);
    for (int i = 1000; i < POSITIONS; i++)
        d->result[i] = (signed char)-d->result[i];
    assert_int_equal(genome_loss(&after, &d->genome, &known, &asked, &pool, &err), 0);
    assert_true(before < log(2) && after > log(2));
    asked.n = 0;
    assert_int_equal(genome_loss(&after, &d->genome, &known, &asked, &pool, &err), -1);
    drawn_free(d);
}

static void a_blank_genome_predicts_nothing(void **state)
{
    struct drawn *d = draw(93);
    struct solved_list known = list_of(d, 0, 1000), asked = list_of(d, 1000, 1000);
    struct genome blank;
    double loss;
    struct err err;

    (void)state;
    genome_init(&blank);
    assert_int_equal(genome_loss(&loss, &blank, &known, &asked, &pool, &err), 0);
    assert_true(fabs(loss - log(2)) < 1e-9);
    genome_release(&blank);
    drawn_free(d);
}

static int make_pool(void **state)
{
    struct err err;

    (void)state;
    return pool_init(&pool, 2, &worker_memory, &err);
}

static int release_pool(void **state)
{
    (void)state;
    pool_release(&pool);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_factor_of_known_positions_counts),
        cmocka_unit_test(the_loss_is_that_of_other_positions),
        cmocka_unit_test(a_blank_genome_predicts_nothing),
    };

    return cmocka_run_group_tests(tests, make_pool, release_pool);
}
