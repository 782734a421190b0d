/*
 * calibrate - are the intervals of a run's ratings true?
 *
 * Genomes of a run are played again, against the same opponents but from many other openings. What
 * they score there is nearly the truth, so about 95% of the 95% intervals that the run gave them
 * have to contain it. Of each generation that is looked at these are tried: the champion and the
 * genome with the best score, who were chosen for their luck too, and two children taken at random.
 */
#ifndef C4E_TESTS_EVOLVE_CALIBRATE_H
#define C4E_TESTS_EVOLVE_CALIBRATE_H

#include "evolve/config.h"
#include "evolve/journal.h"
#include "parallel/pool.h"

enum calibrated { CALIBRATED_CHAMPION, CALIBRATED_BEST, CALIBRATED_CHILD, CALIBRATED_KINDS };

extern const char *const calibrated_name[CALIBRATED_KINDS];

/* How many intervals contain the truth: those of scores, and those of standings as differences
 * from the champion's. */
struct calibration {
    unsigned scores[CALIBRATED_KINDS], scores_inside[CALIBRATED_KINDS];
    unsigned standings[CALIBRATED_KINDS], standings_inside[CALIBRATED_KINDS];
};

/* Looks at every so many generations, with that number of openings per opponent. */
int calibrate(struct calibration *c, const struct run_config *config, const struct journal *journal,
              uint32_t every, size_t openings, struct pool *pool, struct err *err);

#endif
