/* CMA-ES as a state: restarts, replay from what was told, units, mistakes. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "descent.h"

static void restarts_escape(void **state)
{
    (void)state;
    for (int grow = 1; grow <= 2; grow++) {
        struct setup s;

        setup(&s, 3, -5.12, 5.12, 1, 4);
        s.opt.param[CMAES_GROW] = grow;
        s.opt.param[CMAES_TINY] = 1e-6;
        start(&s);
        while (s.c.restarts == 0)
            generation(&s, rastrigin);
        assert_string_equal(s.c.why, "steps became tiny");
        assert_true(-s.fitness[0] > 0.9); /* the start leads into another valley */
        evaluations(&s, rastrigin, 1e-8, 30000);
        assert_true(s.c.lambda == (grow == 1 ? 7 : (size_t)7 << s.c.restarts));
        teardown(&s);
    }
}

static double noise_only(const double *x, size_t dim)
{
    (void)x;
    (void)dim;
    return 0;
}

static void restarts_when_nothing_improves(void **state)
{
    struct setup s;
    double mean[4];

    (void)state;
    setup(&s, 4, -10, 10, 1, 3);
    s.opt.param[CMAES_PATIENCE] = 30;
    s.opt.param[CMAES_SPREAD] = 0;
    s.sigma = 1;
    start(&s);
    for (int g = 0; g < 90 && s.c.restarts == 0; g++)
        generation(&s, noise_only);
    assert_int_equal(s.c.restarts, 1);
    assert_string_equal(s.c.why, "no progress");
    cmaes_mean(&s.c, mean);
    assert_true(mean[0] == 3 && mean[3] == 3); /* no spread: back to the start */
    assert_true(s.c.sigma == 1);
    teardown(&s);
}

static void looks_farther_when_all_are_equal(void **state)
{
    struct setup s;

    (void)state;
    setup(&s, 4, -1000, 1000, 1, 3);
    s.opt.lambda = 20;
    start(&s);
    for (int g = 0; g < 20; g++)
        generation(&s, noise_only);
    assert_true(s.c.sigma > 3);
    for (int g = 0; g < 400; g++)
        generation(&s, noise_only);
    assert_true(s.c.restarts > 0 && isfinite(s.c.sigma));
    teardown(&s);
}

/* Equal fitness asks for wider steps in every generation, and so does chance in some. */
static void steps_do_not_grow_beyond_the_widest(void **state)
{
    (void)state;
    for (int equal = 0; equal < 2; equal++) {
        double widest = 0;
        struct setup s;

        setup(&s, 10, -1000, 1000, 1, 3);
        s.opt.param[CMAES_WIDEST] = 1.5;
        s.sigma = equal ? 0 : 1;
        start(&s);
        for (int g = 0; g < 100; g++) {
            double deviation[MAX_DIM], squares = 0;

            generation(&s, noise_only);
            cmaes_deviation(&s.c, deviation);
            for (size_t i = 0; i < 10; i++)
                squares += deviation[i] * deviation[i];
            widest = fmax(widest, sqrt(squares / 10));
        }
        assert_true(widest < 1.5 + 1e-9 && (widest > 1.4 || !equal));
        teardown(&s);
    }
}

#define TOLD 120

/* What a run would have stored: points and fitness of every generation. */
struct story {
    double *x[TOLD], *fitness[TOLD];
    size_t n[TOLD];
};

static void record(struct setup *s, struct story *story)
{
    size_t dim = s->space.dim;

    for (size_t g = 0; g < TOLD; g++) {
        size_t n = story->n[g] = s->c.lambda + (g % 5 == 0);
        struct err err;

        story->x[g] = calloc(n * dim, sizeof(double));
        story->fitness[g] = calloc(n, sizeof(double));
        for (size_t i = 0; i < n; i++) {
            double *x = story->x[g] + i * dim;

            if (i < s->c.lambda)
                cmaes_ask(&s->c, i, x);
            else /* a point of other origin */
                for (size_t j = 0; j < dim; j++)
                    x[j] = gsl_ran_flat(&s->noise.gsl, s->low[j], s->high[j]);
            story->fitness[g][i] = -rastrigin(x, dim) + gsl_ran_gaussian(&s->noise.gsl, 0.1);
        }
        assert_int_equal(cmaes_tell(&s->c, story->x[g], story->fitness[g], n, &err), 0);
    }
}

static void forget(struct story *story)
{
    for (size_t g = 0; g < TOLD; g++) {
        free(story->x[g]);
        free(story->fitness[g]);
    }
}

static void assert_same_candidates(const struct cmaes *a, const struct cmaes *b)
{
    assert_int_equal(a->lambda, b->lambda);
    assert_int_equal(a->generation, b->generation);
    for (size_t i = 0; i < a->lambda; i++) {
        double x[MAX_DIM], y[MAX_DIM];

        cmaes_ask(a, i, x);
        cmaes_ask(b, i, y);
        assert_memory_equal(x, y, a->space.dim * sizeof *x);
    }
}

