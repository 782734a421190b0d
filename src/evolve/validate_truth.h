/*
 * validate_truth - the mistakes of a champion beside those of the hand-picked
 * genomes, in positions of the test set, which training never starts from.
 *
 * Nothing of it has to be kept: the same run has the same mistakes whenever
 * they are counted.
 */
#ifndef C4E_EVOLVE_VALIDATE_TRUTH_H
#define C4E_EVOLVE_VALIDATE_TRUTH_H

#include "truth/mistakes.h"
#include "evolve/generation.h"

struct truth_entry {
    char name[NAME_SIZE];
    struct mistake_summary summary;
    struct mistake_contrast duel; /* of the champion, as first, with this one */
};

/* The champion comes first. */
struct truth_validation {
    struct truth_entry *entry;
    size_t n;
    int depth;
};

struct truth_validation_input {
    const struct run_config *config; /* says which positions, and how players look ahead */
    const struct journal_genome *champion;
    const struct journal_genome *reference;
    size_t references;
};

/* *finished is false when watch->stop came first; there is nothing to release then. */
int validate_truth(struct truth_validation *v, const struct truth_validation_input *in,
                   struct pool *pool, const struct watch *watch, bool *finished, struct err *err);
void truth_validation_release(struct truth_validation *v);

#endif
