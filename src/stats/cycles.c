#include "stats/cycles.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>

/* The points of the player with the lower index in a pairing, against what the ratings expect. */
struct points {
    double samples;
    double excess;   /* sum over samples of the points above expectation */
    double squares;  /* sum of their squares */
    double slope;    /* of the expectation of all points against the lead */
    double variance; /* of all points, by the model */
};

static void add_samples(struct points *p, double count, double excess)
{
    p->samples += count;
    p->excess += count * excess;
    p->squares += count * excess * excess;
}

static struct points pairing_points(const struct ratings *r, const struct pairing *pairing,
                                    size_t a, size_t b)
{
    struct game_model first = ratings_game(r, a, b), second = ratings_game(r, b, a);
    double shared = sqrt(first.score_variance * second.score_variance);
    struct points p = { 0 };

    for (int x = 0; x < 3; x++) {
        double as_first = x / 2.0 - first.score;
        double as_second = x / 2.0 - (1 - second.score);

        add_samples(&p, pairing->single[0][x], as_first);
        add_samples(&p, pairing->single[1][x], as_second);
        for (int y = 0; y < 3; y++)
            add_samples(&p, pairing->pair[x][y], as_first + y / 2.0 - (1 - second.score));
    }
    p.slope = (double)wdl_games(pairing_lower_first(pairing)) * first.score_variance +
              (double)wdl_games(pairing_upper_first(pairing)) * second.score_variance;
    p.variance = p.slope - 2 * r->pair_correlation * shared * pairing_pairs(pairing);
    return p;
}

static bool is_balanced(const struct pairing *pairing)
{
    return wdl_games(pairing_lower_first(pairing)) == wdl_games(pairing_upper_first(pairing));
}

/* Sums over all pairings. */
struct sums {
    double pairings;
    double samples;
    double within; /* squares of samples around the mean of their pairing, over their variance */
    bool balanced;
};

/* One equation: the observed lead, fitted lead + excess / slope, has variance
 * variance / slope^2 and should be the difference of two ratings. Only the lower triangle. */
static void add_equation(gsl_matrix *left, gsl_vector *right, size_t a, size_t b,
                         const struct points *p, double lead)
{
    double y = (p->excess + p->slope * lead) / p->variance;
    double weight = p->slope * p->slope / p->variance;

    *gsl_matrix_ptr(left, a, a) += weight;
    *gsl_matrix_ptr(left, b, b) += weight;
    *gsl_matrix_ptr(left, b, a) -= weight;
    right->data[a] += p->slope * y;
    right->data[b] -= p->slope * y;
}

/* Least squares without a prior, whose pull would count as a cycle. As only differences matter, a
 * tiny ridge picks one of the solutions. */
static int fit_leads(gsl_matrix *left, gsl_vector *right, const struct crosstable *table,
                     const struct ratings *r)
{
    const double *strength = r->fit.beta->data;
    double most = 0;

    for (size_t a = 0; a < table->n; a++)
        for (size_t b = a + 1; b < table->n; b++) {
            const struct pairing *pairing = crosstable_pairing(table, a, b);
            struct points p;

            if (pairing_samples(pairing) == 0)
                continue;
            p = pairing_points(r, pairing, a, b);
            add_equation(left, right, a, b, &p, strength[a] - strength[b]);
        }
    for (size_t k = 0; k < left->size1; k++)
        most = fmax(most, gsl_matrix_get(left, k, k));
    for (size_t k = 0; k < left->size1; k++)
        *gsl_matrix_ptr(left, k, k) += most > 0 ? 1e-10 * most : 1;
    return gsl_linalg_cholesky_decomp1(left) || gsl_linalg_cholesky_svx(left, right);
}

static struct sums add_squares(struct cycles *c, const gsl_vector *fit,
                               const struct crosstable *table, const struct ratings *r)
{
    const double *strength = r->fit.beta->data;
    struct sums sums = { .balanced = true };

    for (size_t a = 0; a < table->n; a++)
        for (size_t b = a + 1; b < table->n; b++) {
            const struct pairing *pairing = crosstable_pairing(table, a, b);
            double lead = fit->data[a] - fit->data[b], rest;
            struct points p;

            if (pairing_samples(pairing) == 0)
                continue;
            p = pairing_points(r, pairing, a, b);
            rest = p.excess + p.slope * (strength[a] - strength[b] - lead);
            c->cyclic += rest * rest / p.variance;
            c->transitive += p.slope * p.slope / p.variance * lead * lead;
            sums.within += fmax(p.squares * p.samples - p.excess * p.excess, 0) / p.variance;
            sums.pairings++;
            sums.samples += p.samples;
            sums.balanced = sums.balanced && is_balanced(pairing);
        }
    return sums;
}

