/* Every selection: exact probabilities by other ways, and draws that follow them. */
#include "test.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "check.h"
#include "evolve/selection.h"

#define N     8
#define DRAWS 80000

static const double with_ties[N] = { -3, 5, 5, 0.5, 2, -1, -7, 5 };
static const double distinct[N] = { -3, 4, 6, 0.5, 2, -1, -7, 5 };

static const struct selection *row(size_t i)
{
    struct err err;
    const struct method *m = selection_method(i);

    return m ? selection_find(m->name, &err) : NULL;
}

static void preset_chances(const struct selection *s, const double *fitness, double *chance)
{
    double param[METHOD_PARAMS];

    method_presets(&s->method, param);
    selection_chances(s, param, fitness, N, chance);
}

static void chances_of(const char *name, double param, const double *fitness, double *chance)
{
    struct err err;
    const struct selection *s = selection_find(name, &err);
    double value[METHOD_PARAMS];

    assert_non_null(s);
    assert_int_equal(method_set(&s->method, value, s->method.param[0].name, param, &err), 0);
    selection_chances(s, value, fitness, N, chance);
}

static void tournament_is_best_of_three(void **state)
{
    double chance[N], counted[N] = { 0 };

    (void)state;
    for (size_t draw = 0; draw < N * N * N; draw++) {
        size_t who[3] = { draw % N, draw / N % N, draw / N / N };
        size_t winner = who[0];

        for (int k = 1; k < 3; k++)
            if (with_ties[who[k]] > with_ties[winner])
                winner = who[k];
        counted[winner] += 1.0 / (N * N * N);
    }
    chances_of("tournament", 3, with_ties, chance);
    for (size_t i = 0; i < N; i++)
        check_near(chance[i], counted[i], 1e-12);
}

static void rank_is_linear(void **state)
{
    static const size_t order[N] = { 2, 7, 1, 4, 3, 5, 0, 6 }; /* best first */
    double chance[N];

    (void)state;
    chances_of("rank", 1.6, distinct, chance);
    check_near(chance[order[0]], 1.6 / N, 1e-12);
    check_near(chance[order[N - 1]], 0.4 / N, 1e-12);
    for (size_t r = 1; r < N; r++)
        check_near(chance[order[r - 1]] - chance[order[r]], 1.2 / N / (N - 1), 1e-12);
    chances_of("rank", 1.6, with_ties, chance);
    check_near(chance[1], (1.6 - 1.2 / (N - 1)) / N, 1e-12);
}

static void truncation_keeps_the_best(void **state)
{
    double chance[N];

    (void)state;
    chances_of("truncation", 0.5, distinct, chance);
    for (size_t i = 0; i < N; i++)
        check_near(chance[i], distinct[i] >= 2 ? 0.25 : 0, 1e-12);
    chances_of("truncation", 0.25, with_ties, chance); /* two places, three who deserve them */
    for (size_t i = 0; i < N; i++)
        check_near(chance[i], with_ties[i] == 5 ? 1.0 / 3 : 0, 1e-12);
    chances_of("truncation", 0.001, distinct, chance);
    assert_true(chance[2] == 1);
}

static void roulette_is_proportional(void **state)
{
    static const char *const name[] = { "roulette", "sus" };
    double chance[N];

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        chances_of(name[k], 0.25, distinct, chance);
        for (size_t i = 0; i < N; i++) {
            double weight = (distinct[i] + 7) / 13 + 0.25;

            check_near(chance[i], weight / (62.5 / 13 + 0.25 * N), 1e-12);
        }
        chances_of(name[k], 0, distinct, chance);
        assert_true(chance[6] == 0);
    }
}

static void probabilities_are_sound(void **state)
{
    static const double equal[N] = { -2, -2, -2, -2, -2, -2, -2, -2 };
    double chance[N], moved[N], shifted[N];

    (void)state;
    for (size_t i = 0; i < N; i++)
        moved[i] = 3 * with_ties[i] - 1000;
    for (size_t k = 0; row(k); k++) {
        double sum = 0;

        preset_chances(row(k), equal, chance);
        for (size_t i = 0; i < N; i++)
            check_near(chance[i], 1.0 / N, 1e-12);
        preset_chances(row(k), with_ties, chance);
        preset_chances(row(k), moved, shifted);
        for (size_t i = 0; i < N; i++) {
            check_near(chance[i], shifted[i], 1e-12);
            assert_true(chance[i] >= 0);
            for (size_t j = 0; j < N; j++)
                assert_true(with_ties[i] < with_ties[j] ? chance[i] <= chance[j] : true);
            sum += chance[i];
        }
        check_near(sum, 1, 1e-12);
        check_near(chance[1], chance[7], 1e-15);
        assert_true(chance[1] > 1.4 / N);
    }
}

