/*
 * journal - what a run remembers, and how it asks for it back.
 *
 * Evolution decides what is worth remembering; where it is kept is not its
 * business. A journal is a table of functions over a context that it does not
 * look into: src/store keeps one in a SQLite file, tests keep one in memory.
 *
 * A pairing is the unit of saving. It is either in the journal, with all its
 * games, or it will be played again. A generation is closed by one call that
 * keeps its ratings and the genomes of the next, or nothing.
 */
#ifndef C4E_EVOLVE_JOURNAL_H
#define C4E_EVOLVE_JOURNAL_H

#include "arena/schedule.h"
#include "base/err.h"
#include "heuristic/gene.h"

/* How a genome came to be. Saved runs hold the names: append, never rename. */
enum origin {
    ORIGIN_FOUNDER,   /* read from a file */
    ORIGIN_SPREAD,    /* a founder with random changes, to fill the first generation */
    ORIGIN_ELITE,     /* kept as it is */
    ORIGIN_CROSSOVER, /* of two parents, then mutated or not */
    ORIGIN_MUTATION,  /* of one parent */
    ORIGIN_CMAES,     /* drawn from the distribution */
    ORIGIN_FIT,       /* solution of the regression */
    ORIGIN_IMMIGRANT, /* drawn at random */
    ORIGIN_OPPONENT,  /* not part of the population: plays against it in training */
    ORIGIN_REFERENCE, /* not part of the population: measures champions, never trains */
    ORIGIN_COUNT
};

extern const char *const origin_name[ORIGIN_COUNT];

#define NAME_SIZE 64

/* A genome in a run. Ids count from 1 in the order of birth; an elite keeps
 * its genes but gets a new id, with its former self as parent. */
struct journal_genome {
    uint32_t id;
    uint32_t generation;
    uint32_t slot; /* place in the population, or among the opponents */
    enum origin origin;
    uint32_t parent[2];   /* ids, 0 for none */
    char name[NAME_SIZE]; /* of founders and opponents; else "" */
    double gene[GENE_COUNT];
    double step[GENE_COUNT]; /* self-adaptive step sizes, in units of the gene's scale */
};

/* What two genomes did against each other: colour-swapped pairs of games, the
 * first game of each begun by a. */
struct journal_pairing {
    uint32_t generation;
    uint32_t slot; /* place in the generation's list of pairings */
    uint32_t a, b; /* ids */
    uint32_t games;
    struct game_result *result; /* owned by whoever filled the record in */
};

/* The rating of a genome after its generation was played. */
struct journal_rating {
    uint32_t id;
    double elo;
    double error; /* half of the 95% interval */
};

struct journal_generation {
    uint32_t generation;
    uint32_t champion; /* id: who holds the title after this generation */
    uint32_t population;
    const struct journal_rating *rating;    /* of its population, by slot */
    double fit_loss_before, fit_loss_after; /* of the regression on held-out positions, or nan */
};

/* The champion against one hand-picked genome on unseen openings. */
struct journal_validation {
    uint32_t generation;
    uint32_t champion; /* id */
    char opponent[NAME_SIZE];
    int depth;
    uint32_t pair[3][3]; /* units as in struct pairing: result as first player, as second */
};

struct journal {
    void *context;

    /* Births of generation 0 and the fixed opponents, all or nothing. */
    int (*begin)(void *context, const struct journal_genome *list, size_t n, struct err *err);

    /* Keeps finished pairings, all or nothing. */
    int (*keep_pairings)(void *context, const struct journal_pairing *list, size_t n,
                         struct err *err);

    /* Closes a generation: its figures, and the births of the next one (n may
     * be 0 when it was the last), all or nothing. */
    int (*close_generation)(void *context, const struct journal_generation *generation,
                            const struct journal_genome *births, size_t n, struct err *err);

    /* Keeps the games of the champion against the hand-picked genomes, all or nothing. */
    int (*keep_validation)(void *context, const struct journal_validation *list, size_t n,
                           struct err *err);

    /* What was kept of a generation, in the order of slots. The arrays are
     * allocated; the caller frees them (pairing results too). */
    int (*read_population)(void *context, uint32_t generation, struct journal_genome **list,
                           size_t *n, struct err *err);
    int (*read_opponents)(void *context, struct journal_genome **list, size_t *n, struct err *err);
    int (*read_pairings)(void *context, uint32_t generation, struct journal_pairing **list,
                         size_t *n, struct err *err);
    int (*read_ratings)(void *context, uint32_t generation, struct journal_rating **list, size_t *n,
                        struct err *err);
    int (*read_genome)(void *context, uint32_t id, struct journal_genome *out, struct err *err);
    int (*read_validation)(void *context, struct journal_validation **list, size_t *n,
                           struct err *err);

    /* Generations closed so far; the champion's id after generation g. */
    int (*count_generations)(void *context, uint32_t *closed, struct err *err);
    int (*read_champion)(void *context, uint32_t generation, uint32_t *id, struct err *err);
};

void journal_pairings_free(struct journal_pairing *list, size_t n);

#endif
