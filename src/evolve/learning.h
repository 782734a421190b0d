/*
 * learning - what a run learns from its generations: the metric of its genes, the
 * response surface, and the distribution of CMA-ES.
 *
 * All of it follows from what the journal holds, so a run that is resumed learns it
 * again by reading its closed generations in order.
 */
#ifndef C4E_EVOLVE_LEARNING_H
#define C4E_EVOLVE_LEARNING_H

#include "evolve/cmaes.h"
#include "evolve/generation.h"
#include "evolve/surface.h"

struct learning {
    const struct run_config *config;
    struct breed_space gs;
    struct metric metric;
    struct surface surface;
    struct cmaes cmaes;
    bool has_metric; /* so there is a surface too, and CMA-ES where the config asks for it */
    bool has_cmaes;
    double low[GENE_COUNT], high[GENE_COUNT], scale[GENE_COUNT]; /* the box of CMA-ES */
};

/* Points into itself: do not copy. */
int learning_init(struct learning *l, const struct run_config *config, struct err *err);
void learning_release(struct learning *l);

/* Reads the closed generations. */
int learning_replay(struct learning *l, const struct journal *journal, uint32_t closed,
                    struct err *err);

/* Whether the metric is to be taken from the games of this generation. */
bool learning_is_due(const struct learning *l, uint32_t generation);

/* Takes the metric, at the genes of a genome with these tables, or NULL. */
int learning_measure(struct learning *l, uint32_t generation, const double gene[GENE_COUNT],
                     struct tables *tables, const struct game_result *result, size_t games,
                     struct err *err);

/* Learns from a generation: its genomes, and their ratings by slot. */
int learning_tell(struct learning *l, uint32_t generation, const struct journal_genome *population,
                  const struct journal_rating *rating, size_t n, struct err *err);

/*
 * What is known of a population before it plays.
 *
 * Where there is a surface, the standing of a genome is what the surface says of it, as a lead
 * over the champion in slot 0, and how far it is apart from that: a small number, for which its
 * own games of earlier generations speak. Without a surface, elites have the standings that they
 * had.
 */
struct learning_priors {
    struct standing_prior *prior; /* by slot */
    struct belief *lead;  /* over the champion, by the surface; an infinite variance: none */
    struct belief *apart; /* how far it is apart from that */
};

/* `before` are the ratings of the generation before, by slot; NULL for the first. */
int learning_priors_init(struct learning_priors *p, const struct learning *l,
                         const struct journal_genome *population, size_t n,
                         const struct journal_rating *before, struct err *err);
void learning_priors_release(struct learning_priors *p);

/* The rating that the genome in that slot gets by its standing. */
struct journal_rating learning_rating(const struct learning_priors *p, size_t slot, uint32_t id,
                                      const struct standing *standing);

/* What is known of the candidates of a play-off, the champion first. */
int learning_candidates(struct learning_priors *p, const struct learning *l,
                        const struct journal_genome *list, const struct journal_rating *rating,
                        size_t n, struct err *err);

#endif
