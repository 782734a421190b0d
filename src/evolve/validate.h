/*
 * validate - a champion against the hand-picked genomes, on openings that
 * training never sees.
 *
 * During a run the openings are those of the validation set; for the verdict
 * at the end they are those of the test set, which nothing else ever looks at.
 */
#ifndef C4E_EVOLVE_VALIDATE_H
#define C4E_EVOLVE_VALIDATE_H

#include "stats/tally.h"
#include "evolve/generation.h"

struct validate_input {
    const struct run_config *config;
    uint32_t generation; /* generations closed so far */
    const struct journal_genome *champion;
    const struct journal_genome *reference;
    size_t references;
    size_t kept; /* the first so many of them are in the journal already */
    enum opening_set set;
    int depth;
    int openings;
};

/* Plays champion against each of the others and keeps each result in the journal as
 * soon as it is there. *finished is false when watch->stop came first. */
int validate_champion(const struct validate_input *in, const struct journal *journal,
                      struct pool *pool, const struct watch *watch, bool *finished,
                      struct err *err);

/* The game pairs of a record as a tally, as the champion sees them. */
struct tally validation_tally(const struct journal_validation *record);

#endif