static void replay_continues_bit_for_bit(void **state)
{
    (void)state;
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        struct setup s;
        struct story story;
        struct cmaes again;
        struct err err;

        setup(&s, 5, -2, 5, 0.5, 4.5);
        s.opt.generation = 1;
        s.opt.param[CMAES_PATIENCE] = 20;
        s.opt.param[CMAES_TINY] = 0.02;
        s.opt.param[CMAES_GROW] = 2;
        s.opt.param[CMAES_DIAGONAL] = diagonal;
        start(&s);
        record(&s, &story);
        assert_true(s.c.restarts > 0 && s.c.generation == TOLD + 1);
        assert_int_equal(cmaes_init(&again, &s.space, &s.opt, &err), 0);
        for (size_t g = 0; g < TOLD; g++) /* without a single ask */
            assert_int_equal(cmaes_tell(&again, story.x[g], story.fitness[g], story.n[g], &err), 0);
        assert_same_candidates(&s.c, &again);
        cmaes_release(&again);
        forget(&story);
        teardown(&s);
    }
}

static void seeds_and_generations_differ(void **state)
{
    struct setup s;
    double first[5], next[5], other[5];

    (void)state;
    setup(&s, 5, -2, 5, 0.5, 1);
    start(&s);
    cmaes_ask(&s.c, 0, first);
    cmaes_ask(&s.c, 1, next);
    assert_memory_not_equal(first, next, sizeof first);
    generation(&s, sphere);
    cmaes_ask(&s.c, 0, next);
    assert_memory_not_equal(first, next, sizeof first);
    cmaes_release(&s.c);
    s.opt.seed = 6;
    start(&s);
    cmaes_ask(&s.c, 0, other);
    assert_memory_not_equal(first, other, sizeof first);
    teardown(&s);
}

/* Units of powers of two lose no bits, so the two searches are the same. */
static void units_do_not_matter(void **state)
{
    struct setup a, b;

    (void)state;
    setup(&a, 6, -4, 8, 1, 3);
    setup(&b, 6, -4, 8, 1, 3);
    for (size_t i = 0; i < 6; i++) {
        double unit = pow(2, 3 * (double)i - 7);

        b.low[i] *= unit;
        b.high[i] *= unit;
        b.scale[i] *= unit;
        b.start[i] *= unit;
    }
    start(&a);
    start(&b);
    for (int g = 0; g < 40; g++) {
        struct err err;

        generation(&a, sphere);
        for (size_t k = 0; k < b.c.lambda; k++)
            cmaes_ask(&b.c, k, b.x + 6 * k);
        for (size_t k = 0; k < 6 * b.c.lambda; k++)
            assert_true(b.x[k] == a.x[k] * b.scale[k % 6]);
        assert_int_equal(cmaes_tell(&b.c, b.x, a.fitness, b.c.lambda, &err), 0);
    }
    teardown(&a);
    teardown(&b);
}

static void assert_refused(struct setup *s, const char *why)
{
    struct err err;

    assert_int_equal(cmaes_init(&s->c, &s->space, &s->opt, &err), -1);
    assert_string_equal(err.text, why);
    cmaes_release(&s->c);
}

static void mistakes_are_named(void **state)
{
    struct setup s;
    struct err err;
    double sigma;

    (void)state;
    setup(&s, 3, -1, 1, 1, 0);
    s.start[1] = 1.5;
    assert_refused(&s, "dimension 1: the start 1.5 is not from -1 to 1");
    s.start[1] = 0;
    s.opt.lambda = 1;
    assert_refused(&s, "a population of 1; CMA-ES takes 2 to 4096");
    s.opt.lambda = 0;
    s.scale[2] = 0;
    assert_refused(&s, "dimension 2: the scale 0 is not above 0");
    s.scale[2] = 1;
    s.high[0] = -1;
    assert_refused(&s, "dimension 0: no room from -1 to -1");
    s.high[0] = 1;
    start(&s);
    sigma = s.c.sigma;
    assert_int_equal(cmaes_tell(&s.c, s.x, s.fitness, 1, &err), -1);
    s.fitness[1] = NAN;
    assert_int_equal(cmaes_tell(&s.c, s.x, s.fitness, 5, &err), -1);
    assert_string_equal(err.text, "point 1: the fitness is not a finite number");
    assert_true(s.c.sigma == sigma && s.c.generation == 0);
    teardown(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restarts_escape),
        cmocka_unit_test(restarts_when_nothing_improves),
        cmocka_unit_test(looks_farther_when_all_are_equal),
        cmocka_unit_test(steps_do_not_grow_beyond_the_widest),
        cmocka_unit_test(replay_continues_bit_for_bit),
        cmocka_unit_test(seeds_and_generations_differ),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(mistakes_are_named),
    };

    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
