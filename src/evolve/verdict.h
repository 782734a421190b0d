/*
 * verdict - whether the champion is better than hand-picked genomes.
 *
 * A champion plays the references on openings that training never sees. During a
 * run the openings are those of the validation set; for the verdict at the end
 * they are those of the test set, which nothing else uses, and there are several
 * depths. The verdict also counts the mistakes of champion and references in
 * solved positions of the test set.
 *
 * Every result is kept in the journal, and what the journal holds is not played or
 * counted again.
 *
 * A reference with the genes of an opponent or founder is one that the run has trained
 * against or started from. To beat it says less than to beat one that the run never met,
 * so the two groups have results of their own.
 */
#ifndef C4E_EVOLVE_VERDICT_H
#define C4E_EVOLVE_VERDICT_H

#include "evolve/changes.h"
#include "stats/tally.h"

struct verdict_reference {
    char name[NAME_SIZE];
    char met[NAME_SIZE]; /* the opponent or founder with the same genes; "" if there is none */
};

/* The references of a run; the caller frees the list. */
int verdict_references(const struct journal *journal, struct verdict_reference **list, size_t *n,
                       struct err *err);

/* Whether the run trained against the reference of that name, or started from it. */
bool verdict_is_met(const struct verdict_reference *list, size_t n, const char *name);

struct verdict {
    uint32_t generation;                   /* number of generations closed */
    int depth;                             /* of training */
    struct journal_validation *validation; /* by depth, that of training first; then by reference */
    size_t validations;
    struct journal_mistakes *mistakes; /* of the champion, then of the references */
    size_t players;                    /* whose mistakes were counted; 0 if the config says so */
    struct verdict_reference *reference;
    size_t references;
    struct changes changes; /* since the first founder, if the config says so */
};

/* A champion to be measured. */
struct verdict_input {
    const struct run_config *config;
    const struct journal *journal;
    struct pool *pool;
    const struct watch *watch;
    uint32_t generation;                   /* number of generations closed, at least 1 */
    const struct journal_genome *champion; /* after the last of them */
    const struct journal_genome *reference;
    size_t references;
};

/* The games of one depth on one set of openings. */
struct verdict_games {
    enum opening_set set;
    int depth;
    int openings; /* per reference */
};

/* Plays the games of the champion against each reference and keeps each result as soon as it is
 * complete. *finished is false if watch->stop came first. */
int verdict_play(const struct verdict_input *in, const struct verdict_games *games, bool *finished,
                 struct err *err);

/* What the journal has of this champion's games, at one depth or at all (0); the caller frees the
 * list. */
int verdict_read_validations(const struct verdict_input *in, int depth,
                             struct journal_validation **list, size_t *n, struct err *err);

/* Plays all games of the verdict, counts mistakes, and reads the verdict from the journal.
 * *finished is false, and the verdict empty, if watch->stop came first. */
int verdict_reach(struct verdict *verdict, const struct verdict_input *in, bool *finished,
                  struct err *err);
void verdict_release(struct verdict *verdict);

/* The game pairs of the champion as a tally. */
struct tally verdict_tally(const struct journal_validation *validation);

enum verdict_group {
    VERDICT_MET,   /* references that the run trained against or started from */
    VERDICT_UNMET, /* references only */
    VERDICT_ALL,
    VERDICT_GROUPS
};

extern const char *const verdict_group_name[VERDICT_GROUPS];

/* Which results are added up. */
struct verdict_filter {
    uint32_t generation; /* number of generations closed */
    int depth;
    enum verdict_group group;
    const struct verdict_reference *reference;
    size_t references;
};

bool verdict_filter_takes(const struct verdict_filter *filter,
                          const struct journal_validation *validation);

/* Results against several references, each of which had openings of its own. */
struct verdict_total {
    struct tally_group games;
    unsigned opponents;
    unsigned beaten;  /* opponents against whom the 95% interval lies above 1/2 */
    unsigned lost_to; /* opponents against whom it lies below */
};

struct verdict_total verdict_total(const struct journal_validation *list, size_t n,
                                   const struct verdict_filter *filter);

/* Fills in the p of each player's difference from the champion, corrected for the number of
 * comparisons by Holm's method; that of the champion itself is nan. */
int verdict_adjust(const struct journal_mistakes *list, size_t n, double *p, struct err *err);

/* The share of positions with a mistake. */
struct interval verdict_mistake_rate(const struct journal_mistakes *mistakes);

#endif
