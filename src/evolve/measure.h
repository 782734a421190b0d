/*
 * measure - one test for the champions of many runs.
 *
 * Every champion plays the same opponents from the same openings, and is asked for moves in the
 * same solved positions, all with the search keys of one config. Each opponent has openings of
 * its own, so that scores against different opponents are independent. No run has trained on the
 * openings: they are drawn at random with a seed of their own, and those from which a run has
 * started a training game are left out, up to mirror images. (The test sets of single runs cannot
 * be used: they depend on the seed, and few positions are in the test sets of several seeds.)
 *
 * Results are kept in a file (measure_cache.h). They are found by what they depend on, so that
 * nothing is played again and genomes with the same genes are measured once.
 */
#ifndef C4E_EVOLVE_MEASURE_H
#define C4E_EVOLVE_MEASURE_H

#include "arena/games.h"
#include "evolve/config.h"
#include "evolve/journal.h"
#include "evolve/measure_cache.h"
#include "truth/solved.h"

/* The openings that runs have trained on, as keys that are the same for mirror images. */
struct measure_seen {
    uint64_t *key;
    size_t n, capacity;
};

/* Adds the openings of one generation, which have that many plies. *games is the number of its
 * games. */
int measure_seen_add(struct measure_seen *seen, const struct journal *journal, uint32_t generation,
                     int plies, uint64_t *games, struct err *err);
void measure_seen_release(struct measure_seen *seen);

struct measure {
    const struct run_config *config; /* borrowed */
    struct pool *pool;               /* borrowed */
    const struct watch *watch;       /* borrowed */
    struct journal_genome *opponent; /* opponents and references, each genome once; users of their
                                        tables */
    size_t opponents;
    struct openings openings;
    size_t each;                 /* openings per opponent */
    struct solved_set positions; /* empty if the config wants none; solved when first needed */
    struct measure_cache cache;
};

/* Prepares the test with `openings` openings per opponent, or fewer if there are too few. Keeps
 * results in the file `path`. The seen openings are sorted. */
int measure_init(struct measure *m, const struct run_config *config, size_t openings,
                 struct measure_seen *seen, const char *path, struct err *err);
void measure_release(struct measure *m);

/* Plays a genome against all opponents: one tally for each. *finished is false if watch->stop came
 * first. */
int measure_games(struct measure *m, const struct journal_genome *who, struct tally *tally,
                  bool *finished, struct err *err);

/* Mistakes in the solved positions. */
struct measured_mistakes {
    uint32_t positions, at_stake, mistakes;
};

int measure_mistakes(struct measure *m, const struct journal_genome *who,
                     struct measured_mistakes *out, bool *finished, struct err *err);

#endif