static void draw_counts(const struct selection *s, const double *chance, size_t at_once,
                        double count[N], struct rng *rng)
{
    size_t parent[DRAWS];

    memset(count, 0, N * sizeof *count);
    for (size_t k = 0; k < DRAWS; k += at_once)
        selection_draw(s, chance, N, parent + k, at_once, &rng->gsl);
    for (size_t k = 0; k < DRAWS; k++) {
        assert_true(parent[k] < N);
        count[parent[k]]++;
    }
}

static void draws_follow_probabilities(void **state)
{
    (void)state;
    for (size_t k = 0; row(k); k++) {
        double chance[N], count[N], square = 0, freedom = -1;
        struct rng rng;

        check_open(&rng, k);
        preset_chances(row(k), with_ties, chance);
        draw_counts(row(k), chance, 10, count, &rng);
        for (size_t i = 0; i < N; i++) {
            double expected = DRAWS * chance[i];

            if (chance[i] == 0)
                assert_true(count[i] == 0);
            if (chance[i] == 0)
                continue;
            square += pow(count[i] - expected, 2) / expected;
            freedom++;
        }
        /* Universal draws vary less than independent ones, never more. */
        assert_true(gsl_cdf_chisq_Q(square, freedom) > 1e-5);
        assert_true(row(k)->universal || gsl_cdf_chisq_P(square, freedom) > 1e-5);
    }
}

static void universal_spins_are_even_and_shuffled(void **state)
{
    struct err err;
    const struct selection *s = selection_find("sus", &err);
    double chance[N];
    size_t parent[20], rising = 0;
    struct rng rng;

    (void)state;
    check_open(&rng, 0);
    preset_chances(s, with_ties, chance);
    for (int spin = 0; spin < 1000; spin++) {
        double count[N] = { 0 };

        selection_draw(s, chance, N, parent, 20, &rng.gsl);
        for (size_t k = 0; k < 20; k++)
            count[parent[k]]++;
        for (size_t i = 0; i < N; i++)
            assert_true(fabs(count[i] - 20 * chance[i]) < 1 + 1e-9);
        rising += parent[0] <= parent[1];
    }
    assert_true(rising > 450 && rising < 750);
}

static void one_genome_is_its_own_mate(void **state)
{
    (void)state;
    for (size_t k = 0; row(k); k++) {
        double param[METHOD_PARAMS], chance, fitness = -4;
        size_t parent[3] = { 9, 9, 9 };
        struct rng rng;

        check_open(&rng, 1);
        method_presets(&row(k)->method, param);
        selection_chances(row(k), param, &fitness, 1, &chance);
        check_near(chance, 1, 1e-15);
        selection_draw(row(k), &chance, 1, parent, 3, &rng.gsl);
        assert_true(parent[0] == 0 && parent[1] == 0 && parent[2] == 0);
    }
}

static void mistakes_are_named(void **state)
{
    struct err err;
    const struct selection *s = selection_find("tournament", &err);
    double param[METHOD_PARAMS];

    (void)state;
    assert_null(selection_find("lottery", &err));
    assert_string_equal(err.text, "unknown selection 'lottery'; choose one of tournament, rank, "
                                  "roulette, sus, truncation");
    assert_int_equal(method_set(&s->method, param, "size", 2.5, &err), -1);
    assert_string_equal(err.text, "size is 2.5, but must be a whole number");
    assert_int_equal(method_set(&s->method, param, "size", 0, &err), -1);
    assert_string_equal(err.text, "size is 0, but must be from 1 to 1000");
    assert_int_equal(method_set(&s->method, param, "size", NAN, &err), -1);
    assert_int_equal(method_set(&s->method, param, "k", 2, &err), -1);
    assert_string_equal(err.text, "tournament has no parameter 'k'; it takes size");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tournament_is_best_of_three),
        cmocka_unit_test(rank_is_linear),
        cmocka_unit_test(truncation_keeps_the_best),
        cmocka_unit_test(roulette_is_proportional),
        cmocka_unit_test(probabilities_are_sound),
        cmocka_unit_test(draws_follow_probabilities),
        cmocka_unit_test(universal_spins_are_even_and_shuffled),
        cmocka_unit_test(one_genome_is_its_own_mate),
        cmocka_unit_test(mistakes_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
