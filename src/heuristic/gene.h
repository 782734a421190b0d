/*
 * gene - the one table of all genes.
 *
 * It drives genome files, overrides, mutation, regression, reports and
 * `c4evolve genes`; nothing else lists genes again. To add a gene, add its name
 * here, its row in gene.c, and its effect in weights.c
 * or evaluator.c.
 *
 * "Own" and "opp" are seen by the viewer of an evaluation. Weights of the
 * opponent are what the viewer subtracts, so equal numbers mean equal regard.
 */
#ifndef C4E_HEURISTIC_GENE_H
#define C4E_HEURISTIC_GENE_H

#include "heuristic/lines.h"

enum family {
    FAMILY_LINE,
    FAMILY_SHAPE,
    FAMILY_DISC,
    FAMILY_THREAT,
    FAMILY_ZUGZWANG,
    FAMILY_MAP,
    FAMILY_TEMPO,
    FAMILY_PLACE,
    FAMILY_COUNT
};

enum gene {
    /* line */
    GENE_OWN1,
    GENE_OWN2,
    GENE_OWN3,
    GENE_OPP1,
    GENE_OPP2,
    GENE_OPP3,
    GENE_EMPTY,
    GENE_MIX11,
    GENE_MIX12,
    GENE_MIX13,
    GENE_MIX21,
    GENE_MIX22,
    GENE_MIX31,
    /* shape */
    GENE_HEIGHT,
    GENE_CENTER,
    GENE_COWARDICE,
    /* disc: distance of the column from the centre, 0 to 3 */
    GENE_DISC,
    GENE_DISC_END = GENE_DISC + 3,
    GENE_OPPDISC,
    GENE_OPPDISC_END = GENE_OPPDISC + 3,
    /* threat */
    GENE_ODD1,
    GENE_EVEN1,
    GENE_ODD2,
    GENE_EVEN2,
    GENE_LOW_ODD1,
    GENE_LOW_EVEN1,
    GENE_LOW_ODD2,
    GENE_LOW_EVEN2,
    GENE_STACK1,
    GENE_STACK2,
    GENE_NOW_MOVER,
    GENE_NOW_OTHER,
    /* zugzwang: index 6 a + 2 b + c, see zugzwang_index; all zero has no gene */
    GENE_ZUG,
    GENE_ZUG_END = GENE_ZUG + 16,
    /* map: one for each line up to mirror images, in the order of lines.h */
    GENE_MAP,
    GENE_MAP_END = GENE_MAP + LINE_CLASSES - 1,
    /* tempo */
    GENE_TEMPO,
    /* place: see place_gene */
    GENE_PLACE,
    GENE_PLACE_END = GENE_PLACE + 2 * 3 * LINE_CLASSES - 1,
    GENE_COUNT
};

/* The gene of a line that holds `discs` discs (1 to 3) of one side and nothing else; side 0 is
 * the first player. */
static inline int place_gene(int side, int discs, int class)
{
    return GENE_PLACE + (3 * side + discs - 1) * LINE_CLASSES + class;
}

struct gene_info {
    const char *name;
    enum family family;
    double initial; /* the default */
    double low, high;
    double scale; /* a typical step of mutation */
    const char *help;
};

extern const struct gene_info gene_table[GENE_COUNT];

/* Names of families are the section names of genome files. */
extern const char *const family_name[FAMILY_COUNT];

/* The gene of that name, or -1. */
int gene_find(const char *name);

/* The family of that name, or -1. */
int family_find(const char *name);

#endif
