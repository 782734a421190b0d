/*
 * ties - genes that have no value of their own.
 *
 * A tied gene follows another one, its leader: it always has the leader's value,
 * or the opposite. A held gene always has its default. So a heuristic that is the
 * same for both sides stays the same for both sides, whatever changes it.
 *
 * Only leaders are dimensions of the search and columns of a regression; ties_apply
 * then gives the others their values.
 */
#ifndef C4E_EVOLVE_TIES_H
#define C4E_EVOLVE_TIES_H

#include "base/err.h"
#include "heuristic/gene.h"

#define TIE_HELD (-1)

struct gene_ties {
    int leader[GENE_COUNT];       /* the gene itself if it is free; TIE_HELD */
    signed char sign[GENE_COUNT]; /* 1, or -1 for the opposite of its leader */
};

/* All genes are free. */
void ties_init(struct gene_ties *ties);

/* Adds a tie: "opp1=own1", or "mix12=-mix21" for the opposite. */
int ties_add(struct gene_ties *ties, const char *text, struct err *err);

/* Ties all genes of the opponent to those of the own side, and holds those that would still tell
 * the sides apart: what is good for one side is then as bad for the other. Fails if other ties are
 * in the way. */
int ties_make_symmetric(struct gene_ties *ties, struct err *err);

/* The gene, which must be free, always has its default. */
void ties_hold(struct gene_ties *ties, int gene);

static inline bool ties_free(const struct gene_ties *ties, int gene)
{
    return ties->leader[gene] == gene;
}

/* Sets every gene that is not free. */
void ties_apply(const struct gene_ties *ties, double gene[GENE_COUNT]);

/* Lists the genes that ties_apply would change, and returns their number. */
int ties_changed(const struct gene_ties *ties, const double gene[GENE_COUNT], int list[GENE_COUNT]);

/* Adds what all followers have to what their leaders have: how a sum changes if a leader does. */
void ties_collect(const struct gene_ties *ties, double slope[GENE_COUNT]);

#endif
