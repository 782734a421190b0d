/*
 * journal - what evolution asks of storage.
 *
 * A run keeps everything it wants to remember in a journal, and reads it back
 * from there. Where the journal is kept is not evolution's business: src/store
 * keeps it in an SQLite file, tests keep it in memory.
 *
 * Each call that writes keeps all of its arguments or, if it fails, nothing.
 * Pairings are kept as soon as all of their games are played; a pairing that is
 * not in the journal is played again.
 */
#ifndef C4E_EVOLVE_JOURNAL_H
#define C4E_EVOLVE_JOURNAL_H

#include <stdbool.h>

#include "arena/schedule.h"
#include "base/err.h"
#include "heuristic/gene.h"

/* Where a genome comes from. Run files hold the names: append, never rename. */
enum origin {
    ORIGIN_FOUNDER,   /* read from a file */
    ORIGIN_SPREAD,    /* a founder with random changes, to fill the first generation */
    ORIGIN_ELITE,     /* an unchanged copy of its parent */
    ORIGIN_CROSSOVER, /* a child of two parents, mutated or not */
    ORIGIN_MUTATION,  /* a mutated child of one parent */
    ORIGIN_CMAES,     /* drawn from the distribution of CMA-ES */
    ORIGIN_FIT,       /* the solution of a regression */
    ORIGIN_IMMIGRANT, /* drawn at random */
    ORIGIN_OPPONENT,  /* hand-picked: the population plays against it */
    ORIGIN_REFERENCE, /* hand-picked: champions are measured against it, nothing trains on it */
    ORIGIN_SURFACE,   /* the top of the response surface */
    ORIGIN_CLOUD,     /* drawn around that top */
    ORIGIN_COUNT
};

extern const char *const origin_name[ORIGIN_COUNT];

#define NAME_SIZE 64

/* A genome of a run. Ids count from 1 in the order in which genomes are kept. An
 * elite has the genes of its parent, but an id of its own. */
struct journal_genome {
    uint32_t id;
    uint32_t generation;
    uint32_t slot; /* place in the population, or among the hand-picked genomes */
    enum origin origin;
    uint32_t parent[2];   /* ids, 0 for none */
    char name[NAME_SIZE]; /* of founders and hand-picked genomes; else "" */
    double gene[GENE_COUNT];
    double step[GENE_COUNT]; /* self-adaptive step sizes, in units of the gene's scale */
    struct tables *tables;   /* inherited whole, or NULL. Those that a journal returns belong to it,
                                and are valid while it is open. */
};

/* The same genes and tables? */
bool journal_same_genes(const struct journal_genome *a, const struct journal_genome *b);

/* The games of two genomes: game pairs, in each of which a moves first in the first game. */
struct journal_pairing {
    uint32_t generation;
    uint32_t slot; /* place in the generation's list of pairings */
    uint32_t a, b; /* ids */
    uint32_t games;
    struct game_result *result; /* owned by the caller */
};

/*
 * What is known of a genome after its generation, from all games that it has played so far.
 * Errors are half-widths of 95% intervals. The score is the mean against the opponents, on a
 * scale that can be compared across generations. The standing is the same number on the scale
 * of its siblings, who met the same openings: it has the smaller error, and only differences
 * of standings in one generation mean something. Numbers are nan where older formats lack them.
 */
struct journal_rating {
    uint32_t id;
    double elo, error; /* of the score */
    double score, score_error;
    double standing, standing_error;
    double apart, apart_error; /* how far it stands from what the response surface predicted */
    double now, now_error;     /* the standing by the games of this generation alone */
    double truth; /* mean loss of result per solved position, with fitness = truth or both */
};

/* The rating of a genome that has none. */
struct journal_rating journal_no_rating(uint32_t id);

/* A generation that was played and rated. */
struct journal_generation {
    uint32_t generation;
    uint32_t champion; /* id of the genome that holds the title after this generation */
    uint32_t population;
    const struct journal_rating *rating;    /* of its population, by slot */
    double fit_loss_before, fit_loss_after; /* of the regression on held-out positions, or nan */
    double panel, panel_error; /* the champion's score on the panel, or nan; see evolve/panel.h */
    double diversity; /* mean distance of the genomes from their centre, in typical steps */
};

/* A candidate of the play-off, and its games there. */
struct journal_playoff {
    uint32_t generation; /* number of generations closed */
    uint32_t slot;       /* place in the play-off: 0 is the winner */
    uint32_t id;
    uint32_t games;                  /* 0 if it was the only candidate */
    double score, score_error;       /* in these games alone; nan if there were none */
    double standing, standing_error; /* with what was known before */
};

/* How long a generation took, and the games that were played in that time. */
struct journal_time {
    uint32_t generation;
    uint32_t games;
    double seconds;
};

/* The games of a champion against one reference, on openings that training never sees. */
struct journal_validation {
    uint32_t generation; /* number of generations closed */
    uint32_t champion;   /* id */
    char opponent[NAME_SIZE];
    int depth;
    uint32_t pair[3][3]; /* game pairs by the champion's result (0 loss, 1 draw, 2 win) as first
                            player, then as second */
};

/* The mistakes of one player, the champion or a reference, in solved positions that the run
 * never saw. */
