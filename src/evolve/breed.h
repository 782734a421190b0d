/*
 * breed - births: founders of the first generation, and children of the next.
 *
 * The operators work on vectors of those genes that evolve; everything else
 * about a genome stays at its defaults. All chance comes from streams named by
 * the run's seed and the generation, so the births of a generation depend only
 * on the one before and its ratings.
 */
#ifndef C4E_EVOLVE_BREED_H
#define C4E_EVOLVE_BREED_H

#include "evolve/cmaes.h"
#include "evolve/config.h"
#include "evolve/journal.h"

/* The genes that evolve, as a space. Points into itself: do not copy. */
struct gene_space {
    struct space space;
    int gene[GENE_COUNT]; /* of each dimension */
    double low[GENE_COUNT], high[GENE_COUNT], scale[GENE_COUNT];
};

int gene_space_init(struct gene_space *gs, const struct run_config *config, struct err *err);

/* From all genes (or their steps) to the dimensions, and back; other genes are left alone. */
void gene_space_read(const struct gene_space *gs, const double gene[GENE_COUNT], double *value);
void gene_space_write(const struct gene_space *gs, const double *value, double gene[GENE_COUNT]);

/*
 * Generation 0 (config->size records: founders, then changed copies of them),
 * then opponents, then references, read from their files. Allocates *list.
 */
int breed_founders(const struct run_config *config, const struct gene_space *gs,
                   struct journal_genome **list, size_t *n, struct err *err);

struct breed_input {
    const struct run_config *config;
    const struct gene_space *gs;
    uint32_t generation;                 /* of the births */
    uint32_t next_id;                    /* of the first birth */
    const struct journal_genome *parent; /* config->size of them */
    const double *fitness;               /* of each */
    uint32_t champion;                   /* slot */
    const double *fitted;                /* genes of the regression's solution, or NULL */
    const struct cmaes *cmaes;           /* or NULL */
};

/* Fills in config->size births: champion and other elites, the child of the fit,
 * immigrants, and children. */
int breed_next(const struct breed_input *in, struct journal_genome *birth, struct err *err);

/* Places of the births that CMA-ES draws, in the order of its candidates. */
void breed_cmaes_range(const struct run_config *config, size_t *first, size_t *count);

#endif
