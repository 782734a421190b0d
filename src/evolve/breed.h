/*
 * breed - the genomes of a generation: founders of the first, children of the next.
 *
 * The operators work on vectors of the genes that evolve; the other genes of a
 * genome are those of its first parent, and so of a founder. All chance comes from streams named by the run's
 * seed and the generation, so the genomes of a generation depend only on the
 * previous generation and its ratings.
 */
#ifndef C4E_EVOLVE_BREED_H
#define C4E_EVOLVE_BREED_H

#include "evolve/breed_space.h"
#include "evolve/cmaes.h"
#include "evolve/journal.h"
#include "evolve/surface.h"

/*
 * Generation 0 (config->size genomes: founders, then changed copies of them),
 * then opponents, then references, all read from their files. Allocates *list, whose genomes
 * are users of their tables.
 */
int breed_founders(const struct run_config *config, const struct breed_space *gs,
                   struct journal_genome **list, size_t *n, struct err *err);

/* Frees such a list, or none. */
void breed_founders_free(struct journal_genome *list, size_t n);

struct breed_input {
    const struct run_config *config;
    const struct breed_space *gs;
    uint32_t generation;                 /* the one to breed */
    uint32_t next_id;                    /* id of its first genome */
    const struct journal_genome *parent; /* config->size of them */
    const double *fitness;               /* of each */
    uint32_t champion;                   /* slot */
    const double *fitted;                /* genes of the regression's solution, or NULL */
    const struct surface *surface;       /* or NULL */
    bool surface_child;                  /* whether its top is a child */
    const struct metric *metric;         /* or NULL; CMA-ES needs it */
    const struct cmaes *cmaes;           /* or NULL; works in the coordinates of the metric */
};

/* Fills in config->size genomes: the champion and other elites, the solution of the
 * regression, the top of the surface, immigrants, and children. Each has the tables of its first
 * parent, or of the champion; they are borrowed. */
int breed_next(const struct breed_input *in, struct journal_genome *next, struct err *err);

/* The slots of the genomes that CMA-ES draws, in the order of its candidates. */
void breed_cmaes_range(const struct run_config *config, size_t *first, size_t *count);

#endif
