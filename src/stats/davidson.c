#include "stats/davidson.h"

#include <math.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

struct game_model davidson_model(double d, double v)
{
    double top = fmax(fabs(d) / 2, v);
    double win = exp(d / 2 - top), draw = exp(v - top), loss = exp(-d / 2 - top);
    double sum = win + draw + loss;
    struct game_model g = { .win = win / sum, .draw = draw / sum, .loss = loss / sum };
    double missing = g.loss + g.draw / 2; /* 1 - score, without cancellation */

    g.score = g.win + g.draw / 2;
    g.score_variance = g.win * missing * missing + g.loss * g.score * g.score +
                       g.draw * (0.5 - g.score) * (0.5 - g.score);
    g.covariance = g.draw * (0.5 - g.score);
    g.draw_variance = g.draw * (g.win + g.loss);
    return g;
}

struct game_model davidson_game(const struct davidson *fit, size_t first, size_t second)
{
    const double *beta = fit->beta->data;

    return davidson_model(beta[first] - beta[second] + beta[fit->n], beta[fit->n + 1]);
}

/* The logarithm of the prior, and its first two derivatives, for one parameter. */
struct prior {
    double value, slope, precision;
};

static struct prior prior_at(const struct davidson *fit, size_t k)
{
    double x = fit->beta->data[k];
    double sd = DAVIDSON_STRENGTH_SD;

    if (k == fit->n)
        sd = DAVIDSON_FIRST_SD;
    if (k == fit->n + 1) {
        sd = DAVIDSON_DRAW_SD;
        x -= DAVIDSON_DRAW_MEAN;
    }
    return (struct prior){ -x * x / (2 * sd * sd), -x / (sd * sd), 1 / (sd * sd) };
}

static double log_likelihood(const struct davidson *fit, size_t first, size_t second,
                             struct wdl games)
{
    const double *beta = fit->beta->data;
    double d = beta[first] - beta[second] + beta[fit->n];
    double v = beta[fit->n + 1];
    double top = fmax(fabs(d) / 2, v);
    double sum = exp(d / 2 - top) + exp(v - top) + exp(-d / 2 - top);

    return d / 2 * ((double)games.wins - games.losses) + v * games.draws -
           (double)wdl_games(games) * (top + log(sum));
}

static double log_posterior(const struct davidson *fit, const struct crosstable *table)
{
    double sum = 0;

    for (size_t k = 0; k < fit->n + 2; k++)
        sum += prior_at(fit, k).value;
    for (size_t a = 0; a < fit->n; a++)
        for (size_t b = a; b < fit->n; b++) {
            const struct pairing *pairing = crosstable_pairing(table, a, b);

            if (pairing_samples(pairing) == 0)
                continue;
            sum += log_likelihood(fit, a, b, pairing_lower_first(pairing));
            sum += log_likelihood(fit, b, a, pairing_upper_first(pairing));
        }
    return sum;
}

/* Adds to the entry of the upper triangle for (i, j). */
static void add_upper(gsl_matrix *m, size_t i, size_t j, double x)
{
    *gsl_matrix_ptr(m, i < j ? i : j, i < j ? j : i) += x;
}

/* The score of a game depends on a difference of strengths (0 if a player plays itself) and on
 * the first move; whether it is drawn depends on the last parameter. */
static void add_games(const struct davidson *fit, size_t first, size_t second, struct wdl games,
                      gsl_vector *gradient, gsl_matrix *information)
{
    struct game_model g = davidson_game(fit, first, second);
    size_t f = fit->n, v = fit->n + 1;
    double n = (double)wdl_games(games);
    double score = games.wins + 0.5 * games.draws - n * g.score;

    if (first != second) {
        gradient->data[first] += score;
        gradient->data[second] -= score;
        add_upper(information, first, first, n * g.score_variance);
        add_upper(information, second, second, n * g.score_variance);
        add_upper(information, first, second, -n * g.score_variance);
        add_upper(information, first, f, n * g.score_variance);
        add_upper(information, second, f, -n * g.score_variance);
        add_upper(information, first, v, n * g.covariance);
        add_upper(information, second, v, -n * g.covariance);
    }
    gradient->data[f] += score;
    gradient->data[v] += games.draws - n * g.draw;
    add_upper(information, f, f, n * g.score_variance);
    add_upper(information, f, v, n * g.covariance);
    add_upper(information, v, v, n * g.draw_variance);
}

