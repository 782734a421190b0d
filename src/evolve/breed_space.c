#include "evolve/breed_space.h"

int breed_space_init(struct breed_space *gs, const struct run_config *config, struct err *err)
{
    size_t dim = 0;

    gs->ties = &config->ties;
    for (int g = 0; g < gene_count(); g++) {
        if (!config->evolves[g])
            continue;
        gs->gene[dim] = g;
        gs->low[dim] = config->low[g];
        gs->high[dim] = config->high[g];
        gs->scale[dim++] = config->scale[g];
    }
    gs->space = (struct space){ dim, gs->low, gs->high, gs->scale, NULL };
    return space_check(&gs->space, err);
}

void breed_space_read(const struct breed_space *gs, const double gene[GENE_COUNT], double *value)
{
    for (size_t i = 0; i < gs->space.dim; i++)
        value[i] = gene[gs->gene[i]];
}

void breed_space_write(const struct breed_space *gs, const double *value, double gene[GENE_COUNT])
{
    breed_space_write_steps(gs, value, gene);
    ties_apply(gs->ties, gene);
}

void breed_space_write_steps(const struct breed_space *gs, const double *value,
                             double step[GENE_COUNT])
{
    for (size_t i = 0; i < gs->space.dim; i++)
        step[gs->gene[i]] = value[i];
}
