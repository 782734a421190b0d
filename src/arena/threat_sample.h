/*
 * threat_sample - what a genome pays for threats in random positions, the same for all genomes.
 */
#ifndef C4E_ARENA_THREAT_SAMPLE_H
#define C4E_ARENA_THREAT_SAMPLE_H

#include "heuristic/threat_worth.h"

int threat_sample_worth(struct threat_worth *worth, const struct genome *genome, struct err *err);

#endif