static void copy_upper_to_lower(gsl_matrix *m)
{
    for (size_t i = 0; i < m->size1; i++)
        for (size_t j = 0; j < i; j++)
            gsl_matrix_set(m, i, j, gsl_matrix_get(m, j, i));
}

/* The slope of the log posterior and minus its curvature. */
static void differentiate(const struct davidson *fit, const struct crosstable *table,
                          gsl_vector *gradient, gsl_matrix *information)
{
    gsl_vector_set_zero(gradient);
    gsl_matrix_set_zero(information);
    for (size_t a = 0; a < fit->n; a++)
        for (size_t b = a; b < fit->n; b++) {
            const struct pairing *pairing = crosstable_pairing(table, a, b);

            if (pairing_samples(pairing) == 0)
                continue;
            add_games(fit, a, b, pairing_lower_first(pairing), gradient, information);
            add_games(fit, b, a, pairing_upper_first(pairing), gradient, information);
        }
    for (size_t k = 0; k < fit->n + 2; k++) {
        gradient->data[k] += prior_at(fit, k).slope;
        add_upper(information, k, k, prior_at(fit, k).precision);
    }
    copy_upper_to_lower(information);
}

/* Goes along the step, or half of it, or a quarter..., until the posterior rises by a fair part of
 * what the slope promises. Near the top, where the full step is right, rounding hides the rise. */
static void climb(struct davidson *fit, const struct crosstable *table, const gsl_vector *step,
                  double slope)
{
    double before = slope > 1e-6 ? log_posterior(fit, table) : 0;

    gsl_blas_daxpy(1, step, fit->beta);
    if (slope <= 1e-6)
        return;
    for (double part = 1; part > 1e-9; part /= 2) {
        if (log_posterior(fit, table) >= before + 1e-4 * part * slope)
            return;
        gsl_blas_daxpy(-part / 2, step, fit->beta);
    }
}

/* Newton's method. The remaining gain is slope / 2, in logarithms of probability, and its square
 * after one more step. */
static int maximise(struct davidson *fit, const struct crosstable *table, gsl_vector *gradient,
                    gsl_vector *step, gsl_matrix *information, struct err *err)
{
    gsl_vector_set_zero(fit->beta);
    gsl_vector_set(fit->beta, fit->n + 1, DAVIDSON_DRAW_MEAN);
    for (int i = 0; i < 200; i++) {
        double slope;

        differentiate(fit, table, gradient, information);
        gsl_vector_memcpy(step, gradient);
        if (gsl_linalg_cholesky_decomp1(information) || gsl_linalg_cholesky_svx(information, step))
            return err_set(err, "the rating fit met a singular matrix");
        gsl_blas_ddot(gradient, step, &slope);
        climb(fit, table, step, slope);
        if (slope < 1e-12) {
            differentiate(fit, table, gradient, information);
            return 0;
        }
    }
    return err_set(err, "the rating fit did not converge");
}

/* The two games of a game pair as uncorrelated parts: the score, and the part of being drawn that
 * the score does not explain. */
struct pair_model {
    struct game_model game[2]; /* started by the lower player, by the upper */
    double score_sd[2];
    double draw_on_score[2]; /* slope */
    double draw_sd[2];       /* of what the score does not explain */
};

static struct pair_model pair_model(const struct davidson *fit, size_t a, size_t b)
{
    struct pair_model u = { .game = { davidson_game(fit, a, b), davidson_game(fit, b, a) } };