/*
 * The cyclic part is compared with the differences among samples of the same pairing (the
 * lack-of-fit test of a regression) if they are larger than the model says: over half a million
 * pairings the smallest flaw of the model would look like a certain cycle. They are never taken to
 * be smaller, as clean sweeps do not differ at all. One pseudo-sample that follows the model is
 * added for tables in which every pairing is a single sample; the test then finds nothing.
 *
 * Where colours are balanced, the first move cancels and takes no degree of freedom.
 */
static void judge(struct cycles *c, const struct sums *sums, size_t n, size_t components)
{
    double within_degrees = sums->samples - sums->pairings + 1;
    double dispersion = fmax((sums->within + 1) / within_degrees, 1);
    double degrees = sums->pairings - (double)(n - components) - (sums->balanced ? 0 : 1);
    double total = c->transitive + c->cyclic;

    c->degrees = fmax(degrees, 0);
    c->chance = c->degrees * dispersion;
    c->cyclic_share = total > 0 ? c->cyclic / total : 0;
    c->transitive_share = 1 - c->cyclic_share;
    c->p = 1;
    if (c->degrees == 0)
        return;
    c->chance_share = c->chance / (c->transitive + c->chance);
    c->p = gsl_cdf_fdist_Q(c->cyclic / c->chance, c->degrees, within_degrees);
}

/* The mean sample score of two equal players who moved first as often as these did. */
static double equal_score(const struct ratings *r, const struct pairing *pairing)
{
    double advantage = ratings_game(r, 0, 0).score - 0.5;
    double first = 0, second = 0;

    for (int x = 0; x < 3; x++) {
        first += pairing->single[0][x];
        second += pairing->single[1][x];
    }
    return 0.5 + advantage * (first - second) / pairing_samples(pairing);
}

/* The number of standard errors by which a beats b; not a number if they did not play. */
static double edge_z(const struct crosstable *table, const struct ratings *r, size_t a, size_t b)
{
    const struct pairing *pairing = crosstable_pairing(table, a < b ? a : b, a < b ? b : a);
    struct tally tally;

    if (pairing_samples(pairing) == 0)
        return NAN;
    if (a > b)
        return -edge_z(table, r, b, a);
    tally = crosstable_tally(table, a, b);
    return tally_z(&tally, equal_score(r, pairing));
}

/* A triple found in the search; the order of the players gives its orientation. */
struct found {
    uint32_t player[3];
    float z;
};

struct search {
    const float *z; /* n x n */
    size_t n;
    struct found *best; /* sorted, the most certain first; among equals the earlier one */
    size_t count;
    size_t limit;
    uint64_t triples;
    uint64_t circular;
};

static void keep(struct search *s, struct found found)
{
    size_t at = s->count;

    if (s->limit == 0 || (s->count == s->limit && found.z <= s->best[s->count - 1].z))
        return;
    while (at > 0 && s->best[at - 1].z < found.z)
        at--;
    if (s->count < s->limit)
        s->count++;
    memmove(s->best + at + 1, s->best + at, (s->count - 1 - at) * sizeof *s->best);
    s->best[at] = found;
}

/*
 * All triples with i < j < k. If i beats j, the cycle is i, j, k; otherwise i, k, j, and all three
 * signs turn. The inner loop takes all the time: comparisons along two rows, which are false where
 * one side is not a number.
 */
static void search_from(struct search *s, size_t i, size_t j)
{
    const float *row_i = s->z + i * s->n, *row_j = s->z + j * s->n;
    float sign = row_i[j] < 0 ? -1.0F : 1.0F;
    uint64_t triples = 0, circular = 0;

    if (isnan(row_i[j]))
        return;
    for (size_t k = j + 1; k < s->n; k++) {
        float jk = sign * row_j[k], ki = -sign * row_i[k];
        float z = sign * row_i[j];

        triples += !(isnan(jk) || isnan(ki));
        if (!(jk > 0 && ki > 0 && z > 0))
            continue;
        circular++;
        z = jk < z ? jk : z;
        z = ki < z ? ki : z;
        keep(s, sign > 0 ? (struct found){ { (uint32_t)i, (uint32_t)j, (uint32_t)k }, z }
                         : (struct found){ { (uint32_t)i, (uint32_t)k, (uint32_t)j }, z });
    }
    s->triples += triples;
    s->circular += circular;
}

