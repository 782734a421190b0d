#include "stats/rating.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_math.h>

static const double ELO = 400 / M_LN10; /* of one natural logarithm of odds */

/* Numbers all players that can be reached from start. The stack has room for all. */
static void mark_component(const struct crosstable *table, size_t start, uint32_t number,
                           uint32_t *component, size_t *stack)
{
    size_t depth = 0;

    stack[depth++] = start;
    component[start] = number;
    while (depth > 0) {
        size_t a = stack[--depth];

        for (size_t b = 0; b < table->n; b++) {
            if (component[b] != UINT32_MAX)
                continue;
            if (pairing_samples(crosstable_pairing(table, a < b ? a : b, a < b ? b : a)) == 0)
                continue;
            component[b] = number;
            stack[depth++] = b;
        }
    }
}

static int find_components(struct ratings *r, const struct crosstable *table, struct err *err)
{
    size_t *stack = calloc(r->n + 1, sizeof *stack);

    if (!stack)
        return err_shortage(err, "out of memory: ratings of %zu players", r->n);
    for (size_t i = 0; i < r->n; i++)
        r->component[i] = UINT32_MAX;
    for (size_t i = 0; i < r->n; i++)
        if (r->component[i] == UINT32_MAX)
            mark_component(table, i, (uint32_t)r->components++, r->component, stack);
    free(stack);
    return 0;
}

/* The covariance of every player's fitted strength with the strength at the anchor, into the
 * vector; returns the variance of the anchor. */
static double anchor_covariance(const struct ratings *r, size_t player, double *with_anchor)
{
    double variance = 0;

    for (size_t i = 0; i < r->n; i++) {
        const double *row = gsl_matrix_const_ptr(r->fit.covariance, i, 0);

        with_anchor[i] = 0;
        if (player != RATING_MEAN) {
            with_anchor[i] = row[player];
            continue;
        }
        for (size_t j = 0; j < r->n; j++)
            with_anchor[i] += row[j] / (double)r->n;
        variance += with_anchor[i] / (double)r->n;
    }
    return player == RATING_MEAN ? variance : with_anchor[player];
}

/* An anchored rating is a difference, strength - strength at the anchor. */
static void anchor_ratings(struct ratings *r, struct rating_anchor anchor)
{
    const double *beta = r->fit.beta->data;
    double *with_anchor = r->error; /* until the errors are known */
    double variance = anchor_covariance(r, anchor.player, with_anchor);
    double zero = 0;

    for (size_t i = 0; i < r->n; i++)
        zero += beta[i] / (double)r->n;
    if (anchor.player != RATING_MEAN)
        zero = beta[anchor.player];
    for (size_t i = 0; i < r->n; i++) {
        const double *row = gsl_matrix_const_ptr(r->fit.covariance, i, 0);

        r->elo[i] = anchor.elo + ELO * (beta[i] - zero);
        for (size_t j = 0; j < r->n; j++)
            r->covariance[i * r->n + j] =
                ELO * ELO * (row[j] - with_anchor[i] - with_anchor[j] + variance);
    }
    for (size_t i = 0; i < r->n; i++)
        r->error[i] = z_of_95_percent() * sqrt(fmax(r->covariance[i * r->n + i], 0));
    if (anchor.player != RATING_MEAN)
        r->error[anchor.player] = 0;
}

static struct interval interval_around(double mean, double error)
{
    return (struct interval){ mean, mean - error, mean + error };
}

static void describe_game(struct ratings *r)
{
    double z = z_of_95_percent();
    double f = gsl_vector_get(r->fit.beta, r->n), v = gsl_vector_get(r->fit.beta, r->n + 1);
    double f_sd = sqrt(gsl_matrix_get(r->fit.covariance, r->n, r->n));
    double v_sd = sqrt(gsl_matrix_get(r->fit.covariance, r->n + 1, r->n + 1));
    double low = exp(v - z * v_sd), high = exp(v + z * v_sd);

    r->first_move = interval_around(ELO * f, ELO * z * f_sd);
    r->nu = (struct interval){ exp(v), low, high };
    r->draw_rate = (struct interval){ exp(v) / (2 + exp(v)), low / (2 + low), high / (2 + high) };
    r->pair_correlation = r->fit.correlation[0];
}

int ratings_init(struct ratings *ratings, const struct crosstable *table,
                 struct rating_anchor anchor, struct err *err)
{
    size_t n = table->n;

    *ratings = (struct ratings){ .n = n };
    if (anchor.player != RATING_MEAN && anchor.player >= n)
        return err_set(err, "the anchor is player %zu of %zu", anchor.player, n);
    ratings->elo = calloc(n + 1, sizeof *ratings->elo);
    ratings->error = calloc(n + 1, sizeof *ratings->error);
    ratings->covariance = calloc(n * n + 1, sizeof *ratings->covariance);
    ratings->component = calloc(n + 1, sizeof *ratings->component);
    if (!ratings->elo || !ratings->error || !ratings->covariance || !ratings->component) {
        ratings_release(ratings);
        return err_shortage(err, "out of memory: ratings of %zu players", n);
    }
    if (find_components(ratings, table, err) || davidson_init(&ratings->fit, table, err)) {
        ratings_release(ratings);
        return -1;
    }
    anchor_ratings(ratings, anchor);
    describe_game(ratings);
    return 0;
}

void ratings_release(struct ratings *ratings)
{
    free(ratings->elo);
    free(ratings->error);
    free(ratings->covariance);
    free(ratings->component);
    davidson_release(&ratings->fit);
    *ratings = (struct ratings){ 0 };
}

struct interval ratings_difference(const struct ratings *ratings, size_t player, size_t opponent)
{
    const double *c = ratings->covariance;
    size_t n = ratings->n;
    double variance =
        c[player * n + player] + c[opponent * n + opponent] - 2 * c[player * n + opponent];

    return interval_around(ratings->elo[player] - ratings->elo[opponent],
                           z_of_95_percent() * sqrt(fmax(variance, 0)));
}

struct game_model ratings_game(const struct ratings *ratings, size_t first, size_t second)
{
    return davidson_game(&ratings->fit, first, second);
}