    for (int k = 0; k < 2; k++) {
        const struct game_model *g = &u.game[k];

        u.score_sd[k] = sqrt(g->score_variance);
        u.draw_on_score[k] = g->score_variance > 0 ? g->covariance / g->score_variance : 0;
        u.draw_sd[k] = sqrt(fmax(g->draw_variance - u.draw_on_score[k] * g->covariance, 0));
    }
    return u;
}

/* What is measured in the game that the lower player started, by its result, and its
 * expectation; and the same for the other game of the pair. */
struct pair_part {
    double value[2][3];
    double expected[2];
};

/* The sum over the pairs of a pairing of the products of both parts, each measured from its mean. A
 * single pair is measured from the expectation, as it is its own mean. */
static double cross_product(const struct pairing *pairing, const struct pair_part *part)
{
    double n = 0, sum[2] = { 0 }, products = 0;

    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) {
            double count = pairing->pair[x][y];
            double f = part->value[0][x] - part->expected[0];
            double g = part->value[1][y] - part->expected[1];

            n += count;
            sum[0] += count * f;
            sum[1] += count * g;
            products += count * f * g;
        }
    return n > 1 ? products - sum[0] * sum[1] / n : products;
}

/* Observed products of the two games' parts, and what they would be at a correlation of 1. */
static void add_products(const struct pairing *pairing, const struct pair_model *u,
                         double observed[2], double full[2])
{
    double degrees = fmax(pairing_pairs(pairing) - 1.0, 1);
    struct pair_part score = { { { 0, 0.5, 1 }, { 1, 0.5, 0 } }, { 0 } };
    struct pair_part draw = { { { 0, 1, 0 }, { 0, 1, 0 } }, { 0 } };

    for (int k = 0; k < 2; k++) {
        score.expected[k] = u->game[k].score;
        draw.expected[k] = u->game[k].draw - u->draw_on_score[k] * u->game[k].score;
        for (int x = 0; x < 3; x++)
            draw.value[k][x] -= u->draw_on_score[k] * score.value[k][x];
    }
    observed[0] += cross_product(pairing, &score);
    observed[1] += cross_product(pairing, &draw);
    full[0] += degrees * u->score_sd[0] * u->score_sd[1];
    full[1] += degrees * u->draw_sd[0] * u->draw_sd[1];
}

/*
 * The two games of a game pair are correlated: an opening that is good for one side is good for it
 * in both games. So strengths are known better, and the advantage of the first move less well, than
 * from as many independent games.
 *
 * The usual remedy, summing the squares of the pairs' residuals (the sandwich estimator), fails
 * where we need it: it is noisy with few pairs, and after a clean sweep there are no residuals, so
 * that the least certain ratings seem the most certain. We take the variance of a game from the
 * model and estimate only the correlation, as one number for the whole table, which needs few game
 * pairs in each pairing. It is measured around the mean of each pairing with two or more game
 * pairs, so that a cycle among the players does not pass for noise. One pseudo-pair without
 * correlation keeps it below 1, and at 0 where there is nothing to estimate it from.
 */
static void estimate_correlation(struct davidson *fit, const struct crosstable *table)
{
    const double pseudo = 0.25;
    double observed[2] = { 0 }, full[2] = { 0 };

    for (size_t a = 0; a < fit->n; a++)
        for (size_t b = a; b < fit->n; b++) {
            const struct pairing *pairing = crosstable_pairing(table, a, b);
            struct pair_model u;

            if (pairing_pairs(pairing) == 0)
                continue;
            u = pair_model(fit, a, b);
            add_products(pairing, &u, observed, full);
        }
    for (int k = 0; k < 2; k++)
        fit->correlation[k] = fmax(fmin(observed[k], full[k]), -full[k]) / (full[k] + pseudo);
}