/*
 * A cycle is listed wrongly only if one of its edges is wrong, that is, if an edge that is not a win
 * looks like one. So the number of tests (Bonferroni) is the number of directed edges, which is far
 * smaller than that of triples, or twice the number of triples if that is smaller.
 */
static double count_tries(const struct crosstable *table, uint64_t triples)
{
    double edges = 0;

    for (size_t a = 0; a < table->n; a++)
        for (size_t b = a + 1; b < table->n; b++)
            edges += pairing_samples(crosstable_pairing(table, a, b)) > 0;
    return fmin(2 * edges, 2 * (double)triples);
}

static struct cycle describe(const struct found *found, const struct crosstable *table,
                             const struct ratings *r, double tries)
{
    struct cycle cycle = { .z = INFINITY };

    for (int k = 0; k < 3; k++) {
        size_t a = found->player[k], b = found->player[(k + 1) % 3];
        struct tally tally = crosstable_tally(table, a, b);

        cycle.player[k] = found->player[k];
        cycle.score[k] = tally_interval(&tally);
        cycle.z = fmin(cycle.z, edge_z(table, r, a, b));
    }
    cycle.p = gsl_cdf_ugaussian_Q(cycle.z);
    cycle.p_adjusted = fmin(1, tries * cycle.p);
    return cycle;
}

static void search_all(struct search *s, float *z, const struct crosstable *table,
                       const struct ratings *r)
{
    for (size_t a = 0; a < s->n; a++)
        for (size_t b = a + 1; b < s->n; b++) {
            z[a * s->n + b] = (float)edge_z(table, r, a, b);
            z[b * s->n + a] = -z[a * s->n + b];
        }
    s->z = z;
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i + 1; j < s->n; j++)
            search_from(s, i, j);
}

static int split(struct cycles *c, const struct crosstable *table, const struct ratings *r,
                 struct err *err)
{
    size_t dim = table->n > 0 ? table->n : 1; /* GSL has no empty matrices */
    gsl_matrix *left = gsl_matrix_calloc(dim, dim);
    gsl_vector *right = gsl_vector_calloc(dim);
    struct sums sums;
    int status = 0;

    if (!left || !right) {
        status = err_shortage(err, "out of memory: cycles of %zu players", table->n);
    } else if (fit_leads(left, right, table, r)) {
        status = err_set(err, "the split into ratings and cycles met a singular matrix");
    } else {
        sums = add_squares(c, right, table, r);
        judge(c, &sums, table->n, r->components);
    }
    gsl_matrix_free(left);
    gsl_vector_free(right);
    return status;
}

static int list_cycles(struct cycles *c, const struct crosstable *table, const struct ratings *r,
                       size_t limit, struct err *err)
{
    size_t n = table->n;
    float *z = calloc(n * n + 1, sizeof *z);
    struct search s = { .n = n, .limit = limit };
    double tries;

    s.best = calloc(limit + 1, sizeof *s.best);
    c->cycle = calloc(limit + 1, sizeof *c->cycle);
    if (!z || !s.best || !c->cycle) {
        free(z);
        free(s.best);
        return err_shortage(err, "out of memory: cycles of %zu players", n);
    }
    search_all(&s, z, table, r);
    tries = count_tries(table, s.triples);
    for (size_t i = 0; i < s.count; i++)
        c->cycle[i] = describe(&s.best[i], table, r, tries);
    c->triples = s.triples;
    c->circular = s.circular;
    c->n = s.count;
    free(z);
    free(s.best);
    return 0;
}

int cycles_init(struct cycles *cycles, const struct crosstable *table,
                const struct ratings *ratings, size_t limit, struct err *err)
{
    *cycles = (struct cycles){ 0 };
    if (split(cycles, table, ratings, err) || list_cycles(cycles, table, ratings, limit, err)) {
        cycles_release(cycles);
        return -1;
    }
    return 0;
}

void cycles_release(struct cycles *cycles)
{
    free(cycles->cycle);
    *cycles = (struct cycles){ 0 };
}
