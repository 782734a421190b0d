/*
 * breed_space - the genes that evolve, as the box that operators search.
 */
#ifndef C4E_EVOLVE_BREED_SPACE_H
#define C4E_EVOLVE_BREED_SPACE_H

#include "evolve/config.h"
#include "evolve/space.h"

/* Points into itself: do not copy. */
struct breed_space {
    struct space space;
    int gene[GENE_COUNT]; /* of each dimension */
    double low[GENE_COUNT], high[GENE_COUNT], scale[GENE_COUNT];
    const struct gene_ties *ties; /* of the config, which it borrows */
};

int breed_space_init(struct breed_space *gs, const struct run_config *config, struct err *err);

/* Copies genes (or steps) to the dimensions, and back; other genes stay as they are, except those
 * that are tied. */
void breed_space_read(const struct breed_space *gs, const double gene[GENE_COUNT], double *value);
void breed_space_write(const struct breed_space *gs, const double *value, double gene[GENE_COUNT]);
void breed_space_write_steps(const struct breed_space *gs, const double *value,
                             double step[GENE_COUNT]);

#endif