/* Adds the products of the two games of each pair of a and b to the variance of the gradient. */
static void add_correlated(const struct davidson *fit, size_t a, size_t b, double pairs,
                           gsl_matrix *variance)
{
    struct pair_model u = pair_model(fit, a, b);
    size_t f = fit->n, v = fit->n + 1;
    double score = pairs * fit->correlation[0] * u.score_sd[0] * u.score_sd[1];
    double lower_draw = score * u.draw_on_score[1]; /* score of game 0, draw of game 1 */
    double upper_draw = score * u.draw_on_score[0];
    double draw = score * u.draw_on_score[0] * u.draw_on_score[1] +
                  pairs * fit->correlation[1] * u.draw_sd[0] * u.draw_sd[1];

    if (a != b) {
        add_upper(variance, a, a, -2 * score);
        add_upper(variance, b, b, -2 * score);
        add_upper(variance, a, b, 2 * score);
        add_upper(variance, a, v, lower_draw - upper_draw);
        add_upper(variance, b, v, upper_draw - lower_draw);
    }
    add_upper(variance, f, f, 2 * score);
    add_upper(variance, f, v, lower_draw + upper_draw);
    add_upper(variance, v, v, 2 * draw);
}

/* a b, by blocks of rows of b that stay in the cache: for a thousand players that is three times as
 * fast as the plain BLAS that comes with GSL. */
static void multiply(const gsl_matrix *a, const gsl_matrix *b, gsl_matrix *out)
{
    const size_t block = 48;
    size_t n = a->size1;

    gsl_matrix_set_zero(out);
    for (size_t start = 0; start < n; start += block)
        for (size_t i = 0; i < n; i++) {
            double *restrict row = gsl_matrix_ptr(out, i, 0);

            for (size_t k = start; k < n && k < start + block; k++) {
                const double *restrict other = gsl_matrix_const_ptr(b, k, 0);
                double x = gsl_matrix_get(a, i, k);

                for (size_t j = 0; j < n; j++)
                    row[j] += x * other[j];
            }
        }
}

/* The prior counts as one more observation on both sides, so without correlation the
 * covariance is the inverse of the information. */
static int find_covariance(struct davidson *fit, const struct crosstable *table,
                           gsl_matrix *information, struct err *err)
{
    gsl_matrix *variance = gsl_matrix_alloc(fit->n + 2, fit->n + 2);
    int status = 0;

    if (!variance)
        return err_shortage(err, "out of memory: ratings of %zu players", fit->n);
    gsl_matrix_memcpy(variance, information);
    for (size_t a = 0; a < fit->n; a++)
        for (size_t b = a; b < fit->n; b++) {
            uint32_t pairs = pairing_pairs(crosstable_pairing(table, a, b));

            if (pairs > 0)
                add_correlated(fit, a, b, pairs, variance);
        }
    copy_upper_to_lower(variance);
    status |= gsl_linalg_cholesky_decomp1(information);
    status |= gsl_linalg_cholesky_invert(information);
    multiply(information, variance, fit->covariance);
    multiply(fit->covariance, information, variance);
    copy_upper_to_lower(variance);
    gsl_matrix_memcpy(fit->covariance, variance);
    gsl_matrix_free(variance);
    return status ? err_set(err, "the ratings have no covariance") : 0;
}

int davidson_init(struct davidson *fit, const struct crosstable *table, struct err *err)
{
    size_t dim = table->n + 2;
    gsl_vector *gradient = gsl_vector_alloc(dim), *step = gsl_vector_alloc(dim);
    gsl_matrix *information = gsl_matrix_alloc(dim, dim);
    int status = -1;

    *fit = (struct davidson){ .n = table->n };
    fit->beta = gsl_vector_alloc(dim);
    fit->covariance = gsl_matrix_alloc(dim, dim);
    if (!gradient || !step || !information || !fit->beta || !fit->covariance) {
        err_shortage(err, "out of memory: ratings of %zu players", table->n);
    } else if (maximise(fit, table, gradient, step, information, err) == 0) {
        estimate_correlation(fit, table);
        status = find_covariance(fit, table, information, err);
    }
    gsl_vector_free(gradient);
    gsl_vector_free(step);
    gsl_matrix_free(information);
    if (status)
        davidson_release(fit);
    return status;
}

void davidson_release(struct davidson *fit)
{
    gsl_vector_free(fit->beta);
    gsl_matrix_free(fit->covariance);
    *fit = (struct davidson){ 0 };
}
