/*
 * lineage - where a genome comes from.
 *
 * The ancestors of a genome are its parents, their parents and so on. Elites are
 * unchanged copies with their own ids; the genome that an elite is a copy of is its
 * root. Only roots are steps of a lineage.
 */
#ifndef C4E_REPORT_LINEAGE_H
#define C4E_REPORT_LINEAGE_H

#include <stdio.h>

#include "heuristic/genome.h"
#include "store/store.h"

struct ancestor {
    struct journal_genome who;
    double elo, error;             /* after its generation; nan if not rated */
    struct journal_rating rating;  /* all of it */
    struct journal_rating sibling; /* of its first parent's elite copy in its own generation */
    struct ancestor *parent[2];    /* or NULL; with LINEAGE_FIRST only the first is known */
    struct ancestor *root;         /* itself unless it is an elite */
    struct ancestor *newest;       /* of a root: its newest elite copy, or NULL */
    uint32_t elite_since;          /* of a root with copies: the generation of the first one */
};

struct lineage {
    struct ancestor *list; /* the genome itself, then its ancestors by descending id */
    size_t n;
    size_t steps;  /* number of roots among them */
    size_t *place; /* in the list, by id; NULL with LINEAGE_FIRST */
};

enum lineage_extent {
    LINEAGE_ALL,  /* all ancestors */
    LINEAGE_FIRST /* first parents only; fast even in long runs */
};

int lineage_init(struct lineage *lineage, struct store *store, uint32_t id,
                 enum lineage_extent extent, struct err *err);
void lineage_release(struct lineage *lineage);

/* The id of the current champion. */
int lineage_champion(struct store *store, uint32_t *id, struct err *err);

/* A gene that differs from the first parent's. */
struct gene_change {
    int gene;
    double from, to;
    bool second; /* it equals the second parent's */
};

/* The largest changes first, relative to the genes' scales. Returns their number. */
size_t lineage_changes(const struct ancestor *who, struct gene_change change[GENE_COUNT]);

/* The Elo gained over its first parent, and half the width of the 95% interval. False if either
 * is not rated. */
bool lineage_gain(const struct ancestor *who, double *gain, double *error);

/*
 * The score gained over its first parent, and half the width of the 95% interval: by standings if a
 * copy of the parent played in the same generation, else by scores of two generations. False if
 * either has none.
 */
bool lineage_score_gain(const struct ancestor *who, double *gain, double *error);

/* "Elo 87 +- 21". The ancestor must be rated. */
void lineage_print_elo(FILE *out, const struct ancestor *who);

/*
 * A main line, made with LINEAGE_FIRST, is shown with at most so many steps: the newest and the
 * oldest ones. Step 0 is the newest.
 */
#define LINEAGE_MAIN_MAX    40
#define LINEAGE_MAIN_OLDEST 10

static inline bool lineage_shows(const struct lineage *lineage, size_t step)
{
    return lineage->steps <= LINEAGE_MAIN_MAX || step < LINEAGE_MAIN_MAX - LINEAGE_MAIN_OLDEST ||
           step >= lineage->steps - LINEAGE_MAIN_OLDEST;
}

void lineage_print_main(FILE *out, const struct lineage *lineage);

/* The main line as a tree for Graphviz, in large type on a page as wide as a screen. */
void lineage_print_tree(FILE *out, const struct lineage *lineage);

/* All ancestors. */
void lineage_print_text(FILE *out, const struct lineage *lineage);
void lineage_print_json(FILE *out, const struct lineage *lineage);
void lineage_print_dot(FILE *out, const struct lineage *lineage); /* for graphviz */

enum lineage_length {
    LINEAGE_SHORT, /* the last steps of its chain of first parents */
    LINEAGE_FULL /* all steps of that chain with their changes, and the seed and config of the run */
};

/* Sets the comment of a champion that has none to the lineage that ends with it. */
int lineage_comment(struct genome *genome, struct store *store, const struct lineage *lineage,
                    enum lineage_length length, struct err *err);

/* The same for a genome of the run in a folder; id 0: its champion. */
int lineage_read_comment(struct genome *genome, const char *dir, uint32_t id,
                         enum lineage_length length, struct err *err);

#endif
