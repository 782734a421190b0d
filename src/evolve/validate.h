/*
 * validate - a champion against the hand-picked genomes, on openings that
 * training never sees.
 *
 * During a run the openings are those of the validation set; for the verdict
 * at the end they are those of the test set, which nothing else ever looks at.
 */
#ifndef C4E_EVOLVE_VALIDATE_H
#define C4E_EVOLVE_VALIDATE_H

#include "arena/stats.h"
#include "evolve/trial.h"

struct validate_input {
    const struct run_config *config;
    uint32_t generation; /* generations closed so far */
    const struct individual_record *champion;
    const struct individual_record *yardstick;
    size_t yardsticks;
    enum opening_set set;
    int depth;
    int openings;
};

/* Plays champion against each; fills in one record for each yardstick.
 * *finished is false when watch->stop came first. */
int validate_champion(const struct validate_input *in, struct crew *crew,
                      const struct play_watch *watch, struct validation_record *record,
                      bool *finished, struct err *err);

/* The units of a record as a tally, seen from the champion. */
struct tally validation_tally(const struct validation_record *record);

#endif
