#include "heuristic/contrast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heuristic/evaluator.h"

/* The evaluator is too large for the stack. */
struct bench {
    struct evaluator ev;
    double value[]; /* of the unchanged genome, by position */
};

static struct bench *bench_new(size_t n, struct err *err)
{
    struct bench *b = malloc(sizeof *b + n * sizeof *b->value);

    if (!b)
        err_shortage(err, "out of memory: %zu positions", n);
    return b;
}

/* In weights, for the side to move. */
static double value_of(const struct bench *b, const struct position *pos)
{
    return evaluate(&b->ev, pos, side_to_move(pos)) / (double)EVAL_UNITS;
}

/* The standard deviation of the difference between the compiled genome and b->value. */
static double deviation(const struct bench *b, const struct contrast_sample *sample)
{
    double mean = 0, squares = 0, n = (double)sample->n;

    for (size_t i = 0; i < sample->n; i++)
        mean += (value_of(b, &sample->pos[i]) - b->value[i]) / n;
    for (size_t i = 0; i < sample->n; i++) {
        double x = value_of(b, &sample->pos[i]) - b->value[i] - mean;

        squares += x * x;
    }
    return sqrt(squares / n);
}

int contrast_spread(const struct genome *genome, const struct contrast_sample *sample,
                    double *spread, struct err *err)
{
    struct bench *b = bench_new(sample->n, err);

    if (!b)
        return -1;
    evaluator_compile(&b->ev, genome);
    memset(b->value, 0, sample->n * sizeof *b->value);
    *spread = deviation(b, sample);
    free(b);
    return 0;
}

/* Not a factor? */
static bool is_weight(int gene)
{
    return gene_is_linear(gene) && gene_table[gene].family != FAMILY_TABLES &&
           !gene_table[gene].factor;
}

double contrast_scaled(const struct genome *genome, int gene, double spread)
{
    if (!genome_uses(genome, gene))
        return 0;
    if (!is_weight(gene))
        return genome->gene[gene];
    return spread > 0 ? 100 * genome->gene[gene] / spread : 0;
}

double contrast_taken(const struct genome *from, double spread_from, int gene, double spread)
{
    double value = contrast_scaled(from, gene, spread_from);

    if (is_weight(gene))
        value *= spread / 100;
    return fmin(fmax(value, gene_table[gene].low), gene_table[gene].high);
}

/* Compiles the genome, and notes its values. */
static void note_values(struct bench *b, const struct genome *genome,
                        const struct contrast_sample *sample)
{
    evaluator_compile(&b->ev, genome);
    for (size_t i = 0; i < sample->n; i++)
        b->value[i] = value_of(b, &sample->pos[i]);
}

int contrast_effects(const struct genome *a, double spread_a, const struct genome *b,
                     double spread_b, const struct contrast_sample *sample,
                     double effect[GENE_COUNT], struct err *err)
{
    const struct genome *to = spread_a > 0 ? a : b, *from = spread_a > 0 ? b : a;
    double spread = spread_a > 0 ? spread_a : spread_b;
    double spread_from = spread_a > 0 ? spread_b : spread_a;
    struct bench *bench = bench_new(sample->n, err);
    struct genome changed = *to;

    memset(effect, 0, GENE_COUNT * sizeof *effect);
    if (!bench)
        return -1;
    note_values(bench, to, sample);
    for (int g = 0; spread > 0 && g < gene_count(); g++) {
        changed.gene[g] = contrast_taken(from, spread_from, g, spread);
        if (changed.gene[g] != to->gene[g]) {
            evaluator_compile(&bench->ev, &changed);
            effect[g] = 100 * deviation(bench, sample) / spread;
        }
        changed.gene[g] = to->gene[g];
    }
    free(bench);
    return 0;
}

int contrast_tables(const struct genome *a, double spread_a, const struct genome *b,
                    const struct contrast_sample *sample, double *effect, struct err *err)
{
    struct genome changed = *a;
    struct bench *bench;

    *effect = 0;
    if (!(spread_a > 0) || tables_equal(a->tables, b->tables))
        return 0;
    bench = bench_new(sample->n, err);
    if (!bench)
        return -1;
    note_values(bench, a, sample);
    changed.tables = b->tables;
    evaluator_compile(&bench->ev, &changed);
    *effect = 100 * deviation(bench, sample) / spread_a;
    free(bench);
    return 0;
}
