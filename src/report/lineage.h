/*
 * lineage - where a genome comes from.
 *
 * A genome's ancestors are its parents and theirs, back to those that have none.
 * Elites are unchanged copies with an id of their own: each leads back to the
 * genome that it is a copy of, its root, and only roots are steps of a lineage.
 */
#ifndef C4E_REPORT_LINEAGE_H
#define C4E_REPORT_LINEAGE_H

#include <stdio.h>

#include "heuristic/genome.h"
#include "store/store.h"

struct ancestor {
    struct journal_genome who;
    double elo, error;          /* after its generation; nan while it is not rated */
    struct ancestor *parent[2]; /* or NULL; of a line only the first is known */
    struct ancestor *root;      /* itself, unless it is an elite */
    struct ancestor *newest;    /* of a root: the last elite that is a copy of it, or NULL */
    uint32_t elite_since;       /* of a root with a newest: the generation of the first elite */
};

struct lineage {
    struct ancestor *list; /* newest first: the genome itself, then others by falling id */
    size_t n;
    size_t steps;  /* how many of them are roots */
    size_t *place; /* in the list, by id */
};

enum lineage_extent {
    LINEAGE_ALL, /* all ancestors */
    LINEAGE_LINE /* first parents only, which is cheap in the longest run */
};

int lineage_init(struct lineage *lineage, struct store *store, uint32_t id,
                 enum lineage_extent extent, struct err *err);
void lineage_release(struct lineage *lineage);

/* The id of the genome that holds the title now. */
int lineage_champion(struct store *store, uint32_t *id, struct err *err);

/* A gene that is not what it was in the first parent. */
struct gene_change {
    int gene;
    double from, to;
    bool second; /* it is that of the second parent */
};

/* The largest changes first, in units of the genes' scales. Returns how many. */
size_t lineage_changes(const struct ancestor *who, struct gene_change change[GENE_COUNT]);

/* By how much it is rated higher than its first parent was, and half of the 95%
 * interval of that. False where either is not rated. */
bool lineage_gain(const struct ancestor *who, double *gain, double *error);

/* "Elo 87 +- 21". The ancestor must be rated. */
void lineage_print_elo(FILE *out, const struct ancestor *who);

void lineage_print_text(FILE *out, const struct lineage *lineage);
void lineage_print_json(FILE *out, const struct lineage *lineage);
void lineage_print_dot(FILE *out, const struct lineage *lineage); /* for graphviz */

enum lineage_length {
    LINEAGE_SHORT, /* the last steps of its line of first parents */
    LINEAGE_FULL /* all steps of that line with their changes, and the seed and config of the run */
};

/* Sets the comment of a genome that has none to the lineage that ends with it. */
int lineage_comment(struct genome *genome, struct store *store, const struct lineage *lineage,
                    enum lineage_length length, struct err *err);

/* The same for the champion of the run in a folder. */
int lineage_read_comment(struct genome *genome, const char *dir, enum lineage_length length,
                         struct err *err);

#endif
