#include "sample.h"

#include <gsl/gsl_randist.h>

void sample_rng(struct rng *rng, uint64_t seed, uint64_t index)
{
    rng_open(rng, (struct stream){ .seed = seed, .purpose = STREAM_TEST, .index = index });
}

/* Plays a random move that does not win, if there is one. */
static bool play_without_winning(struct position *pos, struct rng *rng)
{
    uint64_t quiet = playable_cells(pos->all) & ~immediate_wins(pos);
    unsigned long skip;

    if (!quiet)
        return false;
    skip = rng_below(rng, (unsigned long)bit_count(quiet));
    while (skip-- > 0)
        quiet &= quiet - 1;
    position_play(pos, quiet & -quiet);
    return true;
}

void sample_position(struct position *pos, int plies, struct rng *rng)
{
    *pos = (struct position){ 0 };
    while (pos->plies < plies)
        if (!play_without_winning(pos, rng))
            *pos = (struct position){ 0 };
}

static double any_value(const struct gene_info *info, struct rng *rng)
{
    return gsl_ran_flat(&rng->gsl, info->low, info->high);
}

static double small_value(struct rng *rng)
{
    return (double)rng_below(rng, 5) - 2;
}

static bool is_late(enum family family)
{
    return family == FAMILY_THREAT || family == FAMILY_ZUGZWANG || family == FAMILY_TEMPO ||
           family == FAMILY_RULES;
}

static double sample_value(const struct gene_info *info, enum sample_genome kind, struct rng *rng)
{
    bool factor = info->low > -2; /* whole numbers would be out of its bounds, or too much */

    switch (kind) {
    case SAMPLE_FULL:
    case SAMPLE_FAMILIES:
        return any_value(info, rng);
    case SAMPLE_LINES:
        return info->family == FAMILY_LINE ? any_value(info, rng) : info->initial;
    case SAMPLE_SMALL:
        return factor ? info->initial : small_value(rng);
    case SAMPLE_THREATS:
        return is_late(info->family) ? small_value(rng) : info->initial;
    case SAMPLE_HUGE:
        return rng_below(rng, 2) ? info->low : info->high;
    case SAMPLE_NOTHING:
    case SAMPLE_KINDS:
        break;
    }
    return info->initial;
}

void sample_genome(struct genome *genome, enum sample_genome kind, struct rng *rng)
{
    unsigned long random = kind == SAMPLE_FAMILIES ? rng_below(rng, 1ul << FAMILY_ADDED) : ~0ul;

    genome_init(genome);
    for (int g = 0; g < gene_count(); g++)
        if (random & 1ul << gene_table[g].family)
            genome->gene[g] = sample_value(&gene_table[g], kind, rng);
}

struct tables *sample_tables(bool coarse, struct rng *rng)
{
    struct tables *t = tables_new();
    unsigned long range = coarse ? 2 : 700;
    struct table_layout layout;
    struct err err;

    table_layout_init(&layout);
    for (int side = 0; t && side < 2; side++)
        for (int i = 0; i < layout.rows; i++)
            for (int l = 0; l < TABLE_LANES; l++)
                table_row(&t->set[side], &layout, i)->at[l] =
                    (int16_t)((long)rng_below(rng, 2 * range + 1) - (long)range);
    if (t && tables_finish(t, &err) == 0)
        return t;
    tables_release(t);
    return NULL;
}

double chi_square_uniform(const unsigned long *count, int n)
{
    double total = 0, sum = 0;

    for (int i = 0; i < n; i++)
        total += (double)count[i];
    for (int i = 0; i < n; i++) {
        double off = (double)count[i] - total / n;

        sum += off * off / (total / n);
    }
    return sum;
}