struct journal_mistakes {
    uint32_t generation; /* number of generations closed */
    uint32_t slot;       /* 0 for the champion, then the references in order */
    uint32_t champion;   /* id */
    char name[NAME_SIZE];
    int depth;
    uint32_t positions, at_stake, mistakes;
    double loss;                        /* mean loss of exact score per move */
    uint32_t champion_only, other_only; /* mistakes that only one of the two makes */
    double p;                           /* probability of such a difference by chance */
};

/* The functions of one kind of storage; call them by the journal_* functions below. */
struct journal {
    void *context;
    int (*begin)(void *context, const struct journal_genome *list, size_t n, struct err *err);
    int (*keep_pairings)(void *context, const struct journal_pairing *list, size_t n,
                         struct err *err);
    int (*close_generation)(void *context, const struct journal_generation *generation,
                            const struct journal_genome *next, size_t n, struct err *err);
    int (*keep_time)(void *context, const struct journal_time *time, struct err *err);
    int (*keep_validation)(void *context, const struct journal_validation *list, size_t n,
                           struct err *err);
    int (*keep_mistakes)(void *context, const struct journal_mistakes *list, size_t n,
                         struct err *err);
    int (*keep_playoff)(void *context, const struct journal_playoff *list, size_t n,
                        struct err *err);

    int (*count_generations)(void *context, uint32_t *closed, struct err *err);
    int (*read_champion)(void *context, uint32_t generation, uint32_t *id, struct err *err);
    int (*read_genome)(void *context, uint32_t id, struct journal_genome *out, struct err *err);
    int (*read_population)(void *context, uint32_t generation, struct journal_genome **list,
                           size_t *n, struct err *err);
    int (*read_hand_picked)(void *context, enum origin origin, struct journal_genome **list,
                            size_t *n, struct err *err);
    int (*read_pairings)(void *context, uint32_t generation, struct journal_pairing **list,
                         size_t *n, struct err *err);
    int (*read_ratings)(void *context, uint32_t generation, struct journal_rating **list, size_t *n,
                        struct err *err);
    int (*read_validation)(void *context, struct journal_validation **list, size_t *n,
                           struct err *err);
    int (*read_mistakes)(void *context, uint32_t generation, struct journal_mistakes **list,
                         size_t *n, struct err *err);
    int (*read_playoff)(void *context, uint32_t generation, struct journal_playoff **list,
                        size_t *n, struct err *err);
};

/* Keeps the population of generation 0 and the hand-picked genomes. */
int journal_begin(const struct journal *j, const struct journal_genome *list, size_t n,
                  struct err *err);

int journal_keep_pairings(const struct journal *j, const struct journal_pairing *list, size_t n,
                          struct err *err);

/* Keeps a generation's figures and the population of the next one; n may be 0 if there is none. */
int journal_close_generation(const struct journal *j, const struct journal_generation *generation,
                             const struct journal_genome *next, size_t n, struct err *err);

/* A second time or set of mistakes for one generation replaces the first. */
int journal_keep_time(const struct journal *j, const struct journal_time *time, struct err *err);
int journal_keep_validation(const struct journal *j, const struct journal_validation *list,
                            size_t n, struct err *err);
int journal_keep_mistakes(const struct journal *j, const struct journal_mistakes *list, size_t n,
                          struct err *err);

int journal_keep_playoff(const struct journal *j, const struct journal_playoff *list, size_t n,
                         struct err *err);

/* The number of closed generations; the id of the genome that held the title after a closed
 * generation. */
int journal_count_generations(const struct journal *j, uint32_t *closed, struct err *err);
int journal_read_champion(const struct journal *j, uint32_t generation, uint32_t *id,
                          struct err *err);

/* The id of the best genome after that many closed generations, at least one: the winner of the
 * play-off, or before there is one, the genome that holds the title. */
int journal_read_best(const struct journal *j, uint32_t closed, uint32_t *id, struct err *err);

int journal_read_genome(const struct journal *j, uint32_t id, struct journal_genome *out,
                        struct err *err);

/*
 * Lists, in the order of slots or in the order of keeping. They are allocated, and
 * the caller frees them: pairings with journal_pairings_free, the others with free.
 */
int journal_read_population(const struct journal *j, uint32_t generation,
                            struct journal_genome **list, size_t *n, struct err *err);
int journal_read_opponents(const struct journal *j, struct journal_genome **list, size_t *n,
                           struct err *err);
int journal_read_references(const struct journal *j, struct journal_genome **list, size_t *n,
                            struct err *err);
int journal_read_pairings(const struct journal *j, uint32_t generation,
                          struct journal_pairing **list, size_t *n, struct err *err);
int journal_read_ratings(const struct journal *j, uint32_t generation, struct journal_rating **list,
                         size_t *n, struct err *err);
int journal_read_validation(const struct journal *j, struct journal_validation **list, size_t *n,
                            struct err *err);

/* The mistakes that were counted after that many closed generations. */
int journal_read_mistakes(const struct journal *j, uint32_t generation,
                          struct journal_mistakes **list, size_t *n, struct err *err);

/* The play-off after that many closed generations; empty if there was none. */
int journal_read_playoff(const struct journal *j, uint32_t generation,
                         struct journal_playoff **list, size_t *n, struct err *err);

void journal_pairings_free(struct journal_pairing *list, size_t n);

#endif
