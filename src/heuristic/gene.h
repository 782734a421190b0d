/*
 * gene - the tables of all genes and of their families.
 *
 * They drive genome files, run files, overrides, mutation, regression, reports
 * and `c4evolve genes`; no other place lists genes or families. To add a gene,
 * add its name to the enum, anywhere in its family, its row in gene.c, and its
 * effect in weights.c or evaluator.c (and in features.c if it is linear). Files
 * refer to genes by name, so the order of the table means nothing to them. They
 * leave out genes that have their defaults: never change the default of a gene.
 *
 * Users bring families of their own, in C (custom.h) or as an engine. Their rows
 * are added behind ours before anything else happens, and stay. Arrays by gene have
 * GENE_COUNT entries, room for all; gene_count() of them are in use.
 *
 * "Own" and "opp" are as the viewer of an evaluation sees them. Weights of the
 * opponent are subtracted, so equal numbers mean equal importance.
 */
#ifndef C4E_HEURISTIC_GENE_H
#define C4E_HEURISTIC_GENE_H

#include "base/err.h"
#include "heuristic/tables.h"

enum family {
    FAMILY_LINE,
    FAMILY_SHAPE,
    FAMILY_DISC,
    FAMILY_THREAT,
    FAMILY_ZUGZWANG,
    FAMILY_MAP,
    FAMILY_TEMPO,
    FAMILY_PLACE,
    FAMILY_RULES,
    FAMILY_TABLES,
    FAMILY_ADDED, /* from here on: those of users */
    FAMILY_COUNT = FAMILY_ADDED + 6
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
    /* disc: by centre_distance of the column */
    GENE_DISC,
    GENE_DISC_END = GENE_DISC + CENTRE_DISTANCE_MAX,
    GENE_OPPDISC,
    GENE_OPPDISC_END = GENE_OPPDISC + CENTRE_DISTANCE_MAX,
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
    /* zugzwang: index 6 a + 2 b + c, see zugzwang_index; there is no gene for all zero */
    GENE_ZUG,
    GENE_ZUG_END = GENE_ZUG + 16,
    /* map: one for each class of lines, in the order of lines.h */
    GENE_MAP,
    GENE_MAP_END = GENE_MAP + LINE_CLASSES - 1,
    /* tempo */
    GENE_TEMPO,
    /* place: see place_gene */
    GENE_PLACE,
    GENE_PLACE_END = GENE_PLACE + 2 * 3 * LINE_CLASSES - 1,
    /* rules: see rules/refuted.h */
    GENE_CLAIMED1,
    GENE_CLAIMED2,
    GENE_PAIRED1,
    GENE_PAIRED2,
    /* tables: see lane_gene */
    GENE_LANE,
    GENE_LANE_END = GENE_LANE + 2 * TABLE_LANES - 1,
    GENE_SURE,
    GENE_ADDED, /* from here on: those of users */
    GENE_COUNT = GENE_ADDED + 96
};

/* The gene of a line that holds `discs` discs (1 to 3) of one side and no others; side 0 is the
 * first player. */
static inline int place_gene(int side, int discs, int class)
{
    return GENE_PLACE + (3 * side + discs - 1) * LINE_CLASSES + class;
}

/* The gene that weighs a lane of the tables for one side to move; side 0 is the first player. */
static inline int lane_gene(int side, int lane)
{
    return GENE_LANE + TABLE_LANES * side + lane;
}

struct gene_info {
    const char *name;
    enum family family;
    double initial; /* the default */
    double low, high;
    double scale; /* a typical step of mutation */
    const char *help;
    bool factor; /* of all other genes of its family: it changes only if a config names it */
};

extern const struct gene_info *const gene_table;
int gene_count(void);

struct family_info {
    const char *name;  /* also the section of genome files, */
    bool weighs_lines; /* its genes are values of lines, which a sampler may leave out */
    bool linear;       /* the evaluation is linear in its genes, so that they can be fitted */
    bool by_default;   /* evolves and is fitted unless a config says otherwise */
    const char *help;
    const char *section; /* ...unless they call it differently */
};

extern const struct family_info *const family_table;
int family_count(void);

/*
 * Adds a family of a user with its genes, whose names begin with that of the
 * family and a dot. Returns the first gene, or -1. The names must stay in memory.
 * No thread may read the tables at the same time.
 */
int gene_add_family(const struct family_info *family, const struct gene_info *gene, int n,
                    struct err *err);

/* The families that evolve, and those that are fitted, by default, as a config lists them. */
#define FAMILIES_EVOLVED "line shape disc threat zugzwang tempo"
#define FAMILIES_FITTED  "line disc threat zugzwang tempo"

/* The gene of that name, or -1. The name of a user's gene may leave out its family, unless another
 * gene has the same name without it. */
int gene_find(const char *name);

/* Offers all names of genes to one who looks for a name. */
struct nearest;
void gene_offer(struct nearest *near);

/* The same within a family, where names are written without it. */
int gene_find_in(int family, const char *name);

/* The name of a gene within its family. */
const char *gene_short_name(int gene);

/* The family of that name, or -1. */
int gene_family_find(const char *name);

/* The section of a family in genome files, and the family of a section, or -1. */
const char *gene_section(int family);
int gene_section_find(const char *section);

/* The name of a gene's family. */
const char *gene_family(int gene);

/* Whether the evaluation is linear in this gene while all others are fixed factors. */
bool gene_is_linear(int gene);

#endif
