#include "heuristic/sampler.h"

void sampler_compile(struct sampler *s, const struct genome *genome, int n)
{
    struct genome other = *genome;
    struct line line[LINES];

    lines_list(line);
    s->n = n;
    for (int i = 0; i < LINES; i++) {
        s->cells[i] = line_cells(&line[i]);
        for (int own = 0; own <= 4; own++) {
            for (int opp = 0; own + opp <= 4; opp++) {
                s->units[SIDE_FIRST][i][own][opp] =
                    weights_line(genome, &line[i], SIDE_FIRST, own, opp);
                s->units[SIDE_SECOND][i][own][opp] =
                    weights_line(genome, &line[i], SIDE_SECOND, own, opp);
            }
        }
    }
    for (int g = 0; g < gene_count(); g++)
        if (family_table[gene_table[g].family].weighs_lines)
            other.gene[g] = 0;
    evaluator_compile(&s->other_genes, &other);
}

int32_t sampler_lines(const struct sampler *s, uint64_t draw, uint64_t first, uint64_t all,
                      enum side viewer)
{
    uint64_t own = viewer == SIDE_FIRST ? first : first ^ all;
    int32_t sum = 0;
    struct rng rng;

    sampler_open(&rng, draw, first, all);
    for (int i = 0; i < s->n; i++) {
        int line = sampler_next(&rng);
        uint64_t cells = s->cells[line];

        sum += s->units[viewer][line][bit_count(cells & own)][bit_count(cells & (own ^ all))];
    }
    return sum;
}
